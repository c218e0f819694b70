import { reloadWhenReady } from './lib/reload-when-ready.ts';

/** In place of a page whose program did not arrive; as web/shell/screen-failed.tsx, which is a part of that program. */
export function sayThatNothingCame(error: unknown): void {
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
