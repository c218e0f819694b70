import type { Element, ElementContent } from 'hast';
import { element, textNode } from '../html/elements.ts';

/** Shared by both exports of Confluence. */

/** Coloured boxes by macro name. */
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

/** An emoticon as a character, else its name. */
export const emoticon = (name: string, fallback: string): ElementContent =>
  textNode(EMOTICONS.get(name) ?? (fallback || `(${name})`));

/** A code block with its title above. */
export const codeBlock = (code: string, language: string, title: string): ElementContent[] => [
  ...(title.trim() ? [element('p', {}, [element('strong', {}, [textNode(title.trim())])])] : []),
  element('pre', {}, [
    element('code', language ? { className: [`language-${language.toLowerCase().trim()}`] } : {}, [
      textNode(code.replace(/\n?$/, '\n')),
    ]),
  ]),
];

/** A list item with a checkbox. */
export const task = (isDone: boolean, children: ElementContent[]): Element =>
  element('li', { className: ['task-list-item'] }, [
    element('input', { type: 'checkbox', checked: isDone, disabled: true }),
    textNode(' '),
    ...children,
  ]);
