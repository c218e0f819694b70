/** Leaves the network to the first screen. */
const DELAY_MS = 1_500;

/** Modules that actions need and that the first screen does not load. */
const PARTS = [
  () => import('../overlays/toast-area.tsx'),
  () => import('../overlays/confirm-dialog.tsx'),
  () => import('../controls/menu-popup.tsx'),
];

type FetchPart = () => Promise<unknown>;

/**
 * Preloads PARTS and `more` while the server is reachable: otherwise a later failed save could not even show its error.
 */
export function fetchAhead(more: FetchPart[]): void {
  setTimeout(() => {
    // A failed one is loaded again when it is needed.
    for (const part of [...PARTS, ...more]) part().catch(() => undefined);
  }, DELAY_MS);
}
