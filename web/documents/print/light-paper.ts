import { useEffect, useLayoutEffect } from 'react';

/** Shows the light theme until the returned function is called, even if the theme changes meanwhile. */
export function lighten(): () => void {
  const { dataset } = document.documentElement;
  const wasPaper = 'paper' in dataset;
  const apply = () => dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  dataset['paper'] = '';
  apply();
  return () => {
    if (!wasPaper) delete dataset['paper'];
    apply();
  };
}

/** While mounted, everything is rendered in the light theme, including diagrams. */
export const useLightTheme = () => useLayoutEffect(lighten, []);

/** Uses the light theme while the browser prints, because paper is white. */
export const useLightPaper = () =>
  useEffect(() => {
    let restore: (() => void) | undefined;
    const before = () => (restore = lighten());
    const after = () => restore?.();
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
