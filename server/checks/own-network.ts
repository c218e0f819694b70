import type { Nearby } from '../probe/nearby.ts';
import type { Observation } from '../probe/probe.ts';

/** So many different servers without a sound, and none with one: it is the checker that is cut off. */
const ENOUGH = 5;
const WINDOW_MS = 120_000;
/** Who answers at all mostly does so sooner; whoever does not may be behind a line that is dead just now. */
const SOON_MS = 1_000;
/** Between two tries to find somebody nearby who speaks at all. */
const LEARN_MS = 60_000;

export type OwnNetwork = {
  /** What was seen of the server, or `unknown` in its place while the checker itself is cut off. */
  judge(serverId: string, look: Promise<Observation>): Promise<Observation>;
  /** Since when silence is the checker's own fault, and which servers were silent: their results from then on say nothing. */
  cutOff(): { since: number; servers: string[] } | undefined;
};

/**
 * Tells silence of the servers from deafness of the checker. A server that makes no sound is held against it unless those
 * nearby, who spoke before, are silent as well; or unless every server that was asked in the last two minutes is silent and
 * there are at least five. `listen` never rejects.
 */
export function watchOwnNetwork(listen: () => Promise<Nearby>): OwnNetwork {
  const silent = new Map<string, number>();
  let since: number | undefined;
  const line = watchLine(listen);

  const heard = (seen: Observation, startedAt: number) => {
    if (seen.outcome === 'unknown') return seen;
    silent.clear();
    since = undefined;
    line.served(startedAt);
    return seen;
  };

  return {
    async judge(serverId, look) {
      const startedAt = Date.now();
      let wasDead: Promise<boolean> | undefined;
      const timer = setTimeout(() => void (wasDead = line.isDead()), SOON_MS);
      const seen = await look.finally(() => clearTimeout(timer));
      if (!seen.silent) return heard(seen, startedAt);
      // The line may be back by now, and the server's answer lost with it.
      if ((await wasDead) || (await line.isDead())) return DEAF;
      const now = Date.now();
      for (const [id, at] of silent) if (now - at > WINDOW_MS && since === undefined) silent.delete(id);
      if (!silent.has(serverId)) silent.set(serverId, now);
      if (silent.size < ENOUGH) return seen;
      since ??= Math.min(...silent.values());
      return DEAF;
    },
    cutOff: () => (since === undefined ? undefined : { since, servers: [...silent.keys()] }),
  };
}

const DEAF: Observation = {
  outcome: 'unknown',
  latencyMs: null,
  message: 'Nothing answers: the checker itself seems to be cut off',
};

/** Whether the way to the nearest neighbours is dead. Neighbours that were never heard, as behind some firewalls, say nothing. */
function watchLine(listen: () => Promise<Nearby>) {
  let areKnown = false;
  let deadSince: number | undefined;
  let askedAt = -Infinity;
  let asking: Promise<Nearby> | undefined;

  const isDead = async (): Promise<boolean> => {
    askedAt = Date.now();
    const nearby = await (asking ??= listen().finally(() => (asking = undefined)));
    if (nearby === 'heard') areKnown = true;
    const dead = nearby === 'apart' || (nearby === 'silent' && areKnown);
    deadSince = dead ? (deadSince ?? Date.now()) : undefined;
    return dead;
  };

  return {
    isDead,
    /** A server answered a look of that time: neighbours that were silent before it are gone, not out of reach. */
    served(startedAt: number) {
      if (deadSince !== undefined && startedAt > deadSince) {
        areKnown = false;
        deadSince = undefined;
      }
      if (!areKnown && Date.now() - askedAt > LEARN_MS) void isDead();
    },
  };
}
