import './styles.css';
import { keepPresses } from './early-presses.ts';

/** A hidden page is never painted. */
const PATIENCE_MS = 200;

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PATIENCE_MS);
  });

/** A page that came drawn is seen first; the program that takes it over is long to read. */
async function begin() {
  if (document.getElementById('root')?.hasAttribute('data-drawn')) {
    keepPresses();
    await painted();
  }
  const { takeOver } = await import('./take-over.tsx');
  takeOver();
}

void begin();
