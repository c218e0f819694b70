import type { LiveEvent } from '../../contract/live.ts';
import type { NeighbourState } from '../probe/neighbours.ts';
import type { Observation } from '../probe/probe.ts';

/** So many servers that answered until now, and none of those that are due with a sound: it is the checker that is cut off. */
const ENOUGH = 5;
/** Right after a start nobody is known to have answered; so many in this time will do then, and no silence is older that counts. */
const WINDOW_MS = 120_000;
/** Of those that answered until now, where nobody nearby can tell: one alone may well have died. */
const ENOUGH_TO_FALL = 2;
/** Servers that did not answer for this long before the first failure are not waited for, nor those that missed two checks. */
const RECENT_MS = 3_600_000;
/** Most replies come sooner; a missing one may mean that this machine's network is down. */
const SOON_MS = 1_000;

export type OwnNetwork = {
  /** Replies before this process started, and failures on this node since: as if this process had seen them. */
  remember(heard: { serverId: string; at: Date }[], silence?: { serverId: string; at: Date }[]): void;
  /** What was seen of the server, or `unknown` in its place while the checker itself is cut off. */
  judge(serverId: string, look: Promise<Observation>): Promise<Observation>;
  /** Since when silence is the checker's own fault, and which servers were silent: their results from then on say nothing. */
  cutOff(): { since: number; servers: string[] } | undefined;
};

/** When a server answered, and how long after its previous answer. */
type Sound = { at: number; every: number | undefined };

/**
 * Tells silence of the servers from deafness of the checker. A server that makes no sound is held against it unless the line
 * is dead by those nearby; or at least five that answered until now fell silent, and with them all others whose look was due;
 * or nobody nearby can tell, and all servers that answered until now, two at least, fell silent. In each case without a sound
 * in between: one that answers shows that the others are down, and they are no witnesses any more until they answer.
 * `listen` never rejects.
 */
export function watchOwnNetwork(listen: () => Promise<NeighbourState>): OwnNetwork {
  /** Since anybody made a sound: when each server was found silent first and last. */
  const silent = new Map<string, { first: number; last: number }>();
  /** Servers that did not fail while others answered. */
  const answered = new Map<string, Sound>();
  /** Many are silent, until one makes a sound. */
  let manySince: number | undefined;
  let since: number | undefined;
  const line = watchLine(listen);

  const fellSilent = (serverId: string, at: number) =>
    silent.set(serverId, { first: silent.get(serverId)?.first ?? at, last: at });

  const heard = (serverId: string) => {
    for (const id of silent.keys()) answered.delete(id);
    const now = Date.now();
    const before = answered.get(serverId);
    answered.set(serverId, { at: now, every: before && now - before.at });
    silent.clear();
    manySince = since = undefined;
  };

  const firstOf = (times: Iterable<{ first: number }>): number =>
    Math.min(...Array.from(times, ({ first }) => first));

  /** Since when all fell silent who answered until now, where those are enough; `isWaitedFor` says whose look counts. */
  const allFell = (enough: number, isWaitedFor: (sound: Sound) => boolean) => {
    const fell = [...silent].filter(([id]) => answered.has(id)).map(([, times]) => times);
    if (fell.length < enough) return undefined;
    const first = firstOf(fell);
    const now = Date.now();
    const isGone = ({ at, every = RECENT_MS }: Sound) =>
      first - at > RECENT_MS || now - at > 2 * every + WINDOW_MS;
    const isFallen = ([id, sound]: [string, Sound]) => silent.has(id) || isGone(sound) || !isWaitedFor(sound);
    return [...answered].every(isFallen) ? first : undefined;
  };

  const many = (now: number): number | undefined => {
    const lately = [...silent.values()].filter(({ last }) => now - last <= WINDOW_MS);
    const first =
      answered.size === 0 && lately.length >= ENOUGH
        ? firstOf(lately)
        : allFell(ENOUGH, ({ at, every = 0 }) => now >= at + every);
    return first === undefined ? undefined : Math.max(first, now - WINDOW_MS);
  };

  return {
    remember(earlier, silence = []) {
      for (const { serverId, at } of silence) fellSilent(serverId, at.getTime());
      for (const { serverId, at } of earlier)
        if (!answered.has(serverId)) answered.set(serverId, { at: at.getTime(), every: undefined });
    },
    async judge(serverId, look) {
      const startedAt = Date.now();
      let early: ReturnType<typeof line.find> | undefined;
      const timer = setTimeout(() => void (early = line.find()), SOON_MS);
      const seen = await look.finally(() => clearTimeout(timer));
      if (seen.line === 'heard') {
        heard(serverId);
        line.served(startedAt);
      }
      if (seen.line !== 'silent') return seen;
      // The line may be back by now, and the server's answer lost with it.
      const before = await early;
      const found = before?.state === 'dead' ? before : await line.find();
      const now = Date.now();
      fellSilent(serverId, now);
      manySince ??= many(now);
      if (found.state === 'dead') since ??= Math.max(found.since, firstOf(silent.values()));
      else since = manySince ?? (found.state === 'unsure' ? allFell(ENOUGH_TO_FALL, () => true) : undefined);
      return since === undefined ? seen : DEAF;
    },
    cutOff: () => (since === undefined ? undefined : { since, servers: [...silent.keys()] }),
  };
}

/** Tells whoever listens when the checker is cut off, since when, and when it no longer is. */
export function tellingLine(network: Pick<OwnNetwork, 'cutOff'>) {
  const listeners = new Set<(event: LiveEvent) => void>();
  let told: number | undefined;
  const eventOf = (since: number | undefined): LiveEvent => ({
    type: 'checker',
    offlineSince: since === undefined ? null : new Date(since).toISOString(),
  });
  return {
    /** After each result. */
    look() {
      const since = network.cutOff()?.since;
      if (since === told) return;
      told = since;
      for (const hear of listeners) hear(eventOf(since));
    },
    now: () => (told === undefined ? undefined : eventOf(told)),
    onChange(hear: (event: LiveEvent) => void) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

const DEAF: Observation = {
  outcome: 'unknown',
  latencyMs: null,
  message: 'Nothing answers: the checker itself seems to be cut off',
};

/** Servers that answer while the neighbours do not, before the neighbours count as gone. */
const GONE = 3;
/** Between two looks at whether the neighbours speak at all, while servers answer. */
const LEARN_MS = 60_000;
/** So long the kernel may take a gateway for reachable that no longer is: 45 s of trust, five of patience, three questions. */
const TRUSTED_MS = 60_000;

/** `unsure`: nobody nearby can tell. A dead line may have been dead since the time given, in milliseconds. */
type Line = { state: 'alive' | 'unsure' } | { state: 'dead'; since: number };

/**
 * Whether the way to the nearest neighbours is dead. Neighbours who say nothing prove it where they spoke before; where they
 * never did, as behind some firewalls, only a gateway proves it that is not even there for the link. Neither proves anything
 * once servers have answered again and again meanwhile.
 */
function watchLine(listen: () => Promise<NeighbourState>) {
  let didSpeak = false;
  /** Servers answered without them. */
  let isRefuted = false;
  let last: NeighbourState | undefined;
  let aliveAt = -Infinity;
  /** Start of each network outage, and how often a server answered in between. */
  let deadSince: number | undefined;
  let heardBetween = 0;
  let askedAt = -Infinity;
  let asking: Promise<Line> | undefined;

  const judge = (): Line => {
    const isProof = !isRefuted && (last === 'gone' || (last === 'silent' && didSpeak));
    if (last === 'apart' || isProof) return { state: 'dead', since: aliveAt };
    return { state: last === 'heard' ? 'alive' : 'unsure' };
  };

  const ask = async (): Promise<Line> => {
    askedAt = Date.now();
    last = await listen();
    asking = undefined;
    if (last === 'heard') didSpeak = true;
    if (last === 'heard' || last === 'silent') isRefuted = false;
    const line = judge();
    if (line.state === 'dead') deadSince ??= Date.now();
    else {
      [deadSince, heardBetween] = [undefined, 0];
      aliveAt = last === 'heard' ? Date.now() : Date.now() - TRUSTED_MS;
    }
    return line;
  };

  return {
    find: (): Promise<Line> => (asking ??= ask()),
    /** Another machine answered a look that began then. */
    served(startedAt: number) {
      const isBetween = deadSince !== undefined && startedAt > deadSince;
      if (asking || !(isBetween || Date.now() - askedAt > LEARN_MS)) return;
      asking = ask();
      // They may be back as the servers are: it takes several such answers until they are taken for gone.
      void asking.then(({ state }) => {
        if (state !== 'dead' || !isBetween || ++heardBetween < GONE) return;
        [didSpeak, isRefuted, deadSince, heardBetween] = [false, true, undefined, 0];
      });
    },
  };
}
