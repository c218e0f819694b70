/** The most that a browser keeps; the least useful goes first. */
export const MOST_BYTES = 200 * 1024 * 1024;

const DAY_MS = 86_400_000;

/** How long copies open without contact to the server (OFFLINE_DAYS). The page of the product says so; without it, not at all. */
export const offlineDays = (): number => Number(document.documentElement.dataset['offlineDays'] ?? 0);

/** When the server answered last, and the largest time that this browser has seen since then. */
export type Times = { contact: number; seen: number };

/** The moment from which copies do not open without contact. */
export const endOfCopies = (contact: number): number => contact + offlineDays() * DAY_MS;

/** A clock may be corrected by a few minutes; a larger step back is no time that one can count with. */
const CORRECTION_MS = 60 * 60_000;

/**
 * Whether copies may be shown. A clock that was set back would make them younger than they are, so they stay closed until the
 * server answers. Those without contact for too long end.
 */
export function stateOfCopies({ contact, seen }: Times, now: number): 'open' | 'closed' | 'ended' {
  if (Math.max(now, seen) > endOfCopies(contact)) return 'ended';
  return now < seen - CORRECTION_MS ? 'closed' : 'open';
}
