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
/** After this time the application loads even without the text. */
const TEXT_TIMEOUT_MS = 1_000;

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_TIMEOUT_MS);
  });

const isPrerendered = () => document.getElementById('root')?.hasAttribute('data-prerendered');

/** The address of the opened document's text. The server marks its preload link (server/http/pages.ts). */
const callForText = document.querySelector('link[data-text]')?.getAttribute('href');

const showText = async (call: string) => (await import('./shell/first-text.ts')).showFirstText(call);

/** Lets the browser paint a prerendered page or a document's text first, because the application takes long to parse. */
async function start() {
  if (isPrerendered()) {
    recordInput();
    await painted();
  } else if (callForText) {
    const timeout = new Promise((resolve) => {
      setTimeout(resolve, TEXT_TIMEOUT_MS);
    });
    // The application shows the document too, so an error here must not stop it.
    await Promise.race([showText(callForText).catch(reportError), timeout]);
    await painted();
  }
  const { mountApplication } = await import('./mount.tsx');
  await mountApplication();
}

correctLanguage(navigator);
start().catch(showLoadFailure);
