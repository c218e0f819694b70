import { forget, keepText, readKeptText } from '../../lib/kept.ts';

const KEY = 'character-keys';

/** Keys of one character act, unless somebody switched them off (WCAG 2.1.4); kept in the browser. */
export const areCharacterKeysOn = (): boolean => readKeptText(KEY) !== 'off';

export const switchCharacterKeys = (isOn: boolean): void => {
  if (isOn) forget(KEY);
  else keepText(KEY, 'off');
};

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** A window over the page has the keys for itself. */
export const isWindowOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** A key of one character that nobody is writing with, and no window is open that has it for itself. */
export const isCharacterKey = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isWriting(event.target) &&
  areCharacterKeysOn() &&
  !isWindowOpen();
