import type { Nearby } from '../probe/nearby.ts';
import type { Observation } from '../probe/probe.ts';
import { watchLine } from './own-line.ts';

/** So many different servers without a sound, and none with one: it is the checker that is cut off. */
const ENOUGH = 5;
const WINDOW_MS = 120_000;
/** Of those that answered until now, where nobody nearby can tell: one alone may well have died. */
const ENOUGH_TO_FALL = 2;
/** Whoever was not heard for so long before the first one fell silent is not waited for. */
const RECENT_MS = 3_600_000;
/** Who answers at all mostly does so sooner; whoever does not may be behind a line that is dead just now. */
const SOON_MS = 1_000;

export type OwnNetwork = {
  /** What was seen of the server, or `unknown` in its place while the checker itself is cut off. */
  judge(serverId: string, look: Promise<Observation>): Promise<Observation>;
  /** Since when silence is the checker's own fault, and which servers were silent: their results from then on say nothing. */
  cutOff(): { since: number; servers: string[] } | undefined;
};

/**
 * Tells silence of the servers from deafness of the checker. A server that makes no sound is held against it unless the line
 * is dead by those nearby; or every server that was asked in the last two minutes is silent and there are at least five; or
 * nobody nearby can tell, and all servers that answered until now, two at least, fell silent without a sound in between.
 * `listen` never rejects.
 */
export function watchOwnNetwork(listen: () => Promise<Nearby>): OwnNetwork {
  /** Since anybody made a sound: when each server was found silent first and last. */
  const silent = new Map<string, { first: number; last: number }>();
  /** When those were heard last who have not been silent while others were heard. */
  const answered = new Map<string, number>();
  /** Many are silent, until one makes a sound. */
  let manySince: number | undefined;
  let since: number | undefined;
  const line = watchLine(listen);

  const heard = (serverId: string) => {
    for (const id of silent.keys()) answered.delete(id);
    answered.set(serverId, Date.now());
    silent.clear();
    manySince = since = undefined;
  };

  const firstOf = (times: Iterable<{ first: number }>): number =>
    Math.min(...Array.from(times, ({ first }) => first));

  const many = (now: number): number | undefined => {
    const lately = [...silent.values()].filter(({ last }) => now - last <= WINDOW_MS);
    return lately.length < ENOUGH ? undefined : Math.max(firstOf(lately), now - WINDOW_MS);
  };

  const allFell = (): number | undefined => {
    const fell = [...silent].filter(([id]) => answered.has(id)).map(([, times]) => times);
    if (fell.length < ENOUGH_TO_FALL) return undefined;
    const first = firstOf(fell);
    const isFallen = ([id, at]: [string, number]) => silent.has(id) || first - at > RECENT_MS;
    return [...answered].every(isFallen) ? first : undefined;
  };

  return {
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
      silent.set(serverId, { first: silent.get(serverId)?.first ?? now, last: now });
      manySince ??= many(now);
      if (found.state === 'dead') since ??= Math.max(found.since, firstOf(silent.values()));
      else since = manySince ?? (found.state === 'unsure' ? allFell() : undefined);
      return since === undefined ? seen : DEAF;
    },
    cutOff: () => (since === undefined ? undefined : { since, servers: [...silent.keys()] }),
  };
}

const DEAF: Observation = {
  outcome: 'unknown',
  latencyMs: null,
  message: 'Nothing answers: the checker itself seems to be cut off',
};
