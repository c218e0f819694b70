import type { Element } from 'hast';
import { describe, expect, test } from 'vitest';
import { PASTED_OUTPUT } from '../../test/pasted-output.ts';
import { PASTED_WORDS } from '../../test/pasted-words.ts';
import { partsOf } from '../../web/ui/markdown/safe-tree.ts';
import { elementsBelow, isElement, textOf } from '../../web/ui/markdown/tree.ts';
import { articleFrom } from './article.ts';
import { structured } from './structure.ts';

const safeTree = (text: string) => ({ type: 'root' as const, children: partsOf(text).flat() });

const PASTED_TEXTS = { ...PASTED_WORDS, ...PASTED_OUTPUT };

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Browsers draw the numbers of steps, so the text does not contain them. */
const withoutNumbers = (text: string): string => text.replace(/^[ \t]*\(?\d{1,3}[.)][ \t]+/gm, '');

const codeIn = (elements: Element[]) =>
  elements
    .filter(({ tagName }) => tagName === 'pre')
    .map((pre) => {
      const [code] = [...elementsBelow(pre)];
      const shown = textOf(pre).replace(/\n$/, '').split('\n');
      const language = String([code?.properties['className'] ?? []].flat()[0]).replace('language-', '');
      return [language, shown[0], shown.at(-1)];
    });

describe.each(Object.entries(PASTED_TEXTS))('AC-05 of a pasted text, %s', (_kind, expected) => {
  const article = articleFrom(expected.text, []);
  const tree = safeTree(article.content);
  // The view adds a table of contents to long texts.
  tree.children = tree.children.filter((child) => !isElement(child) || child.tagName !== 'nav');
  const elements = [...elementsBelow(tree)];

  test('title, category, tags and excerpt are what a person would have written', () => {
    expect(article).toMatchObject({ title: expected.title, category: expected.category });
    expect(article.tags).toEqual(expect.arrayContaining(expected.tags));
    expect(article.excerpt.slice(0, expected.excerpt.length)).toBe(expected.excerpt);
    expect(article.excerpt).not.toMatch(/\b(?:re|fwd?):|^(?:hi|from|subject)\b/i);
  });

  test('has the expected headings and code, and no others', () => {
    const headings = elements.filter(({ tagName }) => /^h[1-6]$/.test(tagName)).map(textOf);
    expect(headings).toEqual(expected.headings);
    expect(codeIn(elements)).toEqual(expected.code);
  });

  test('shows each word, in its order', () => {
    expect(wordsOf(textOf(tree))).toEqual(wordsOf(withoutNumbers(expected.text)));
  });

  test('ED-09 enhancing the article changes nothing more', () => {
    expect(structured(article.content)).toBe(article.content);
  });
});

test('AC-05 covers twelve kinds of text', () => {
  expect(Object.keys(PASTED_TEXTS)).toHaveLength(12);
});

test('AC-05 a text from Windows becomes the same article', () => {
  for (const { text } of Object.values(PASTED_TEXTS))
    expect(articleFrom(text.replaceAll('\n', '\r\n'), [])).toEqual(articleFrom(text, []));
});

test('AC-05 numbered steps stay one list, and a command stays with its step', () => {
  const listsIn = (kind: keyof typeof PASTED_TEXTS) => {
    const { content } = articleFrom(PASTED_TEXTS[kind]!.text, []);
    return [...elementsBelow(safeTree(content))]
      .filter(({ tagName }) => tagName === 'ol')
      .map(
        ({ children }) =>
          children.filter((child) => child.type === 'element' && child.tagName === 'li').length,
      );
  };
  expect(listsIn('runbook')).toEqual([4]);
  expect(listsIn('console output')).toEqual([3]);
  expect(listsIn('e-mail thread')).toEqual([3]);
});
