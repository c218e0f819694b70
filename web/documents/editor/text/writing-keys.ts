import type { StateCommand } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import { insertCodeBlock, insertLink } from './insertions.ts';
import { toggleLines, toggleMark } from './marks.ts';

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
