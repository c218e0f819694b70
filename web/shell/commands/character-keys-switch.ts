import { forget, keepText, readKeptText } from '../../lib/kept.ts';

const KEY = 'character-keys';

/** Single-character keys can be switched off (WCAG 2.1.4). The choice is stored in the browser. */
export const areCharacterKeysOn = (): boolean => readKeptText(KEY) !== 'off';

export const switchCharacterKeys = (isOn: boolean): void => {
  if (isOn) forget(KEY);
  else keepText(KEY, 'off');
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
