import { type RefObject, useEffect } from 'react';
import { isCharacterKey } from './commands/character-keys-switch.ts';
import { meaningOf } from './commands/key-choices.ts';

/** '/' moves the focus to the search, except while writing or while a window is open over the page. */
export function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (meaningOf(event.key) !== '/' || !isCharacterKey(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
}
