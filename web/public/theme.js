// Only the application submits forms.
addEventListener('submit', (event) => event.preventDefault());

// Runs before the first paint. The theme is light, dark or system.
(() => {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice;
    try {
      choice = localStorage.getItem('theme');
    } catch {
      // Storage is disabled.
    }
    const chosen = choice === 'light' || choice === 'dark' ? choice : systemIsDark.matches ? 'dark' : 'light';
    const { dataset } = document.documentElement;
    dataset.theme = 'paper' in dataset ? 'light' : chosen;
  };
  apply();
  systemIsDark.addEventListener('change', apply);
  addEventListener('storage', apply);
})();
