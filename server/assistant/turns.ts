import { placesFor } from '../places.ts';

/** Answers that one person is given at the same time; further questions wait for their turn. */
const AT_ONCE = 2;

/** Who is being answered on this node, and who waits. */
export function takingTurns() {
  const people = new Map<string, ReturnType<typeof placesFor>>();
  return async function inTurn<T>(userId: string, answer: () => Promise<T>): Promise<T> {
    const own = people.get(userId) ?? placesFor(AT_ONCE);
    people.set(userId, own);
    try {
      return await own.run(answer);
    } finally {
      if (own.isIdle()) people.delete(userId);
    }
  };
}
