import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { lineToInsertAfter } from '../../images/image-size.ts';

/** Puts a mark around what is selected, or takes it off where it stands already. */
export const toggleMark =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const changes = state.changeByRange(({ from, to }) => {
      const inside = state.sliceDoc(from, to);
      const isInside = inside.length >= 2 * mark.length && inside.startsWith(mark) && inside.endsWith(mark);
      if (isInside && isWhole(inside, mark)) {
        const insert = inside.slice(mark.length, -mark.length);
        return { changes: { from, to, insert }, range: EditorSelection.range(from, from + insert.length) };
      }
      if (isAround(state, from, to, mark)) {
        const shift = mark.length;
        return {
          changes: [
            { from: from - shift, to: from },
            { from: to, to: to + shift },
          ],
          range: EditorSelection.range(from - shift, to - shift),
        };
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + mark.length, to + mark.length),
      };
    });
    dispatch(state.update(changes, { userEvent: 'input', scrollIntoView: true }));
    return true;
  };

/** `**` is no pair of `*`. */
const isWhole = (text: string, mark: string): boolean =>
  mark !== '*' || !text.startsWith('**') || text.startsWith('***');

function isAround(state: EditorState, from: number, to: number, mark: string): boolean {
  const before = state.sliceDoc(Math.max(0, from - mark.length - 1), from);
  const after = state.sliceDoc(to, to + mark.length + 1);
  if (!before.endsWith(mark) || !after.startsWith(mark)) return false;
  return mark !== '*' || !(before.endsWith('**') && after.startsWith('**'));
}

/** What a line can begin with: headings, quotes, and the three kinds of lists. */
const BEGINNING = /^(\s*)(#{1,6} |> |[-*+] \[[ xX]\] |[-*+] |\d{1,9}[.)] )?/;

export type LineKind = 'h1' | 'h2' | 'h3' | 'quote' | 'bullets' | 'numbers' | 'tasks';

const PREFIX: Record<LineKind, (index: number) => string> = {
  h1: () => '# ',
  h2: () => '## ',
  h3: () => '### ',
  quote: () => '> ',
  bullets: () => '- ',
  numbers: (index) => `${index + 1}. `,
  tasks: () => '- [ ] ',
};

const sameKind = (found: string, wanted: string): boolean =>
  found
    .replace(/^\d+[.)]/, '1.')
    .replace(/^[*+]/, '-')
    .replace(/\[[xX]\]/, '[ ]') === wanted.replace(/^\d+\./, '1.');

/** Makes the selected lines one kind, or plain lines again when they are of that kind already. */
export const toggleLines =
  (kind: LineKind): StateCommand =>
  ({ state, dispatch }) => {
    const lines = selectedLines(state);
    const parts = lines.map((line, index) => {
      const [, indent = '', found = ''] = BEGINNING.exec(line.text) ?? [];
      return { line, indent, found, wanted: PREFIX[kind](index) };
    });
    const isOn = parts.every(({ found, wanted }) => sameKind(found, wanted));
    const changes: ChangeSpec[] = parts.map(({ line, indent, found, wanted }) => ({
      from: line.from + indent.length,
      to: line.from + indent.length + found.length,
      insert: isOn ? '' : wanted,
    }));
    const set = state.changes(changes);
    const { anchor, head } = state.selection.main;
    // Behind what was put in, so that typing goes on in the text.
    const selection = EditorSelection.range(set.mapPos(anchor, 1), set.mapPos(head, 1));
    dispatch(state.update({ changes: set, selection, userEvent: 'input', scrollIntoView: true }));
    return true;
  };

/** Every line that the selection touches; blank ones only where there is nothing else. */
function selectedLines(state: EditorState) {
  const { from, to } = state.selection.main;
  const lines = [];
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at);
    lines.push(line);
    at = line.to + 1;
  }
  const filled = lines.filter(({ text }) => text.trim() !== '');
  return filled.length > 0 ? filled : lines.slice(0, 1);
}

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
