import './styles.css';
import { keepActions } from './early-actions.ts';
import { correctLanguage } from './lib/browser-language.ts';
import { sayThatNothingCame } from './nothing-came.ts';

/** A hidden page is never painted. */
const PATIENCE_MS = 200;
/** A text that comes later than this comes no sooner for it that the application waits. */
const PATIENCE_WITH_TEXT_MS = 1_000;

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PATIENCE_MS);
  });

const isDrawn = () => document.getElementById('root')?.hasAttribute('data-drawn');

/** As web/first-files.ts has it. */
const opensDocument = () => {
  const search = new URLSearchParams(location.search);
  return (
    /^\/(knowledge-base|documents)\/?$/.test(location.pathname) &&
    search.has('doc') &&
    search.get('mode') !== 'preview'
  );
};

/** What there is to read is seen first; the program that takes it over is long to read itself. */
async function begin() {
  if (isDrawn()) {
    keepActions();
    await painted();
  } else if (opensDocument() && !('visitor' in document.documentElement.dataset)) {
    const { showFirstText } = await import('./shell/first-text.ts');
    await Promise.race([
      showFirstText(),
      new Promise((resolve) => {
        setTimeout(resolve, PATIENCE_WITH_TEXT_MS);
      }),
    ]);
    await painted();
  }
  const { takeOver } = await import('./take-over.tsx');
  await takeOver();
}

correctLanguage(navigator);
begin().catch(sayThatNothingCame);
