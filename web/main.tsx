import './styles.css';
import { keepActions } from './early-actions.ts';
import { correctLanguage } from './lib/browser-language.ts';
import { reloadWhenReady } from './lib/reload-when-ready.ts';

/** In place of a page whose program did not arrive; as web/shell/screen-failed.tsx, which is a part of that program. */
function sayThatNothingCame(error: unknown): void {
  const title = document.createElement('h1');
  title.className = 'text-md';
  title.textContent = 'Ops Hub could not be loaded';
  const text = document.createElement('p');
  text.className = 'text-sm text-muted';
  text.textContent = 'Check the connection. It is tried again by itself.';
  const again = document.createElement('a');
  again.className = 'mt-3 font-medium text-accent-ink underline underline-offset-2';
  again.href = location.href;
  again.textContent = 'Try again';
  const page = document.createElement('main');
  page.role = 'alert';
  page.className = 'flex min-h-dvh flex-col items-center justify-center gap-1 p-6 text-center';
  page.append(title, text, again);
  document.getElementById('root')?.replaceChildren(page);
  // The server may be well and the file alone missing: not so often, then.
  reloadWhenReady(10_000, true);
  throw error;
}

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
