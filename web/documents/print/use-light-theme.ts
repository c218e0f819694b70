import { useEffect, useLayoutEffect } from 'react';

/** Shows the light theme until the function it returns is called, whatever is chosen meanwhile. */
function lighten(): () => void {
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

/** While the page stands everything is drawn in the light theme, pictures too. */
export const useLightTheme = () => useLayoutEffect(lighten, []);

/** Paper is white, whatever the screen is: the page is light for as long as it is being printed. */
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
