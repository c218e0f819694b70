import type { LiveEvent } from '../../contract/calls/live.ts';
import type { NeighbourState } from '../probe/neighbours.ts';
import type { Observation } from '../probe/probe.ts';

/** When this many servers that answered before fall silent, and no due server answers, the checker itself is cut off. */
const CUT_OFF_SERVERS = 5;
/**
 * Right after a start no server is known to have answered. Then this many within this time suffice, and older failures
 * do not count.
 */
const WINDOW_MS = 120_000;
/** The same limit when neighbours cannot decide: a single server may really be down. */
const CUT_OFF_SERVERS_IF_UNSURE = 2;
/** Servers without an answer for this long before the first failure are ignored, and so are those that missed two checks. */
const RECENT_MS = 3_600_000;
/** Most replies arrive sooner. A late one may mean that this machine's network is down. */
const SOON_MS = 1_000;

/** With a time of performance.now(), which does not jump when the clock of this node is set. */
export type Timed<Row> = Row & { at: number };

export type OwnNetwork = {
  /** Restores replies before this process started, and this node's failures since then. */
  remember(responses: Timed<{ serverId: string }>[], silence: Timed<{ serverId: string }>[]): void;
  /** Returns the observation, or `unknown` while the checker itself is cut off. */
  judge(serverId: string, probing: Promise<Observation>): Promise<Observation>;
  /** Since when failures are the checker's own fault, and the affected servers, whose results since then do not count. */
  cutOff(): { since: number; servers: string[] } | undefined;
};

/** Time of an answer, and the interval to the previous one. */
type LastResponse = { at: number; interval: number | undefined };

/**
 * Distinguishes failures of servers from a network outage of the checker. A failure counts against the server unless
 * (1) the neighbours show that our network is dead, (2) at least five servers that answered before fall silent and
 * every other due check fails, or (3) the neighbours cannot decide and all servers that answered before, at least two,
 * fall silent. Any answer in between shows that the failures are real, and those servers do not count as evidence until
 * they answer again. `listen` never rejects.
 */
export function watchOwnNetwork(listen: () => Promise<NeighbourState>): OwnNetwork {
  /** First and last failure of each server since the last answer of any server. */
  const silent = new Map<string, { first: number; last: number }>();
  /** Servers that answered, and did not fail while others answered. */
  const answered = new Map<string, LastResponse>();
  /** Since when many servers are silent, until one answers. */
  let manySince: number | undefined;
  let since: number | undefined;
  const neighbours = watchNeighbours(listen);

  const noteFailure = (serverId: string, at: number) =>
    silent.set(serverId, { first: silent.get(serverId)?.first ?? at, last: at });

  const noteResponse = (serverId: string) => {
    for (const id of silent.keys()) answered.delete(id);
    const now = performance.now();
    const before = answered.get(serverId);
    answered.set(serverId, { at: now, interval: before && now - before.at });
    silent.clear();
    manySince = since = undefined;
  };

  /**
   * Since when all of at least `enough` servers are silent that answered before. `isWaitedFor` selects the servers
   * whose checks count.
   */
  const allFailedSince = (enough: number, isDue: (sound: LastResponse) => boolean) => {
    const failed = [...silent].filter(([id]) => answered.has(id)).map(([, times]) => times);
    if (failed.length < enough) return undefined;
    const first = firstOf(failed);
    const now = performance.now();
    const isTooOld = ({ at, interval: every = RECENT_MS }: LastResponse) =>
      first - at > RECENT_MS || now - at > 2 * every + WINDOW_MS;
    const hasFailed = ([id, sound]: [string, LastResponse]) =>
      silent.has(id) || isTooOld(sound) || !isDue(sound);
    return [...answered].every(hasFailed) ? first : undefined;
  };

  const many = (now: number): number | undefined => {
    const recent = [...silent.values()].filter(({ last }) => now - last <= WINDOW_MS);
    const first =
      answered.size === 0 && recent.length >= CUT_OFF_SERVERS
        ? firstOf(recent)
        : allFailedSince(CUT_OFF_SERVERS, ({ at, interval: every = 0 }) => now >= at + every);
    return first === undefined ? undefined : Math.max(first, now - WINDOW_MS);
  };

  return {
    remember(earlier, silence) {
      for (const { serverId, at } of silence) noteFailure(serverId, at);
      for (const { serverId, at } of earlier)
        if (!answered.has(serverId)) answered.set(serverId, { at, interval: undefined });
    },
    async judge(serverId, look) {
      const startedAt = performance.now();
      let early: ReturnType<typeof neighbours.find> | undefined;
      const timer = setTimeout(() => void (early = neighbours.find()), SOON_MS);
      const observation = await look.finally(() => clearTimeout(timer));
      if (observation.line === 'heard') {
        noteResponse(serverId);
        neighbours.served(startedAt);
      }
      if (observation.line !== 'silent') return observation;
      // The network may have recovered by now, while the server's answer was lost.
      const before = await early;
      const found = before?.state === 'dead' ? before : await neighbours.find();
      const now = performance.now();
      noteFailure(serverId, now);
      manySince ??= many(now);
      if (found.state === 'dead') since ??= Math.max(found.since, firstOf(silent.values()));
      else
        since =
          manySince ??
          (found.state === 'unsure' ? allFailedSince(CUT_OFF_SERVERS_IF_UNSURE, () => true) : undefined);
      return since === undefined ? observation : CUT_OFF;
    },
    cutOff: () => (since === undefined ? undefined : { since, servers: [...silent.keys()] }),
  };
}

const firstOf = (times: Iterable<{ first: number }>): number =>
  Math.min(...Array.from(times, ({ first }) => first));

/** Announces when the checker is cut off, since when, and when the outage ends. */
export function announceCutOff(network: Pick<OwnNetwork, 'cutOff'>) {
  const listeners = new Set<(event: LiveEvent) => void>();
  let announced: number | undefined;
  let offlineSince: string | null = null;
  const event = (): LiveEvent => ({ type: 'checker', offlineSince });
  return {
    /** Call it after each result. */
    look() {
      const since = network.cutOff()?.since;
      if (since === announced) return;
      announced = since;
      offlineSince =
        since === undefined ? null : new Date(Date.now() - (performance.now() - since)).toISOString();
      for (const listener of listeners) listener(event());
    },
    now: () => (announced === undefined ? undefined : event()),
    onChange(listener: (event: LiveEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const CUT_OFF: Observation = {
  outcome: 'unknown',
  latencyMs: null,
  message: 'Nothing answers: the checker itself seems to be cut off',
};

/** The neighbours count as gone after this many servers answered while the neighbours did not. */
const REFUTING_SERVERS = 3;
/** Interval of checking whether neighbours answer at all, while servers answer. */
const NEIGHBOURS_AGAIN_MS = 60_000;
/** How long the kernel may consider a dead gateway reachable: 45 s reachable time, 5 s delay, three probes. */
const TRUSTED_MS = 60_000;

/** `unsure`: the neighbours cannot decide. A dead network has been down since the given time in milliseconds. */
type NetworkState = { state: 'alive' | 'unsure' } | { state: 'dead'; since: number };

/**
 * Whether the network to the nearest neighbours is dead. Silent neighbours prove it if they answered before. If they
 * never did, as behind some firewalls, only an unresolvable gateway proves it. Neither proves anything once servers
 * have answered repeatedly meanwhile.
 */
function watchNeighbours(listen: () => Promise<NeighbourState>) {
  let didAnswer = false;
  /** Servers answered although the neighbours did not. */
  let isRefuted = false;
  let last: NeighbourState | undefined;
  let aliveAt = -Infinity;
  /** Start of the network outage, and number of servers that answered in between. */
  let deadSince: number | undefined;
  let answersBetween = 0;
  let askedAt = -Infinity;
  let asking: Promise<NetworkState> | undefined;

  const judge = (): NetworkState => {
    const isProof = !isRefuted && (last === 'gone' || (last === 'silent' && didAnswer));
    if (last === 'apart' || isProof) return { state: 'dead', since: aliveAt };
    return { state: last === 'heard' ? 'alive' : 'unsure' };
  };

  const ask = async (): Promise<NetworkState> => {
    askedAt = performance.now();
    last = await listen();
    asking = undefined;
    if (last === 'heard') didAnswer = true;
    if (last === 'heard' || last === 'silent') isRefuted = false;
    const line = judge();
    if (line.state === 'dead') deadSince ??= performance.now();
    else {
      [deadSince, answersBetween] = [undefined, 0];
      aliveAt = last === 'heard' ? performance.now() : performance.now() - TRUSTED_MS;
    }
    return line;
  };

  return {
    find: (): Promise<NetworkState> => (asking ??= ask()),
    /** A server answered a check that began at this time. */
    served(startedAt: number) {
      const isBetween = deadSince !== undefined && startedAt > deadSince;
      if (asking || !(isBetween || performance.now() - askedAt > NEIGHBOURS_AGAIN_MS)) return;
      asking = ask();
      // The neighbours may recover together with the servers, so several answers are needed before they count as gone.
      void asking.then(({ state }) => {
        if (state !== 'dead' || !isBetween || ++answersBetween < REFUTING_SERVERS) return;
        [didAnswer, isRefuted, deadSince, answersBetween] = [false, true, undefined, 0];
      });
    },
  };
}
