import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { call } from '../../../../contract/calls/call.ts';
import { knowledgeBase } from '../../../../contract/calls/documents.ts';
import type { Result } from '../../../../contract/calls/endpoint.ts';
import { MENTION_PATH } from '../../../../contract/shared/mentions.ts';
import { search } from '../../../../contract/calls/search.ts';
import { sharing } from '../../../../contract/calls/sharing.ts';
import {
  escaped,
  insertCodeBlock,
  insertDiagram,
  insertDivider,
  insertTable,
  toggleLines,
} from './writing-commands.ts';
import type { StateCommand } from '@codemirror/state';

const AT_ONCE = 8;
const KINDS = { document: 'Document', server: 'Server', member: 'Person' };

/** Completes `[[` with documents and servers, and inserts a link to the chosen one. */
export async function linkCompletion(context: CompletionContext): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/\[\[[^[\]\n]{0,100}$/);
  if (!typed) return null;
  const request = new AbortController();
  context.addEventListener('abort', () => request.abort(), { onDocChange: true });
  // Without a response there are no suggestions; typing continues.
  const options = await optionsFor(typed.text.slice(2).trim(), request.signal).catch(() => []);
  // Every key sends a new query: the server also finds names that only contain the letters.
  return context.aborted ? null : { from: typed.from, options, filter: false };
}

async function optionsFor(name: string, signal: AbortSignal): Promise<Completion[]> {
  if (name === '') {
    const recent = await call(knowledgeBase.list, { query: { limit: AT_ONCE, fields: 'card' }, signal });
    return recent.map(({ id, title }) => linkTo(title, KINDS.document, `/knowledge-base?doc=${id}`));
  }
  const query = { q: name, kinds: 'document,server', limit: AT_ONCE };
  const hits = await call(search.find, { query, signal });
  return hits.map(({ title, kind, url }) => linkTo(title, KINDS[kind], url));
}

const linkTo = (title: string, detail: string, url: string): Completion => ({
  label: title,
  detail,
  apply: (view, _completion, from, to) => {
    // The brackets may be closed already.
    const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to;
    putIn(view, from, end, `[${escaped(title)}](${url})`);
  },
});

/** `@` and up to three words of a name; after a letter it belongs to a mail address. */
const TYPED = /(?<![\p{L}\p{N}._-])@(?:[\p{L}\p{N}.'’-]+ ?){0,3}$/u;

/** Completes `@` with people, and inserts a mention. The person is notified when the text is saved. */
export async function mentionCompletion(context: CompletionContext): Promise<CompletionResult | null> {
  const typed = context.matchBefore(TYPED);
  if (!typed) return null;
  const request = new AbortController();
  context.addEventListener('abort', () => request.abort(), { onDocChange: true });
  const q = typed.text.slice(1).trim();
  // Without a response there are no suggestions; typing continues.
  const people = await call(sharing.people, { query: q ? { q } : {}, signal: request.signal }).catch(
    () => [],
  );
  // Accounts without a name show a mail address, which must not appear in a text.
  const named = people.filter(({ name }) => !name.includes('@')).slice(0, AT_ONCE);
  if (context.aborted || named.length === 0) return null;
  return { from: typed.from, options: named.map(mentionOf), filter: false };
}

const mentionOf = ({ id, name, department }: Result<typeof sharing.people>[number]): Completion => ({
  label: `@${name}`,
  // Distinguishes people with the same name.
  detail: department ?? 'Person',
  apply: (view, _completion, from, to) => putIn(view, from, to, `[@${escaped(name)}](${MENTION_PATH}${id}) `),
});

function putIn(view: EditorView, from: number, to: number, insert: string): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
  });
}

/** Chooses an image file; given by the editor, since only a page can open a file chooser. */
export type ChooseImage = () => void;

const commands = (
  chooseImage: ChooseImage,
): [label: string, detail: string, run: (view: EditorView) => void][] => [
  ['/heading 1', 'Large heading', run(toggleLines('h1'))],
  ['/heading 2', 'Heading of a section', run(toggleLines('h2'))],
  ['/heading 3', 'Small heading', run(toggleLines('h3'))],
  ['/bulleted list', 'Points without order', run(toggleLines('bullets'))],
  ['/numbered list', 'Steps in order', run(toggleLines('numbers'))],
  ['/task list', 'Boxes to tick', run(toggleLines('tasks'))],
  ['/quote', 'Somebody’s words', run(toggleLines('quote'))],
  ['/code block', 'Commands or output', run(insertCodeBlock)],
  ['/table', 'Tab goes from cell to cell', run(insertTable)],
  ['/diagram', 'Drawn from text by Mermaid', run(insertDiagram)],
  ['/divider', 'A line across', run(insertDivider)],
  ['/image', 'Upload an image', chooseImage],
  ['/link to a document', 'Or to a server, by name', begin('[[')],
  ['/name a person', 'Notified when you save', begin('@')],
];

const begin =
  (sign: string) =>
  (view: EditorView): void => {
    view.dispatch(view.state.replaceSelection(sign));
    startCompletion(view);
  };

const run =
  (command: StateCommand) =>
  (view: EditorView): void =>
    void command(view);

/** Offers what can be inserted, once a line begins with `/`. */
export const slashCommands = (chooseImage: ChooseImage) => {
  const options: Completion[] = commands(chooseImage).map(([label, detail, insert]) => ({
    label,
    detail,
    apply: (view, _completion, from, to) => {
      view.dispatch({ changes: { from, to }, userEvent: 'input.complete' });
      insert(view);
    },
  }));
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/^\s*\/[\w ]{0,24}$/);
    if (!typed) return null;
    const from = typed.from + typed.text.indexOf('/');
    return { from, options, validFor: /^\/[\w ]{0,24}$/ };
  };
};
