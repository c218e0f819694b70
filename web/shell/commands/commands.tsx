import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { User } from '../../../contract/calls/user.ts';
import { collectKeys, takeKeys } from './early-keys.ts';
import { isCharacterKey, isWindowOpen, meaningOf } from './key-choices.ts';
import type { Shown } from './palette.tsx';
import { NARROW } from '../../lib/use-media.ts';
import { openedLater } from '../../ui/feedback/part.tsx';

const Palette = openedLater(() => import('./palette.tsx'), 'Palette', { shownAs: 'The palette' });
const KeysHelp = openedLater(() => import('./keys-help.tsx'), 'KeysHelp');

/** Leaves the network to the first screen. Afterwards the palette opens at once, so that no key press is lost. */
const FETCH_AHEAD_MS = 2_000;

const importCharacterKeys = () => import('./character-keys.ts');
let characterKeys: ReturnType<typeof importCharacterKeys> | undefined;

/** One import serves all presses. Of two imports that run at once, the second may end first, which swaps the keys. */
const loadCharacterKeys = () =>
  (characterKeys ??= importCharacterKeys().catch((error: unknown) => {
    characterKeys = undefined;
    throw error;
  }));

type Props = {
  user: User;
  toggleSidebar: () => void;
  shown: Shown;
  show: (next: Shown) => void;
};

/**
 * Ctrl or Cmd with K opens the palette, '?' the list of keys. The code of the other single-character keys loads on use.
 */
export function Commands({ user, toggleSidebar, shown, show }: Props) {
  // Stays mounted once opened, because an action that it started may still be running.
  const [wasShown, setWasShown] = useState(false);
  if (shown === 'palette' && !wasShown) setWasShown(true);
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void Palette.preload(), FETCH_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k') {
        event.preventDefault();
        const isOpening = !isWindowOpen();
        if (isOpening) collectKeys();
        else takeKeys();
        show(isOpening ? 'palette' : undefined);
      } else if (isCharacterKey(event)) {
        const meant = meaningOf(event.key);
        if (meant === '?') show('keys');
        else if (meant === '/') {
          // Wider screens have a search box, which takes this key.
          if (!matchMedia(NARROW).matches) return;
          event.preventDefault();
          show('palette');
        }
        // Loaded on the first key press; most people never use these keys.
        else
          void loadCharacterKeys().then(({ press }) =>
            press(event.key, meant, user.role, (target) => void navigate(target)),
          );
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, user.role, show]);
  return (
    <>
      {wasShown && <Palette isOpen={shown === 'palette'} {...{ user, show, toggleSidebar }} />}
      {shown === 'keys' && <KeysHelp role={user.role} onClose={() => show(undefined)} />}
    </>
  );
}
