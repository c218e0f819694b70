import type { Role } from '../../../contract/calls/user.ts';
import { paths } from '../../paths.ts';
import { NAVIGATION } from '../navigation.ts';

type KeyTarget = { key: string; to: string; label: string; role?: Role };

const KEYS: Record<string, string> = {
  [paths.home]: 'd',
  [paths.knowledgeBase]: 'k',
  [paths.infrastructure]: 'i',
  [paths.alerts]: 'w',
  [paths.assistant]: 'a',
  [paths.team]: 't',
  [paths.settings]: 's',
  [paths.approval]: 'p',
  [paths.users]: 'u',
  [paths.groups]: 'r',
  [paths.alertRules]: 'e',
  [paths.channels]: 'c',
  [paths.alertInputs]: 'h',
  [paths.audit]: 'l',
  [paths.brokenLinks]: 'b',
  [paths.system]: 'y',
};

/** Targets of the keys after G: every screen of the sidebar, and the documents, which have no entry there. */
export const KEY_TARGETS: KeyTarget[] = [
  ...NAVIGATION.flatMap(({ role, entries }) =>
    entries.flatMap(({ to, label }) => (KEYS[to] ? { key: KEYS[to], to, label, ...(role && { role }) } : [])),
  ),
  { key: 'o', to: paths.documents, label: 'Documents' },
];

/** There the button is a menu of kinds; the key takes the first one. */
const NEW = { to: paths.knowledgeBase, search: { create: 'knowledge-base' } };
/** The second key of two must follow within this time. */
const PAIR_MS = 1_500;
const STEPS: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp', x: ' ' };

let gAt = -Infinity;

/**
 * Runs the action of a single-character key; unknown keys do nothing. `pressed` is the physical key, before
 * reassignment.
 */
export function press(
  pressed: string,
  key: string | undefined,
  role: Role,
  go: (target: { to: string; search?: Record<string, string> }) => void,
): void {
  const isSecond = performance.now() - gAt < PAIR_MS;
  gAt = key === 'g' ? performance.now() : -Infinity;
  const to = isSecond
    ? KEY_TARGETS.find((target) => target.key === pressed && (!target.role || target.role === role))?.to
    : undefined;
  const step = key && STEPS[key];
  if (to) go({ to });
  else if (key === 'n' && role !== 'viewer' && location.pathname === NEW.to) go(NEW);
  else if (step) moveRow(step);
  else if (key) runAction(`[data-action="${CSS.escape(key)}"]`);
}

/** In a list, the action of the row that has the focus. */
function runAction(action: string): void {
  const row = document.activeElement?.closest('li, tr');
  const control = row?.querySelector<HTMLElement>(action) ?? document.querySelector<HTMLElement>(action);
  control?.click();
}

/** Focuses the current row of a list, or moves from it as the arrow keys do. */
function moveRow(key: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  if (rows.length > 0) return focusNextRow(rows, key);
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  if (row) {
    row.focus();
    row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  } else document.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus();
}

/** Focuses the first link of the next or previous row. Without a focused row it begins with the first one. */
function focusNextRow(rows: HTMLElement[], key: string): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return;
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  rows[now < 0 ? 0 : now + step]?.querySelector('a')?.focus();
}
