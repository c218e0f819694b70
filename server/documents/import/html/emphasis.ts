import type { Emphasis, Html, Parents, PhrasingContent, Root, Strong } from 'mdast';
import { toString } from 'mdast-util-to-string';

/**
 * Markdown knows bold and italics by their marks alone, and a mark only works where the characters beside it let it. What
 * cannot be marked is written as HTML, so that no character has to be written as a reference.
 */
export function fitEmphasis(parent: Root | Parents): void {
  for (const child of parent.children) if ('children' in child) fitEmphasis(child);
  const children = parent.children as PhrasingContent[];
  const moved = children.flatMap((child) => (isEmphasis(child) ? withBlanksOutside(child) : [child]));
  parent.children = moved.flatMap((child, index): PhrasingContent[] => {
    if (!isEmphasis(child)) return [child];
    const before = toString(moved[index - 1]).at(-1) ?? '';
    const after = toString(moved[index + 1]).at(0) ?? '';
    const text = toString(child);
    const works = opens(before, text.at(0) ?? '') && opens(after, text.at(-1) ?? '');
    if (works) return [child];
    const tag = child.type === 'strong' ? 'strong' : 'em';
    return [html(`<${tag}>`), ...child.children, html(`</${tag}>`)];
  }) as typeof parent.children;
}

const html = (value: string): Html => ({ type: 'html', value });

const isEmphasis = (node: { type: string }): node is Strong | Emphasis =>
  node.type === 'strong' || node.type === 'emphasis';

/** Blanks at the edges of bold text are not bold. */
function withBlanksOutside(node: Strong | Emphasis): PhrasingContent[] {
  const [first, last] = [node.children.at(0), node.children.at(-1)];
  let [before, after] = ['', ''];
  if (first?.type === 'text') first.value = first.value.replace(/^\s+/, (blanks) => ((before = blanks), ''));
  if (last?.type === 'text') last.value = last.value.replace(/\s+$/, (blanks) => ((after = blanks), ''));
  const isEmpty = toString(node) === '' && node.children.every(({ type }) => type === 'text');
  const text = (value: string): PhrasingContent[] => (value ? [{ type: 'text', value }] : []);
  return [...text(before), ...(isEmpty ? [] : [node]), ...text(after)];
}

/** Whether a mark between these characters is one: seen from outside, and what it encloses begins with `inside`. */
const opens = (outside: string, inside: string): boolean =>
  inside !== '' && (!isSign(inside) || outside === '' || isSign(outside) || /\s/.test(outside));

const isSign = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);

/**
 * Takes back escapes that markdown does not need: of an underscore or an ampersand amid a word, of brackets that begin no
 * link, and of addresses, which may well become links. `text` is one piece of text as it was escaped.
 */
export const withoutNeedlessEscapes = (text: string): string =>
  text.includes('\\')
    ? text
        .replaceAll(/(?<=[\p{L}\p{N}])(?:\\_)+(?=[\p{L}\p{N}])/gu, (marks) => marks.replaceAll('\\', ''))
        .replaceAll(/(?<!\\)\\&(?!#?\w{1,40};)/g, '&')
        .replaceAll(/(?<=\w)\\\[([^[\]\\]*)\](?![(:[]|$)/g, '[$1]')
        .replaceAll(/(?<=\w)\\(?=:\/\/|@\w)|(?<=\bwww)\\(?=\.)/g, '')
    : text;
