import type { Role } from '../../../contract/user.ts';
import { paths } from '../../paths.ts';
import { PLACES } from './place-keys.ts';

/** What is new on a screen; on others it is the button that says so. */
const NEW: Record<string, string> = {
  [paths.infrastructure]: 'server',
  [paths.knowledgeBase]: 'knowledge-base',
};
/** The second key of two must follow within this time. */
const PAIR_MS = 1_500;
const STEPS: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp', x: ' ' };

let gAt = 0;

/** Does what a key of one character stands for. Unknown keys do nothing. `pressed`: the key as it is on the keyboard. */
export function press(
  pressed: string,
  key: string | undefined,
  role: Role,
  go: (place: { to: string; search?: Record<string, string> }) => void,
): void {
  const isSecond = Date.now() - gAt < PAIR_MS;
  gAt = key === 'g' ? Date.now() : 0;
  const to = isSecond
    ? PLACES.find((place) => place.key === pressed && (!place.role || place.role === role))?.to
    : undefined;
  const create = key === 'n' ? NEW[location.pathname] : undefined;
  const step = key && STEPS[key];
  if (to) go({ to });
  else if (create) go({ to: location.pathname, search: { create } });
  else if (key === 'n') document.querySelector<HTMLElement>('[data-new]')?.click();
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
