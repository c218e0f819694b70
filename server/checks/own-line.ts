import type { Nearby } from '../probe/nearby.ts';

/** Servers that are heard between silences of the neighbours, until those are taken for gone. */
const GONE = 3;
/** Between two looks at whether the neighbours speak at all, while servers answer. */
const LEARN_MS = 60_000;
/** So long the kernel may take a gateway for reachable that no longer is: 45 s of trust, five of patience, three questions. */
const TRUSTED_MS = 60_000;

/** `unsure`: nobody nearby can tell. A dead line may have been dead since the time given, in milliseconds. */
export type Line = { state: 'alive' | 'unsure' } | { state: 'dead'; since: number };

/**
 * Whether the way to the nearest neighbours is dead. Neighbours who say nothing prove it where they spoke before; where they
 * never did, as behind some firewalls, only a gateway proves it that is not even there for the link. Neither proves anything
 * once servers have answered again and again meanwhile.
 */
export function watchLine(listen: () => Promise<Nearby>) {
  let didSpeak = false;
  /** Servers answered without them. */
  let isRefuted = false;
  let last: Nearby | undefined;
  let aliveAt = -Infinity;
  /** Since when the line was found dead each time, and how often a server was heard in between. */
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
