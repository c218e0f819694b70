import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCurrentUser } from '../../api/session.ts';
import { randomKey } from '../../lib/random-key.ts';
import { type KeptImage, keepImages, readImages } from './kept-images.ts';

/** Names this tab, as long as it is open. */
function tabName(): string {
  try {
    const name = sessionStorage.getItem('tab') ?? randomKey();
    sessionStorage.setItem('tab', name);
    return name;
  } catch {
    // Without it two tabs find the same pictures, which is better than none.
    return '';
  }
}

/** Pasted pictures, kept like the text beside them: in this tab for the account that pasted them. `found` are those of before. */
export function useKeptImages(name: string) {
  const { data: user } = useCurrentUser();
  const [tab] = useState(tabName);
  const key = `${name}:${tab}:${user?.id ?? ''}`;
  const [images, show] = useState<KeptImage[]>([]);
  const [found, setFound] = useState<KeptImage[]>([]);
  const now = useRef(images);

  const change = (next: (before: KeptImage[]) => KeptImage[]) => {
    now.current = next(now.current);
    show(now.current);
    void keepImages(key, now.current);
  };
  const take = useEffectEvent((kept: KeptImage[]) => {
    if (kept.length === 0) return;
    change((before) => [...kept, ...before]);
    setFound(kept);
  });
  useEffect(() => {
    let isHere = true;
    void readImages(key).then((kept) => isHere && take(kept));
    return () => {
      isHere = false;
    };
  }, [key]);
  return [images, change, found] as const;
}
