import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NeighbourState } from '../probe/neighbours.ts';
import type { Observation } from '../probe/probe.ts';
import { watchOwnNetwork } from './own-network.ts';

const silence: Observation = {
  outcome: 'bad',
  latencyMs: null,
  message: 'No answer within 10 ms',
  line: 'silent',
};
const answer: Observation = { outcome: 'good', latencyMs: 1, message: 'It answered 200', line: 'heard' };
/** A check that is not allowed, or one of this machine itself. */
const neutral: Observation = { outcome: 'bad', latencyMs: null, message: 'The name is not known' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A network whose neighbours respond as `nearby.now` says. */
function network(now: NeighbourState = 'none') {
  const nearby = { now, asked: 0 };
  const watched = watchOwnNetwork(async () => {
    nearby.asked += 1;
    return nearby.now;
  });
  const judge = async (id: string, seen: Observation) =>
    (await watched.judge(id, Promise.resolve(seen))).outcome;
  return { nearby, judge, watched };
}

describe('INFRA-11 a checker that is cut off takes no server offline', () => {
  test('silent neighbours that responded before: the silence of one server does not count, from the first on', async () => {
    const { nearby, judge } = network('heard');
    expect(await judge('a', answer)).toBe('good');
    nearby.now = 'silent';
    for (let round = 0; round < 20; round += 1) expect(await judge('a', silence)).toBe('unknown');
    nearby.now = 'heard';
    expect(await judge('a', silence)).toBe('bad');
  });

  test('neighbours that never responded do not count: the server is down', async () => {
    const { judge } = network('silent');
    expect(await judge('a', answer)).toBe('good');
    for (let round = 0; round < 20; round += 1) expect(await judge('a', silence)).toBe('bad');
  });

  test('keeps asking its neighbours after the clock was set back', async () => {
    const { nearby, judge } = network('heard');
    await judge('a', answer);
    vi.setSystemTime(Date.now() - 86_400_000);
    await vi.advanceTimersByTimeAsync(61_000);
    await judge('a', answer);
    expect(nearby.asked).toBe(2);
  });

  test.each([-86_400_000, 86_400_000])(
    'waits for a server that is due, also after the clock was set by %i ms',
    async (jump) => {
      const { judge } = network();
      const others = ['a', 'b', 'c', 'd', 'e'];
      for (let round = 0; round < 2; round += 1) {
        for (const id of ['due', ...others]) await judge(id, answer);
        await vi.advanceTimersByTimeAsync(60_000);
      }
      vi.setSystemTime(Date.now() + jump);
      for (const id of others) expect(await judge(id, silence)).toBe('bad');
    },
  );

  test('without a network nothing is known, also right after a start', async () => {
    const { judge } = network('apart');
    expect(await judge('a', silence)).toBe('unknown');
  });

  test('returns the time of the cut also if a check could not start, as without a network or a name server', async () => {
    const { judge, watched } = network('apart');
    const now = performance.now();
    expect(await judge('a', { ...silence, outcome: 'unknown' })).toBe('unknown');
    expect(watched.cutOff()).toEqual({ since: now, servers: ['a'] });
  });

  test('a network that failed during a check counts as failed, even if it is back at the end', async () => {
    const { nearby, judge, watched } = network('heard');
    await judge('a', answer);
    nearby.now = 'silent';
    const look = Promise.withResolvers<Observation>();
    const judged = watched.judge('a', look.promise);
    await vi.advanceTimersByTimeAsync(2_000);
    nearby.now = 'heard';
    look.resolve(silence);
    expect(await judged).toMatchObject({ outcome: 'unknown' });
  });

  test('servers that keep responding while neighbours are silent show that only the neighbours are gone', async () => {
    const { nearby, judge } = network('heard');
    await judge('a', answer);
    nearby.now = 'silent';
    expect(await judge('a', silence)).toBe('unknown');
    for (let round = 0; round < 3; round += 1) {
      expect(await judge('a', silence)).toBe('unknown');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await judge('b', answer)).toBe('good');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await judge('a', silence)).toBe('bad');
  });

  test('an unstable network counts as failed each time', async () => {
    const { nearby, judge } = network('heard');
    for (let round = 0; round < 5; round += 1) {
      nearby.now = 'heard';
      expect(await judge('a', answer)).toBe('good');
      await vi.advanceTimersByTimeAsync(8_000);
      nearby.now = 'silent';
      for (let look = 0; look < 3; look += 1) {
        expect(await judge('a', silence)).toBe('unknown');
        await vi.advanceTimersByTimeAsync(8_000);
      }
    }
  });

  test('results that did not use the network do not count, for one server or for many', async () => {
    const { nearby, judge } = network('heard');
    await judge('a', answer);
    nearby.now = 'silent';
    for (let round = 0; round < 5; round += 1) {
      expect(await judge('a', silence)).toBe('unknown');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await judge('here', neutral)).toBe('bad');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const alone = network();
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await alone.judge(id, silence);
      await alone.judge('here', neutral);
    }
    expect(await alone.judge('f', silence)).toBe('unknown');
  });

  test('neighbours that stay silent while servers respond no longer count when a server falls silent', async () => {
    const { nearby, judge } = network('heard');
    await judge('a', answer);
    nearby.now = 'silent';
    for (let minute = 0; minute < 6; minute += 1) {
      await vi.advanceTimersByTimeAsync(61_000);
      expect(await judge('a', answer)).toBe('good');
    }
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await judge('a', silence)).toBe('bad');
  });

  test('asks silent neighbours once a minute, however many servers respond', async () => {
    const { nearby, judge } = network('silent');
    for (let second = 0; second < 150; second += 1) {
      await judge(`server-${second}`, answer);
      vi.advanceTimersByTime(1_000);
    }
    expect(nearby.asked).toBe(3);
  });

  test('five silent servers without any response count as cut off, also without neighbours', async () => {
    const { judge, watched } = network();
    const now = performance.now();
    const judged: string[] = [];
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) judged.push(await judge(id, silence));
    expect(judged).toEqual(['bad', 'bad', 'bad', 'bad', 'unknown', 'unknown']);
    expect(watched.cutOff()).toEqual({ since: now, servers: ['a', 'b', 'c', 'd', 'e', 'f'] });
    expect(await judge('g', answer)).toBe('good');
    expect(watched.cutOff()).toBeUndefined();
    expect(await judge('a', silence)).toBe('bad');
  });
});

test.each([
  [1, 8],
  [1, 40],
  [2, 8],
  [20, 20],
])('INFRA-11 while %i respond, %i that lost power together are down', async (alive, dead) => {
  const { judge } = network('heard');
  const ids = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);
  // The checks alternate, because they are spread over the interval.
  const order = [...ids('alive', alive), ...ids('dead', dead)].toSorted((a, b) =>
    a.slice(-2).localeCompare(b.slice(-2)),
  );
  const bad = new Map<string, number>();
  for (let round = 0; round < 8; round += 1)
    for (const id of order) {
      await vi.advanceTimersByTimeAsync(60_000 / order.length);
      const isDown = round > 2 && id.startsWith('dead');
      if ((await judge(id, isDown ? silence : answer)) === 'bad') bad.set(id, (bad.get(id) ?? 0) + 1);
    }
  // The first failure of each may count as a network failure. The next three must count.
  expect(ids('dead', dead).filter((id) => (bad.get(id) ?? 0) < 3)).toEqual([]);
  expect(bad.size).toBe(dead);
});

test('INFRA-11 five that fall silent together with all due ones count as a network failure', async () => {
  const { judge, watched } = network('heard');
  for (let round = 0; round < 3; round += 1) {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await judge(id, answer);
    await vi.advanceTimersByTimeAsync(60_000);
  }
  await judge('once an hour', answer);
  await vi.advanceTimersByTimeAsync(3_600_000);
  await judge('once an hour', answer);
  for (let round = 0; round < 3; round += 1) {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await judge(id, answer);
    await vi.advanceTimersByTimeAsync(60_000);
  }
  const fell = performance.now();
  const seen = [];
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) seen.push(await judge(id, silence));
  expect(seen).toEqual(['bad', 'bad', 'bad', 'bad', 'bad', 'unknown']);
  expect(watched.cutOff()).toMatchObject({ since: fell });
});

test('INFRA-11 one server that stays silent is down', async () => {
  const { judge } = network();
  for (let round = 0; round < 20; round += 1) {
    expect(await judge('a', silence)).toBe('bad');
    vi.advanceTimersByTime(1_000);
  }
});

describe('INFRA-11 a checker behind a gateway that never responds', () => {
  const minute = () => vi.advanceTimersByTimeAsync(60_000);

  test('detects that it is cut off once the gateway is gone, also right after a start', async () => {
    const { judge, watched } = network('gone');
    for (let round = 0; round < 20; round += 1) expect(await judge('a', silence)).toBe('unknown');
    expect(watched.cutOff()?.servers).toEqual(['a']);
  });

  test('discards only the failures from the time when the kernel still kept the address of the gateway', async () => {
    const { nearby, judge, watched } = network('silent');
    for (let round = 0; round < 5; round += 1) {
      expect(await judge('a', silence)).toBe('bad');
      await minute();
    }
    const cut = performance.now();
    expect(await judge('a', silence)).toBe('bad');
    await vi.advanceTimersByTimeAsync(30_000);
    nearby.now = 'gone';
    expect(await judge('a', silence)).toBe('unknown');
    expect(watched.cutOff()).toEqual({ since: cut - 60_000, servers: ['a'] });
    await minute();
    nearby.now = 'silent';
    expect(await judge('a', silence)).toBe('bad');
    expect(watched.cutOff()).toBeUndefined();
  });

  test('ignores a missing gateway while other servers respond', async () => {
    const { judge } = network('gone');
    for (let round = 0; round < 4; round += 1) {
      await judge('a', silence);
      await vi.advanceTimersByTimeAsync(1_000);
      await judge('b', answer);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await judge('a', silence)).toBe('bad');
  });

  test.each<NeighbourState>(['silent', 'none'])(
    'detects that it is cut off when all servers that responded fall silent and the neighbours are %s',
    async (now) => {
      const { judge, watched } = network(now);
      await judge('down before', silence);
      for (const id of ['a', 'b', 'c']) await judge(id, answer);
      const fell = performance.now();
      const seen: string[] = [];
      for (const id of ['a', 'b', 'down before', 'c']) {
        seen.push(await judge(id, silence));
        await minute();
      }
      expect(seen).toEqual(['bad', 'bad', 'bad', 'unknown']);
      expect(watched.cutOff()).toMatchObject({ since: fell });
      for (let round = 0; round < 120; round += 1) {
        await minute();
        expect(await judge('b', silence)).toBe('unknown');
      }
      await judge('a', answer);
      expect(await judge('b', silence)).toBe('bad');
    },
  );

  test('distinguishes a failed server from the network: others respond, it is the only one, or the gateway responds', async () => {
    const { nearby, judge } = network('silent');
    for (const id of ['a', 'b']) await judge(id, answer);
    for (let round = 0; round < 5; round += 1) {
      expect(await judge('a', silence)).toBe('bad');
      await minute();
      expect(await judge('b', answer)).toBe('good');
      await minute();
    }
    // Only this server failed now. The other one was down before.
    expect(await judge('a', silence)).toBe('bad');
    expect(await judge('b', silence)).toBe('bad');
    for (const id of ['a', 'b']) await judge(id, answer);
    nearby.now = 'heard';
    for (const id of ['a', 'b', 'a', 'b']) expect(await judge(id, silence)).toBe('bad');
  });

  test('does not wait for a server that is no longer checked', async () => {
    const { judge } = network('silent');
    await judge('gone from the list', answer);
    for (let round = 0; round < 70; round += 1) {
      await minute();
      for (const id of ['a', 'b']) await judge(id, answer);
    }
    expect(await judge('a', silence)).toBe('bad');
    expect(await judge('b', silence)).toBe('unknown');
  });
});
