/**
 * Returns a function that runs the work, and once more if it is called meanwhile. Its promise resolves when no run is left.
 * Runs never overlap. The work handles its own errors.
 */
export function withoutOverlap(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const runAll = async () => {
    while (again) {
      again = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    again = true;
    running ??= runAll();
    return running;
  };
}
