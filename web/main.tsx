import './styles.css';
import { keepActions } from './early-actions.ts';
import { correctLanguage } from './lib/browser-language.ts';
import { sayThatNothingCame } from './nothing-came.ts';

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
    keepActions();
    await painted();
  }
  const { takeOver } = await import('./take-over.tsx');
  await takeOver();
}

correctLanguage(navigator);
begin().catch(sayThatNothingCame);
