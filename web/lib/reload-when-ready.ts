const LONGEST_MS = 30_000;

/** Loads the page anew, at the same address, once the server is ready after it was not; with `mayReload` also without that. */
export function reloadWhenReady(pause: number, mayReload = false): () => void {
  let timer = setTimeout(ask, pause);
  async function ask() {
    const isReady = await fetch('/readyz').then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady && mayReload) return location.reload();
    mayReload ||= !isReady;
    pause = Math.min(pause * 2, LONGEST_MS);
    timer = setTimeout(ask, pause);
  }
  return () => clearTimeout(timer);
}
