import { expect, test, vi } from 'vitest';
import { alertOf, CHECK_SECONDS, runHistory, type Moment } from '../../test/alert-history.ts';
import { SEED } from '../../test/properties.ts';
import type { Alert, Message } from './state.ts';

/** `npm run prove -- alerts` runs 100,000. */
const HISTORIES = Number(process.env['ALERT_HISTORIES'] ?? 300);
vi.setConfig({ testTimeout: 30_000 + 20 * HISTORIES });
/** Seeds of mistakes that were found. */
const FOUND = [1_000_049];

const seeds = [...FOUND, ...Array.from({ length: HISTORIES }, (_, n) => SEED * 1_000_003 + n)];

/** Runs all histories. `create` returns what looks at the moments of one. */
function inAllHistories(create: () => (moment: Moment) => void) {
  for (const seed of seeds)
    try {
      runHistory(seed, create());
    } catch (error) {
      throw new Error(`Seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
}

const fail = (what: string, about: unknown): never => {
  throw new Error(
    `${what} ${JSON.stringify(about, (_, value: unknown) => (value instanceof Set ? [...value] : value))}`,
  );
};
const nameOf = ({ alert, event, channelId, ruleId, step }: Message) =>
  [alert.id, event, channelId, ruleId, step].join(' ');

test('ALERT-01 no channel gets the same message about a cause twice', () => {
  inAllHistories(() => {
    const seen = new Set<string>();
    return ({ messages }) => {
      for (const message of messages) {
        const { alert, channelId, event } = message;
        const name = event === 'firing' ? `${alert.id} firing ${channelId}` : nameOf(message);
        if (seen.has(name)) fail('Sent twice:', name);
        seen.add(name);
      }
    };
  });
  expect(seeds.length).toBeGreaterThanOrEqual(HISTORIES);
});

test('ALERT-02 the end is told to exactly those who were told the beginning, and only when it is the end', () => {
  let ends = 0;
  inAllHistories(() => {
    const told = new Map<string, Set<string>>();
    return ({ messages, before, alerts, servers }) => {
      for (const { alert, event, channelId } of messages) {
        if (event === 'resolved' || event === 'withdrawn') {
          ends += 1;
          const server = servers.get(alert.serverId ?? '');
          if (server?.status === 'offline') fail('Down, but told as over:', alert);
          if (!told.get(alert.id)?.delete(channelId)) fail('Told the end alone:', { alert, channelId });
        } else told.set(alert.id, (told.get(alert.id) ?? new Set()).add(channelId));
      }
      for (const { id } of before.values())
        if (isEnded(alerts, id) && (told.get(id)?.size ?? 0) > 0) fail('Not told the end:', id);
    };
  });
  expect(ends).toBeGreaterThan(HISTORIES);
});

const isEnded = (alerts: Moment['alerts'], id: string) =>
  [...alerts.values()].some((alert) => alert.id === id && alert.resolvedAt !== null);

/** Longest time from the outage of a server to its message, while the engine runs. */
const LONGEST_MS = (60 + CHECK_SECONDS + 30) * 1000;

test('ALERT-03 no outage stays silent: it is told, or an outage that explains it is', () => {
  let outages = 0;
  inAllHistories(() => {
    const silentSince = new Map<string, number>();
    return ({ now, alerts, servers, rules, cutSince, isQuiet }) => {
      for (const alert of alerts.values())
        if (alert.state === 'pending' && alert.isBad && now - alert.pendingSince > LONGEST_MS)
          fail('Pending for too long:', alert);
      for (const server of servers.values()) {
        const alert = alertOf(alerts, server.id);
        const isOwed =
          isQuiet &&
          cutSince === null &&
          server.status === 'offline' &&
          rules.some((rule) => rule.servers === 'all' || rule.servers.has(server.id)) &&
          !isExcused(alert, alerts, servers);
        if (!isOwed || isTold(alert, alerts)) silentSince.delete(server.id);
        else if (now - (silentSince.get(server.id) ?? now) > LONGEST_MS) fail('Silent:', { server, alert });
        else if (!silentSince.has(server.id)) silentSince.set(server.id, now);
        if (isOwed) outages += 1;
      }
    };
  });
  expect(outages).toBeGreaterThan(HISTORIES);
});

/** The alert itself, and the one whose server explains it. */
const chainOf = (alert: Alert, alerts: Moment['alerts']): Alert[] =>
  [alert, alert.causeId === null ? undefined : alertOf(alerts, alert.causeId)].filter(
    (one) => one !== undefined,
  );

const isTold = (alert: Alert | undefined, alerts: Moment['alerts']) =>
  alert !== undefined && chainOf(alert, alerts).some(({ told }) => told.length > 0);

const isExcused = (alert: Alert | undefined, alerts: Moment['alerts'], servers: Moment['servers']) =>
  alert !== undefined &&
  chainOf(alert, alerts).some(
    ({ acknowledgedAt, flapping, serverId }) =>
      acknowledgedAt !== null || flapping !== 'no' || servers.get(serverId ?? '')?.isInMaintenance,
  );

test('ALERT-04 what is covered has a cause that is down, and its clock stands still', () => {
  let covered = 0;
  inAllHistories(() => {
    const clocks = new Map<string, number>();
    return ({ alerts, messages }) => {
      for (const alert of alerts.values()) {
        const { state, causeId, clock, id, isBad } = alert;
        if (state !== 'covered' && state !== 'silenced') {
          clocks.delete(id);
          continue;
        }
        covered += 1;
        if (clock.runningSince !== null || (clocks.get(id) ?? clock.ms) !== clock.ms)
          fail('Clock runs:', alert);
        clocks.set(id, clock.ms);
        const cause = state === 'covered' && isBad ? alertOf(alerts, causeId ?? '') : undefined;
        if (state === 'covered' && isBad && (!cause?.isBad || cause.state === 'covered'))
          fail('No cause:', { alert, cause });
        if (messages.some((message) => message.alert.id === id))
          fail('Told while covered or silenced:', alert);
      }
    };
  });
  expect(covered).toBeGreaterThan(HISTORIES);
});

test('ALERT-05 maintenance sends nothing that begins, repeats or escalates', () => {
  let silenced = 0;
  inAllHistories(() => ({ messages, servers, alerts }) => {
    for (const alert of alerts.values()) if (alert.state === 'silenced') silenced += 1;
    for (const { alert, event } of messages)
      if (event !== 'resolved' && event !== 'withdrawn' && servers.get(alert.serverId ?? '')?.isInMaintenance)
        fail('Told in maintenance:', { alert, event });
  });
  expect(silenced).toBeGreaterThan(HISTORIES);
});

test('ALERT-06 flapping is one message, with nothing else until it ends', () => {
  let flapping = 0;
  inAllHistories(() => ({ messages, before }) => {
    for (const { alert, event } of messages) {
      if (event === 'flapping') flapping += 1;
      const wasTold = [...before.values()].find(({ id }) => id === alert.id)?.flapping === 'told';
      const isStill = wasTold && alert.flapping === 'told';
      if (isStill && event !== 'withdrawn') fail('Told while flapping:', { alert, event });
    }
  });
  expect(flapping).toBeGreaterThan(HISTORIES / 100);
});

test('ALERT-07 while the network of the checker is down, only that is told, and what was told falsely is withdrawn', () => {
  let withdrawn = 0;
  inAllHistories(() => ({ messages, cutSince, isCutNoticed }) => {
    for (const { alert, event } of messages) {
      if (event === 'withdrawn') withdrawn += 1;
      const isFalse = cutSince !== null && alert.startedAt >= cutSince && alert.subject.kind === 'server';
      if (isFalse && isCutNoticed && event !== 'withdrawn' && event !== 'resolved')
        fail('Told while cut off:', { alert, event });
    }
  });
  expect(withdrawn).toBeGreaterThan(0);
});
