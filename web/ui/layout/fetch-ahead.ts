/** Long enough for the first screen to have the network to itself. */
const DELAY_MS = 1_500;

/** Parts that actions need and that are not part of the first screen. */
const PARTS = [
  () => import('../overlays/toast-area.tsx'),
  () => import('../overlays/confirm-dialog.tsx'),
  () => import('../controls/menu-popup.tsx'),
];

type Part = () => Promise<unknown>;

/** Fetches them and `more` while there is a network: without them a save that fails later could not even say so. */
export function fetchAhead(more: Part[]): void {
  setTimeout(() => {
    // One that does not arrive is asked for again when it is needed.
    for (const part of [...PARTS, ...more]) part().catch(() => undefined);
  }, DELAY_MS);
}
