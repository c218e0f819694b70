import { useEffect, useEffectEvent, useState } from 'react';
import { useCurrentUser } from '../../api/session.ts';

const KEEP_MS = 500;

const store = (act: (storage: Storage) => string | null | void): string => {
  try {
    return act(sessionStorage) ?? '';
  } catch {
    // A store that is full or forbidden keeps nothing; the text on the screen is not touched by it.
    return '';
  }
};

/**
 * The text of a panel, kept in this tab for the account that typed it until it is emptied: who looks something up elsewhere, or
 * has to sign in anew, finds it again.
 */
export function useKeptText(name: string) {
  const { data: user } = useCurrentUser();
  const key = `${name}:${user?.id ?? ''}`;
  const [text, setText] = useState(() => store((storage) => storage.getItem(key)));
  const keep = useEffectEvent(() => {
    store((storage) => (text === '' ? storage.removeItem(key) : storage.setItem(key, text)));
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(), KEEP_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const onHide = () => keep();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      keep();
    };
  }, []);
  return [text, setText] as const;
}
