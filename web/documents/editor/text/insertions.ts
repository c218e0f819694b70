import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { lineToInsertAfter } from '../../images/image-size.ts';

/** `[` and `]` in a text would end it. */
export const escaped = (text: string): string => text.replaceAll(/[[\]\\]/g, String.raw`\$&`);

/** What is selected becomes the text of a link, or its address where it is one; the part that is missing is selected. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main;
  const selected = state.sliceDoc(from, to);
  const isAddress = /^(https?:\/\/|mailto:|\/)\S+$/.test(selected);
  const text = isAddress ? 'text' : selected || 'text';
  const address = isAddress ? selected : 'https://';
  const start = from + (isAddress ? 1 : text.length + 3);
  const selection = EditorSelection.range(start, start + (isAddress ? text.length : address.length));
  const insert = `[${text}](${address})`;
  dispatch(
    state.update({ changes: { from, to, insert }, selection, userEvent: 'input', scrollIntoView: true }),
  );
  return true;
};

/** Where a block may begin: an empty line, else behind the line of the cursor; with the blank lines that it needs. */
export function blockInsertion(state: EditorState, text: string, at = state.selection.main.head) {
  const { doc } = state;
  const textOf = (number: number) => (number < 1 || number > doc.lines ? undefined : doc.line(number).text);
  const line = doc.line(lineToInsertAfter(doc.lineAt(at).number, textOf));
  const isBlank = line.text.trim() === '';
  const from = isBlank ? line.from : line.to;
  const isFree = (number: number) => (textOf(number) ?? '').trim() === '';
  const above = isBlank ? (isFree(line.number - 1) ? '' : '\n') : '\n\n';
  const below = line.number < doc.lines ? (isFree(line.number + 1) ? '' : '\n') : '\n';
  return { from, to: isBlank ? line.to : from, insert: above + text + below, textFrom: from + above.length };
}

/** Inserts a block and selects `selected` in it. */
const insertBlock =
  (text: string, selected: string): StateCommand =>
  ({ state, dispatch }) => {
    const { textFrom, ...changes } = blockInsertion(state, text);
    const start = textFrom + text.indexOf(selected);
    const selection = EditorSelection.range(start, start + selected.length);
    dispatch(state.update({ changes, selection, userEvent: 'input', scrollIntoView: true }));
    return true;
  };

export const insertTable = insertBlock(
  '| Column 1 | Column 2 | Column 3 |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |',
  'Column 1',
);
export const insertDivider = insertBlock('---', '---');
export const insertDiagram = insertBlock(
  '```mermaid\nflowchart LR\n  Client --> Proxy --> Server\n```',
  'Client --> Proxy --> Server',
);

/** The selected lines as a block of code, or an empty one. */
export const insertCodeBlock: StateCommand = ({ state, dispatch }) => {
  const { from, to, empty } = state.selection.main;
  if (empty) {
    const { textFrom, ...changes } = blockInsertion(state, '```\n\n```');
    const selection = EditorSelection.cursor(textFrom + 4);
    dispatch(state.update({ changes, selection, userEvent: 'input', scrollIntoView: true }));
    return true;
  }
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const spec: TransactionSpec = {
    changes: [
      { from: first.from, insert: '```\n' },
      { from: last.to, insert: '\n```' },
    ],
    selection: EditorSelection.cursor(first.from + 3),
    userEvent: 'input',
    scrollIntoView: true,
  };
  dispatch(state.update(spec));
  return true;
};
