import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete';
import type { StateCommand } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { insertCodeBlock, insertDiagram, insertDivider, insertTable } from './insertions.ts';
import { toggleLines } from './marks.ts';

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
  ['/name a person', 'Who is told when you save', begin('@')],
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
