import type { Observation, Time } from '../server/observations/observation.ts';
import { nextStatus, type StatusCount } from '../server/checks/next-status.ts';
import { fingerprintOf, type Alerts, type Facts, type Message, type Rule } from '../server/alerts/state.ts';
import { step } from '../server/alerts/step.ts';

/** Numbers from 0 to 1 that depend on the seed alone. */
export function randomBy(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TICK_MS = 4_000;
export const CHECK_SECONDS = 20;
export const RETRIES = 2;
/** Faults happen in the first part of a history; in the second everything stays as it is. */
const FAULTS_MS = 600_000;
const QUIET_MS = 300_000;
/** The checker notices after this time that its own network is down. */
const NOTICE_MS = 28_000;
/** It revokes the failures before some time later. */
const REVOKE_MS = 12_000;

type Server = StatusCount & {
  id: string;
  needs: string[][];
  isHealthy: boolean;
  isInMaintenance: boolean;
  nextCheckAt: Time;
  checkedAt: Time | null;
  /** Its state before the network of the checker was lost. */
  beforeCut: StatusCount | null;
};

/** What a test sees after each tick that was committed. */
export type Moment = {
  now: Time;
  before: Alerts;
  alerts: Alerts;
  messages: Message[];
  servers: ReadonlyMap<string, Server>;
  rules: readonly Rule[];
  /** Since when the network of the checker is down. */
  cutSince: Time | null;
  isCutNoticed: boolean;
  isQuiet: boolean;
};

type World = ReturnType<typeof createWorld>;

function createWorld(random: () => number) {
  const pick = (n: number) => Math.floor(random() * n);
  const count = 2 + pick(7);
  const servers = new Map<string, Server>();
  for (let n = 0; n < count; n += 1) {
    const groups = n === 0 ? 0 : pick(3);
    const needs = Array.from({ length: groups }, () => [
      ...new Set(Array.from({ length: 1 + pick(2) }, () => `s${pick(n)}`)),
    ]);
    servers.set(`s${n}`, {
      id: `s${n}`,
      needs,
      isHealthy: true,
      isInMaintenance: false,
      nextCheckAt: pick(CHECK_SECONDS) * 1000,
      checkedAt: null,
      beforeCut: null,
      status: 'online',
      worseInRow: 0,
      badInRow: 0,
    });
  }
  const ids = [...servers.keys()];
  const rules = Array.from({ length: 1 + pick(3) }, (_, n): Rule => ({
    id: `r${n}`,
    servers: random() < 0.5 ? 'all' : new Set(ids.filter(() => random() < 0.6)),
    events: ['down'],
    leastSeverity: 'info',
    delaySeconds: random() < 0.6 ? 0 : 30,
    hours: null,
    channels: [`c${pick(3)}`, `c${pick(3)}`],
    repeatSeconds: random() < 0.5 ? null : 60,
    escalate: random() < 0.5 ? [] : [{ afterSeconds: 90, channels: [`c${3 + pick(2)}`] }],
    stop: random() < 0.3,
  }));
  return {
    random,
    servers,
    rules,
    alerts: new Map() as Alerts,
    queue: [] as Observation[],
    nextId: 1,
    cutSince: null as Time | null,
    isCutNoticed: false,
    /** No tick runs before this time: the product is down. */
    downUntil: 0,
    checkNow: new Set<string>(),
  };
}

/** Runs one random history and shows each moment to `look`, which throws if something is wrong. */
export function runHistory(seed: number, look: (moment: Moment) => void): void {
  const world = createWorld(randomBy(seed));
  for (let now = 0; now < FAULTS_MS + QUIET_MS; now += TICK_MS) {
    const isQuiet = now >= FAULTS_MS;
    if (isQuiet) world.downUntil = 0;
    else breakSomething(world, now);
    if (isQuiet && world.cutSince !== null) endCut(world, now);
    if (world.cutSince !== null) followCut(world, now - world.cutSince, now);
    if (now < world.downUntil) continue;
    for (const server of world.servers.values())
      if (now >= server.nextCheckAt || world.checkNow.has(server.id)) check(world, server, now);
    if (world.queue.length === 0 && [...world.alerts.values()].every(({ resolvedAt }) => resolvedAt !== null))
      continue;
    commit(world, now, isQuiet, look);
  }
}

/** One run of the engine. It may die before its transaction is committed: then nothing of it has happened. */
function commit(world: World, now: Time, isQuiet: boolean, look: (moment: Moment) => void) {
  const before = world.alerts;
  const { alerts } = step(before, { type: 'observed', observations: world.queue }, now);
  const { servers, rules, cutSince, isCutNoticed } = world;
  const { messages, checkNow, ...after } = step(alerts, { type: 'tick', facts: factsOf(world) }, now);
  if (!isQuiet && world.random() < 0.05) return;
  world.alerts = after.alerts;
  world.queue = [];
  world.checkNow = new Set(checkNow);
  look({ now, before, alerts: after.alerts, messages, servers, rules, cutSince, isCutNoticed, isQuiet });
}

const factsOf = ({ servers, rules }: World): Facts => ({
  rules,
  server(id) {
    const server = servers.get(id);
    return (
      server && {
        needs: server.needs,
        isChecked: true,
        checkedAt: server.checkedAt,
        isSuspect: server.badInRow > 0,
        isInMaintenance: server.isInMaintenance,
      }
    );
  },
});

function breakSomething(world: World, now: Time) {
  const { random } = world;
  for (const server of world.servers.values()) {
    if (random() < (server.isHealthy ? 0.006 : 0.04)) server.isHealthy = !server.isHealthy;
    if (random() < (server.isInMaintenance ? 0.03 : 0.002)) server.isInMaintenance = !server.isInMaintenance;
  }
  if (now >= world.downUntil && random() < 0.01) world.downUntil = now + random() * 120_000;
  if (world.cutSince === null && random() < 0.004) {
    world.cutSince = now;
    for (const server of world.servers.values()) server.beforeCut = countOf(server);
  } else if (world.cutSince !== null && random() < 0.08) endCut(world, now);
  if (random() < 0.02) acknowledge(world, now);
}

const countOf = ({ status, worseInRow, badInRow }: Server): StatusCount => ({ status, worseInRow, badInRow });

function acknowledge(world: World, now: Time) {
  const open = [...world.alerts].filter(([, { state }]) => state === 'firing');
  const [fingerprint, alert] = open[Math.floor(world.random() * open.length)] ?? [];
  if (!fingerprint || !alert) return;
  const acknowledged = { ...alert, acknowledgedAt: now, acknowledgedUntil: now + 60_000 };
  world.alerts = new Map(world.alerts).set(fingerprint, acknowledged);
}

/** What a check finds depends on the server, on what it needs, and on the network of the checker. */
export function isReachable(servers: ReadonlyMap<string, Server>, id: string): boolean {
  const server = servers.get(id);
  return (
    server !== undefined &&
    server.isHealthy &&
    server.needs.every((group) => group.some((needed) => isReachable(servers, needed)))
  );
}

function check(world: World, server: Server, now: Time) {
  server.nextCheckAt = now + CHECK_SECONDS * 1000;
  // The checker knows that it is cut off: the result says nothing. Checks that ran before are still stored for a while.
  if (world.isCutNoticed && server.beforeCut === null) return;
  const isGood = world.cutSince === null && isReachable(world.servers, server.id);
  server.checkedAt = now;
  setStatus(world, server, nextStatus(server, isGood ? 'good' : 'bad', RETRIES), { now, isRevoked: false });
}

function setStatus(
  world: World,
  server: Server,
  after: StatusCount,
  { now, isRevoked }: { now: Time; isRevoked: boolean },
) {
  const before = server.status;
  Object.assign(server, after);
  if (before === after.status) return;
  observe(
    world,
    { kind: 'server', id: server.id },
    { isBad: after.status === 'offline', isRevoked, at: now },
  );
}

function observe(
  world: World,
  subject: Observation['subject'],
  seen: Pick<Observation, 'isBad' | 'isRevoked' | 'at'>,
) {
  const isServer = subject.kind === 'server';
  world.queue.push({
    ...seen,
    id: String(world.nextId++),
    subject,
    kind: 'down',
    severity: 'critical',
    name: subject.id,
    serverId: isServer ? subject.id : null,
    text: '',
    labels: {},
    checkSeconds: isServer ? CHECK_SECONDS : 0,
    confirmations: isServer ? RETRIES : 0,
  });
}

function followCut(world: World, lastsMs: number, now: Time) {
  if (!world.isCutNoticed && lastsMs >= NOTICE_MS) {
    world.isCutNoticed = true;
    observe(world, { kind: 'checker', id: 'node' }, { isBad: true, isRevoked: false, at: now });
  }
  if (lastsMs >= NOTICE_MS + REVOKE_MS) revokeFailures(world, now);
}

/** Failures since the network was lost are revoked, as `revoke-failures.ts` does. */
function revokeFailures(world: World, now: Time) {
  for (const server of world.servers.values()) {
    const isRevoked = server.status === 'offline';
    if (server.beforeCut) setStatus(world, server, server.beforeCut, { now, isRevoked });
    server.beforeCut = null;
  }
}

function endCut(world: World, now: Time) {
  if (world.isCutNoticed) {
    revokeFailures(world, now);
    observe(world, { kind: 'checker', id: 'node' }, { isBad: false, isRevoked: false, at: now });
  }
  world.cutSince = null;
  world.isCutNoticed = false;
}

export const alertOf = (alerts: Alerts, serverId: string) =>
  alerts.get(fingerprintOf({ subject: { kind: 'server', id: serverId }, kind: 'down' }));
