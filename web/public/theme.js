// A page may stand before its program runs; forms are sent by the program alone.
addEventListener('submit', (event) => event.preventDefault());

// Runs before the first paint, so that nobody sees a flash of the other theme; it is a file of its own because the
// content policy allows no inline script. 'theme' in the browser's store is light, dark or system.
(() => {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const choice = localStorage.getItem('theme');
    const chosen = choice === 'light' || choice === 'dark' ? choice : systemIsDark.matches ? 'dark' : 'light';
    // Paper is white, whatever was chosen for the screen.
    const theme = 'paper' in document.documentElement.dataset ? 'light' : chosen;
    document.documentElement.dataset.theme = theme;
  };
  apply();
  systemIsDark.addEventListener('change', apply);
  // Another tab chose another theme.
  addEventListener('storage', apply);
})();
