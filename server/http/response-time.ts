const STEP_MS = 200;

/**
 * Delays a response to the next whole step since the request. Work for an address with an account takes a few
 * milliseconds more or less than for one without (rows, a queued mail), and all of it fits into the step. The
 * measurable difference is then a small fraction of the step, too little to detect.
 */
export async function roundedUp<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const end = startedAt + Math.ceil((performance.now() - startedAt) / STEP_MS) * STEP_MS;
    // A timer may fire early, since it counts from the start of its turn of the event loop.
    for (let left = end - performance.now(); left > 0; left = end - performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
    }
  }
}
