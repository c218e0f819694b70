const STEP_MS = 200;

/**
 * Holds an answer back to the next whole step of time since the call came in. What is done for an address with an account
 * takes a few milliseconds more or less than what is done for one without (rows, a mail on its way); all of that
 * happens within the step. However busy the machine, the answer then tells those milliseconds as a share of the step at
 * most, which is too little to see.
 */
export async function roundedUp<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    const end = begun + Math.ceil((performance.now() - begun) / STEP_MS) * STEP_MS;
    // A timer counts from the begin of its turn of the event loop, so it may be early.
    for (let left = end - performance.now(); left > 0; left = end - performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
    }
  }
}
