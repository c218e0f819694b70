// Only the application sends forms.
addEventListener('submit', (event) => event.preventDefault());

// Before the first paint; the content policy allows no inline script. The stored theme is light, dark or system.
(() => {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const stored = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      // The browser forbids it.
      return null;
    }
  };
  const apply = () => {
    const choice = stored();
    const chosen = choice === 'light' || choice === 'dark' ? choice : systemIsDark.matches ? 'dark' : 'light';
    const { dataset } = document.documentElement;
    dataset.theme = 'paper' in dataset ? 'light' : chosen;
  };
  apply();
  systemIsDark.addEventListener('change', apply);
  addEventListener('storage', apply);
})();
