import { paths } from '../../paths.ts';

/** After G. */
const PLACES: Record<string, string> = {
  d: paths.home,
  k: paths.knowledgeBase,
  i: paths.infrastructure,
  a: paths.assistant,
  t: paths.team,
  s: paths.settings,
};
/** What is new on a screen. */
const NEW: Record<string, string> = {
  [paths.infrastructure]: 'server',
  [paths.knowledgeBase]: 'knowledge-base',
};
/** The second key of two must follow within this time. */
const PAIR_MS = 1_500;
const STEPS: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp', x: ' ' };

let gAt = 0;

/** Does what a key of one character stands for. Unknown keys do nothing. */
export function press(
  key: string,
  go: (place: { to: string; search?: Record<string, string> }) => void,
): void {
  const isSecond = Date.now() - gAt < PAIR_MS;
  gAt = key === 'g' ? Date.now() : 0;
  const to = isSecond ? PLACES[key] : undefined;
  const create = key === 'n' ? NEW[location.pathname] : undefined;
  const step = STEPS[key];
  if (to) go({ to });
  else if (create) go({ to: location.pathname, search: { create } });
  else if (step) moveRow(step);
}

/** In a list that arrows move through: to its row, or on from there. */
function moveRow(key: string): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  if (row) {
    row.focus();
    row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  } else document.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus();
}
