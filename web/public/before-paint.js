// Runs before the first paint, so that nothing changes its look or its position afterwards.

// Only the application submits forms.
addEventListener('submit', (event) => event.preventDefault());

(() => {
  const { dataset } = document.documentElement;
  /** Undefined if storage is disabled. */
  const quietly = (read) => {
    try {
      return read(localStorage);
    } catch {
      return undefined;
    }
  };

  // The theme is light, dark or system.
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const applyTheme = () => {
    const choice = quietly((storage) => storage.getItem('theme'));
    const chosen = choice === 'light' || choice === 'dark' ? choice : systemIsDark.matches ? 'dark' : 'light';
    dataset.theme = 'paper' in dataset ? 'light' : chosen;
  };
  applyTheme();
  systemIsDark.addEventListener('change', applyTheme);
  addEventListener('storage', applyTheme);

  // For the text of a document that the page contains (readable-page.tsx).
  const sidebar = quietly((storage) => storage.getItem('sidebar'));
  if (sidebar) dataset.sidebar = sidebar;
  const opened = new URLSearchParams(location.search).get('doc');
  const isDraft = (key) => key.startsWith('draft:') && key.includes(`:${opened}`);
  if (opened && quietly((storage) => Object.keys(storage).some(isDraft))) dataset.leftDraft = '';
})();
