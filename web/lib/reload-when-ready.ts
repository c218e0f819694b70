const LONGEST_MS = 30_000;

/** Reloads the page once the server is ready again; with `mayReload`, also if it was ready all the time. */
export function reloadWhenReady(pause: number, mayReload = false): () => void {
  let timer = setTimeout(ask, pause);
  async function ask() {
    const { ok } = await fetch('/readyz').catch(() => ({ ok: false }));
    if (ok && mayReload) return location.reload();
    mayReload ||= !ok;
    timer = setTimeout(ask, (pause = Math.min(pause * 2, LONGEST_MS)));
  }
  return () => clearTimeout(timer);
}
