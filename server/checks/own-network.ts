import type { Nearby } from '../probe/nearby.ts';
import type { Observation } from '../probe/probe.ts';

/** So many different servers without a sound, and none with one: it is the checker that is cut off. */
const ENOUGH = 5;
const WINDOW_MS = 120_000;
/** Who answers at all mostly does so sooner; whoever does not may be behind a line that is dead just now. */
const SOON_MS = 1_000;
/** Servers that are heard between silences of the neighbours, until those are taken for gone. */
const GONE = 3;
/** Between two looks at whether the neighbours speak at all, while servers answer. */
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

  return {
    async judge(serverId, look) {
      const startedAt = Date.now();
      let wasDead: Promise<boolean> | undefined;
      const timer = setTimeout(() => void (wasDead = line.isDead()), SOON_MS);
      const seen = await look.finally(() => clearTimeout(timer));
      if (seen.line === 'heard') {
        silent.clear();
        since = undefined;
        line.served(startedAt);
      }
      if (seen.line !== 'silent') return seen;
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

/**
 * Whether the way to the nearest neighbours is dead. Those that were never heard, as behind some firewalls, say nothing; nor do
 * those that stay silent while servers answer again and again.
 */
function watchLine(listen: () => Promise<Nearby>) {
  let areKnown = false;
  /** Since when the neighbours were found silent each time, and how often a server was heard in between. */
  let silentSince: number | undefined;
  let heardBetween = 0;
  let askedAt = -Infinity;
  let asking: Promise<Nearby> | undefined;

  const ask = async (): Promise<Nearby> => {
    askedAt = Date.now();
    const nearby = await listen();
    asking = undefined;
    if (nearby === 'heard') {
      [areKnown, silentSince, heardBetween] = [true, undefined, 0];
    } else silentSince ??= Date.now();
    return nearby;
  };

  return {
    async isDead(): Promise<boolean> {
      const nearby = await (asking ??= ask());
      return nearby === 'apart' || (nearby === 'silent' && areKnown);
    },
    /** Another machine answered a look of that time. */
    served(startedAt: number) {
      const isBetween = areKnown && silentSince !== undefined && startedAt > silentSince;
      if (asking || !(isBetween || Date.now() - askedAt > LEARN_MS)) return;
      asking = ask();
      // They may be back as the servers are: it takes several such answers until they are taken for gone.
      void asking.then((nearby) => {
        if (nearby === 'silent' && isBetween && ++heardBetween >= GONE) areKnown = false;
      });
    },
  };
}
