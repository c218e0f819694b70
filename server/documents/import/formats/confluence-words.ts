import type { Element, ElementContent } from 'hast';
import { element, textNode } from '../html/elements.ts';

/** What both exports of Confluence have in common. */

/** Coloured boxes by the names of their macros. */
export const NOTES = new Map([
  ['info', 'Info'],
  ['information', 'Info'],
  ['note', 'Note'],
  ['tip', 'Tip'],
  ['success', 'Tip'],
  ['warning', 'Warning'],
  ['error', 'Danger'],
]);

const EMOTICONS = new Map(
  Object.entries({
    smile: '🙂',
    sad: '🙁',
    cheeky: '😛',
    laugh: '😀',
    wink: '😉',
    'thumbs-up': '👍',
    'thumbs-down': '👎',
    information: 'ℹ️',
    tick: '✅',
    cross: '❌',
    warning: '⚠️',
    plus: '➕',
    minus: '➖',
    question: '❓',
    'light-on': '💡',
    'light-off': '💡',
    'yellow-star': '⭐',
    'red-star': '⭐',
    'green-star': '⭐',
    'blue-star': '⭐',
    heart: '❤️',
    'broken-heart': '💔',
  }),
);

/** A little picture as a character, else its name. */
export const emoticon = (name: string, fallback: string): ElementContent =>
  textNode(EMOTICONS.get(name) ?? (fallback || `(${name})`));

/** A block of code with the title that stood above it. */
export const codeBlock = (code: string, language: string, title: string): ElementContent[] => [
  ...(title.trim() ? [element('p', {}, [element('strong', {}, [textNode(title.trim())])])] : []),
  element('pre', {}, [
    element('code', language ? { className: [`language-${language.toLowerCase().trim()}`] } : {}, [
      textNode(code.replace(/\n?$/, '\n')),
    ]),
  ]),
];

/** An entry of a list with a box before it. */
export const task = (isDone: boolean, children: ElementContent[]): Element =>
  element('li', { className: ['task-list-item'] }, [
    element('input', { type: 'checkbox', checked: isDone, disabled: true }),
    textNode(' '),
    ...children,
  ]);
