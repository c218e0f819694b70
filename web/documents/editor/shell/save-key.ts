import { useEffect, useEffectEvent } from 'react';

type Pressed = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>;

export const isSaveKey = ({ key, metaKey, ctrlKey, altKey }: Pressed): boolean =>
  (metaKey || ctrlKey) && !altKey && key.toLowerCase() === 's';

/** Ctrl+S or ⌘S saves the document instead of the page. */
export function useSaveKey(save: () => void): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      if (!event.repeat) onSave();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** The key's label on this machine. */
export const SAVE_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘S' : 'Ctrl+S';
