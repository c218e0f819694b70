import type { Observation } from '../probe/probe.ts';

/** So many different servers without a sound, and none with one: it is the checker that is cut off. */
const ENOUGH = 5;
const WINDOW_MS = 120_000;

export type OwnNetwork = {
  /** The observation, or `unknown` in its place while the checker itself seems to be cut off. */
  judge(serverId: string, seen: Observation, now?: number): Observation;
  /** Since when silence is the checker's own fault, and which servers were silent: their results from then on say nothing. */
  cutOff(): { since: number; servers: string[] } | undefined;
};

/**
 * Tells silence of the servers from deafness of the checker: when every server that was asked in the last two minutes is
 * silent (no refusal, no answer, nothing), and there are at least five, the fault is on our side.
 */
export function watchOwnNetwork(): OwnNetwork {
  const silent = new Map<string, number>();
  let since: number | undefined;
  return {
    judge(serverId, seen, now = Date.now()) {
      if (!seen.silent) {
        if (seen.outcome !== 'unknown') {
          silent.clear();
          since = undefined;
        }
        return seen;
      }
      for (const [id, at] of silent) if (now - at > WINDOW_MS && since === undefined) silent.delete(id);
      if (!silent.has(serverId)) silent.set(serverId, now);
      if (silent.size < ENOUGH) return seen;
      since ??= Math.min(...silent.values());
      return {
        outcome: 'unknown',
        latencyMs: null,
        message: 'Nothing answers: the checker itself seems to be cut off',
      };
    },
    cutOff: () => (since === undefined ? undefined : { since, servers: [...silent.keys()] }),
  };
}
