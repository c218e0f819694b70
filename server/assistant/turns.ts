/** Answers that one person is given at the same time; further questions wait for their turn. */
const AT_ONCE = 2;

/** Who is being answered on this node, and who waits. */
export function takingTurns() {
  const people = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async function inTurn<T>(userId: string, answer: () => Promise<T>): Promise<T> {
    const own = people.get(userId) ?? { running: 0, waiting: [] };
    people.set(userId, own);
    // Whoever is done hands its place on, so that nobody comes in between.
    if (own.running >= AT_ONCE) await new Promise<void>((resolve) => own.waiting.push(resolve));
    else own.running += 1;
    try {
      return await answer();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else if ((own.running -= 1) === 0) people.delete(userId);
    }
  };
}
