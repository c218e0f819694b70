import { type StateCommand, EditorSelection, type EditorState, type Line } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import { insertCodeBlock, insertLink, toggleLines, toggleMark } from './writing-commands.ts';

export const toggleBold = toggleMark('**');
export const toggleItalic = toggleMark('*');
export const toggleCode = toggleMark('`');

const KEYS: [key: string, run: StateCommand][] = [
  ['Mod-b', toggleBold],
  ['Mod-i', toggleItalic],
  ['Mod-e', toggleCode],
  ['Mod-k', insertLink],
  ['Mod-Alt-1', toggleLines('h1')],
  ['Mod-Alt-2', toggleLines('h2')],
  ['Mod-Alt-3', toggleLines('h3')],
  ['Mod-Shift-7', toggleLines('numbers')],
  ['Mod-Shift-8', toggleLines('bullets')],
  ['Mod-Shift-9', toggleLines('tasks')],
  ['Mod-Shift-.', toggleLines('quote')],
  ['Mod-Alt-c', insertCodeBlock],
];

/** Bindings of the writing aids; the browser's own meaning of the keys is not wanted in the text. */
export const writingKeys: KeyBinding[] = KEYS.map(([key, run]) => ({ key, run, preventDefault: true }));

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** A key as it is printed on this machine. */
export const printed = (key: string): string =>
  isMac
    ? key.replace('Mod-', '⌘').replace('Alt-', '⌥').replace('Shift-', '⇧').toUpperCase()
    : key
        .replace('Mod', 'Ctrl')
        .split('-')
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
        .join('+');

const isRow = (text: string): boolean => /^\s*\|.*\|\s*$/.test(text);
const isRule = (text: string): boolean => /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(text);

type Cell = { from: number; to: number };

/** Where the texts of a row's cells begin and end; `\|` belongs to a cell. */
function cellsOf({ from, text }: Pick<Line, 'from' | 'text'>): Cell[] {
  const bars = [...text.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  return bars.slice(0, -1).map((bar, index) => {
    const inside = text.slice(bar + 1, bars[index + 1]);
    const before = inside.length - inside.trimStart().length;
    const start = inside.trim() === '' ? Math.min(1, inside.length) : before;
    return { from: from + bar + 1 + start, to: from + bar + 1 + start + inside.trim().length };
  });
}

/** Tab goes to the next cell of a table, and behind the last one makes a new row. Outside of tables it is not taken. */
const nextCell: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head);
  if (!isRow(line.text)) return false;
  const next =
    cellsOf(line).find(({ from }) => from > state.selection.main.to) ?? firstCellBelow(state, line);
  if (next) {
    dispatch(state.update({ selection: EditorSelection.range(next.from, next.to), scrollIntoView: true }));
    return true;
  }
  const row = `\n|${'  |'.repeat(cellsOf(line).length)}`;
  const selection = EditorSelection.cursor(line.to + 3);
  dispatch(
    state.update({
      changes: { from: line.to, insert: row },
      selection,
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

const previousCell: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head);
  if (!isRow(line.text)) return false;
  const before = cellsOf(line).findLast(({ to }) => to < state.selection.main.from);
  const above = neighbour(state, line, -1);
  const cell = before ?? (above && cellsOf(above).at(-1));
  if (cell)
    dispatch(state.update({ selection: EditorSelection.range(cell.from, cell.to), scrollIntoView: true }));
  return true;
};

function firstCellBelow(state: EditorState, line: Line): Cell | undefined {
  const below = neighbour(state, line, 1);
  return below && cellsOf(below)[0];
}

/** The row above or below, past the rule under the head; undefined at the edge of the table. */
function neighbour(state: EditorState, line: Line, step: 1 | -1): Line | undefined {
  const number = line.number + step;
  if (number < 1 || number > state.doc.lines) return undefined;
  const next = state.doc.line(number);
  if (isRule(next.text)) return neighbour(state, next, step);
  return isRow(next.text) ? next : undefined;
}

export const tableKeys = [{ key: 'Tab', run: nextCell, shift: previousCell }] satisfies KeyBinding[];
