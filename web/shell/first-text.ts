import { askEarly } from '../api/early-answer.ts';
import { element } from '../documents/reading/elements.ts';
import { hasLeftDraft, type ReadDocument, showReadable } from '../documents/reading/readable-document.ts';
import { startsCollapsed, widthOf } from './sidebar-choice.ts';

type Overview = { document: ReadDocument; draft: object | null };

/**
 * Shows the document of this call before the application has loaded: it needs only the response and this file. On
 * failure it does nothing, and the application shows the error.
 */
export async function showFirstText(call: string): Promise<void> {
  const answer = await askEarly(call);
  if (!answer.ok) return;
  const { document, draft } = (await answer.json()) as Overview;
  if (!draft && !hasLeftDraft(document.id)) showInFrame(document);
}

/** Reserves the space of the sidebar and the top bar, which arrive with the shell. */
function showInFrame(document: ReadDocument): void {
  const sidebarClass = `h-dvh flex-none border-r border-border bg-background max-md:hidden ${widthOf(startsCollapsed())}`;
  const host = element('div', 'relative');
  const screen = element(
    'div',
    'min-w-0 flex-1',
    element('div', 'h-14 border-b border-border max-md:h-13'),
    host,
  );
  const frame = element(
    'div',
    'absolute inset-x-0 top-0 flex min-h-dvh',
    element('div', sidebarClass),
    screen,
  );
  frame.dataset['firstText'] = '';
  window.document.body.prepend(frame);
  try {
    showReadable(document, host, () => frame.remove());
  } catch (error) {
    frame.remove();
    throw error;
  }
}
