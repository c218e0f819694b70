import './styles.css';
import { recordInput } from './input-replay.ts';
import { correctLanguage } from './lib/browser-language.ts';
import { reloadWhenReady } from './lib/reload-when-ready.ts';

/** The fallback page when the application does not load. It looks like ScreenFailed, which is not loaded then. */
function showLoadFailure(error: unknown): void {
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
  // The server may be available and only a file missing, so retry less often.
  reloadWhenReady(10_000, true);
  throw error;
}

/** A hidden page is never painted, so do not wait longer than this. */
const PAINT_TIMEOUT_MS = 200;

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_TIMEOUT_MS);
  });

const isPrerendered = () => document.getElementById('root')?.hasAttribute('data-prerendered');
const hasServedText = () => document.querySelector('[data-first-text]') !== null;

/** The text of a document in its page: in the fields of its editor, or to read. */
async function takeServedText() {
  if (document.querySelector('[data-first-text] [data-early-text]'))
    (await import('./documents/reading/early-text.ts')).takeServedText();
  else (await import('./documents/reading/served-article.ts')).openServedArticle();
}

/** Lets the browser paint what the page contains first, because the application takes long to parse. */
async function start() {
  if (isPrerendered()) recordInput();
  // The application shows the document too, so an error here must not stop it.
  if (hasServedText()) await takeServedText().catch(reportError);
  if (isPrerendered() || hasServedText()) await painted();
  // Links to the files of the application, which the page holds back (server/http/pages.ts).
  const later = document.querySelector<HTMLTemplateElement>('template[data-later]');
  if (later) document.head.append(later.content);
  const { mountApplication } = await import('./mount.tsx');
  await mountApplication();
}

correctLanguage(navigator);
start().catch(showLoadFailure);
