import type { SearchKind } from '../../contract/calls/search.ts';
import { serverPage } from '../../contract/shared/item-address.ts';

/** Escapes text of servers, people and documents, so that markdown shows it literally. */
export const literal = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*[\]|~]/g, '\\$&')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    // Inside a word an underscore is literal; elsewhere it may start emphasis.
    .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\_')
    .replace(/^(#{1,6}|>|[-+]|\d+[.)])(?=\s|$)/, '\\$1');

/** Formats a text, such as an address, as inline code. */
export const code = (text: string): string =>
  text.includes('`') ? literal(text) : `\`${text.replace(/\s+/g, ' ')}\``;

export const linkTo = (title: string, address: string): string =>
  `[${literal(title) || 'Untitled'}](${address})`;

export const documentAddress = (id: string): string => `/knowledge-base?doc=${id}`;

export const documentLink = ({ id, title }: { id: string; title: string }): string =>
  linkTo(title, documentAddress(id));

export const serverLink = ({ id, name }: { id: string; name: string }): string =>
  linkTo(name, serverPage(id));

export const memberAddress = (id: string): string => `/team?member=${id}`;

/** Addresses of what the search finds, as texts and replies contain them. */
export const ADDRESSES: Record<SearchKind, (id: string) => string> = {
  document: documentAddress,
  server: serverPage,
  member: memberAddress,
};

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `**${count}** ${count === 1 ? one : many}`;
