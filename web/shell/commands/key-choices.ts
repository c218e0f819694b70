import * as z from 'zod/mini';
import { forget, keep, readKept, keepText, readKeptText } from '../../lib/kept.ts';

const KEY = 'key-choices';
const Choices = z.record(z.string(), z.string());

/** Single-character keys that people can reassign. */
export const CHANGEABLE = new Set(['/', '?', 'n', 'g', 'j', 'k', 'x', 'e', 'h', 'p']);

/** The chosen key for each original key; stored in this browser. */
const choices = (): Record<string, string> => readKept(KEY, Choices) ?? {};

export const keyFor = (meant: string): string => choices()[meant] ?? meant;

/** The original key of a pressed key; undefined if its meaning moved to another key. */
export function meaningOf(pressed: string): string | undefined {
  const chosen = choices();
  const meant = Object.keys(chosen).find((key) => chosen[key] === pressed);
  return meant ?? (chosen[pressed] === undefined ? pressed : undefined);
}

/** Assigns `pressed` to the action of `meant`. If `pressed` is in use, the two swap keys. */
export function chooseKey(meant: string, pressed: string): void {
  const chosen = choices();
  const other = [...CHANGEABLE].find((key) => key !== meant && keyFor(key) === pressed);
  if (other) chosen[other] = keyFor(meant);
  chosen[meant] = pressed;
  for (const [key, value] of Object.entries(chosen)) if (key === value) delete chosen[key];
  keep(KEY, chosen);
}

export const hasChoices = (): boolean => Object.keys(choices()).length > 0;
export const forgetChoices = (): void => forget(KEY);

const SWITCH_KEY = 'character-keys';

/** Single-character keys can be switched off (WCAG 2.1.4). The choice is stored in the browser. */
export const areCharacterKeysOn = (): boolean => readKeptText(SWITCH_KEY) !== 'off';

export const switchCharacterKeys = (isOn: boolean): void => {
  if (isOn) forget(SWITCH_KEY);
  else keepText(SWITCH_KEY, 'off');
};

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** A dialog handles keys itself. */
export const isWindowOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** A single-character key that was not typed into a field, while no dialog is open. */
export const isCharacterKey = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isWriting(event.target) &&
  areCharacterKeysOn() &&
  !isWindowOpen();
