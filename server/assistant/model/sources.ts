import type { Reader } from '../../actor.ts';
import * as z from 'zod';
import { ASSISTANT_LIMITS, type Source } from '../../../contract/calls/assistant.ts';
import type { SearchKind } from '../../../contract/calls/search.ts';
import { itemAt } from '../../../contract/shared/item-address.ts';
import type { Db } from '../../db/open.ts';
import { findDocument } from '../../documents/queries.ts';
import { findServerRow } from '../../servers/queries.ts';
import { findMember } from '../../team/queries.ts';
import { parse } from '../../text/markdown/parse.ts';
import { plainText } from '../../text/markdown/reader-text.ts';
import { withoutSecrets } from '../../text/secrets-in-text.ts';
import { ADDRESSES } from '../../text/written-markdown.ts';

/** `end` is the number of the line behind a quotation. */
type Part = { links: ThingLink[] } | { quote: string; end: number };

const ITEM = /(?:[-*+]|\d{1,9}[.)])\s/g;
const QUOTE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*>\s?/;
/** Matches the mark for omitted text. */
const ELLIPSIS = /\[?(?:…|\.{3})\]?/;

/**
 * The sources of a reply: what it links and quotes, each with whether it is verified. A link is verified when a tool read its
 * target for this reply; else it is only a link, if the target exists. A quotation is verified when it appears verbatim in
 * what was read of the nearest linked source, or without a link in any tool result. `text` is the reply with a mark at the others.
 */
export async function sourcesOf(
  db: Db,
  reader: Reader,
  reply: string,
  things: Things,
): Promise<{ sources: Source[]; text: string }> {
  const parts = partsOf(reply);
  const found = new Map<string, Linked | undefined>();
  for (const link of parts.flatMap((part) => ('links' in part ? part.links : []))) {
    const address = addressOf(link);
    // oxlint-disable-next-line no-await-in-loop -- A reply has few links.
    if (!found.has(address)) found.set(address, await linked(db, reader, link, things));
  }
  const unverified: number[] = [];
  const sources = parts.flatMap((part, at) => {
    if (!('quote' in part)) return part.links.map((link) => asSource(link, found.get(addressOf(link))));
    const source = quotedFrom(part.quote, neighbours(parts, at), found, things);
    if (!source.verified) unverified.push(part.end);
    return [source];
  });
  return { sources: withoutRepeats(sources), text: marked(reply, unverified) };
}

/** Adds a line to each quotation that ends there. */
const marked = (reply: string, ends: number[]): string =>
  reply
    .split('\n')
    .flatMap((line, number) => {
      const [prefix = ''] = QUOTE.exec(line) ?? [];
      return ends.includes(number + 1)
        ? [line, `${prefix.replace(ITEM, blanks)}*(not found in the source)*`]
        : [line];
    })
    .join('\n');
const blanks = (item: string): string => ' '.repeat(item.length);

/** What a link leads to, with the text that was read of it. */
type Linked = Thing & { isRead: boolean };

async function linked(db: Db, reader: Reader, link: ThingLink, things: Things): Promise<Linked | undefined> {
  const [title, returned] = [await titleOf(db, reader, link), things.find(link)];
  if (returned) return { ...returned, title: title ?? returned.title, isRead: true };
  return title === undefined ? undefined : { ...link, title, text: '', isRead: false };
}

const asSource = (link: ThingLink, thing: Linked | undefined): Source => ({
  kind: link.kind,
  title: thing?.title ?? link.title,
  url: thing ? addressOf(link) : '',
  verified: thing?.isRead ?? false,
});

/** Links and quotations in order. A link inside a quotation names its source. */
function partsOf(reply: string): Part[] {
  const lines = reply.split('\n');
  const isCode = lines.map(() => false);
  for (const { kind, quotes, from, to } of parse(reply).blocks)
    if (kind === 'fence' && quotes === 0) isCode.fill(true, from, to);
  const parts: Part[] = [];
  let quote: string[] = [];
  let end = 0;
  const endQuote = () => {
    const text = quote.join('\n');
    if (plainText(text) !== '') parts.push({ quote: text, end });
    quote = [];
  };
  for (const [number, line] of lines.entries()) {
    if (isCode[number]) continue;
    const links = thingLinksIn(line);
    const isQuote = QUOTE.test(line);
    if (isQuote && links.length === 0) {
      quote.push(line.replace(QUOTE, ''));
      end = number + 1;
    } else if (!isQuote) endQuote();
    if (links.length > 0) parts.push({ links });
  }
  endQuote();
  return parts;
}

/** The last link before a quotation and the first one after it. */
function neighbours(parts: Part[], at: number): ThingLink[] {
  const links = (part: Part | undefined) => (part && 'links' in part ? part.links : []);
  const before = parts.slice(0, at).findLast((part) => 'links' in part);
  const behind = parts.slice(at + 1).find((part) => 'links' in part);
  return [...links(before), ...links(behind)];
}

function quotedFrom(
  quote: string,
  links: ThingLink[],
  found: Map<string, Linked | undefined>,
  things: Things,
): Source {
  const near = links.flatMap((link) => found.get(addressOf(link)) ?? []);
  const candidates: Thing[] = links.length > 0 ? near : things.all();
  const from = candidates.find(({ text }) => isIn(quote, text));
  const cut = quote.trim().slice(0, ASSISTANT_LIMITS.quote);
  if (from) return { ...asSource(from, { ...from, isRead: true }), quote: cut, verified: true };
  const [link] = links;
  const unverified = link ? asSource(link, found.get(addressOf(link))) : UNKNOWN;
  return { ...unverified, quote: cut, verified: false };
}

const UNKNOWN: Source = { kind: 'document', title: 'Quotation', url: '', verified: false };

/** Each result numbers its secrets anew. */
const comparable = (text: string): string => plainText(text).replace(/\[secret \d{1,6}\]/g, '[secret]');

/** Compares verbatim, ignoring line breaks and markup; "…" matches any text. */
function isIn(quote: string, text: string): boolean {
  const all = comparable(text);
  let from = 0;
  return comparable(quote)
    .split(ELLIPSIS)
    .map((part) => part.trim())
    .every((part) => {
      const at = all.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
}

/** A source with a verified quotation needs no second entry for its link. */
function withoutRepeats(sources: Source[]): Source[] {
  const isQuoted = new Set(sources.filter(({ quote, verified }) => quote && verified).map(({ url }) => url));
  const needed = sources.filter(({ quote, url }) => quote !== undefined || url === '' || !isQuoted.has(url));
  return [...new Map(needed.map((source) => [JSON.stringify(source), source])).values()];
}

/** A document, a server or a person, with its text for the model. */
type Thing = { kind: SearchKind; id: string; title: string; text: string };
/** A link to one of them inside the product. */
type ThingLink = { kind: SearchKind; id: string; title: string };

const LINK = /\[((?:\\.|[^[\]\\])*)\](?:\(\s*<?([^()\s<>]+)>?[^()]*\)|:\s*<?([^\s<>]+)>?)/g;

export const addressOf = ({ kind, id }: Pick<Thing, 'kind' | 'id'>): string => ADDRESSES[kind](id);

/** The links in a markdown text, in order. */
export function thingLinksIn(markdown: string): ThingLink[] {
  return [...markdown.matchAll(LINK)].flatMap(([, title = '', inline, defined]) => {
    const item = itemAt(inline ?? defined ?? '');
    return item ? [{ ...item, title: title.replaceAll('\\', '') }] : [];
  });
}

/** Undefined when it does not exist or is in the bin. */
async function titleOf(db: Db, reader: Reader, { kind, id }: ThingLink): Promise<string | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  if (kind === 'document') return (await findDocument(db, reader, id))?.title;
  return (kind === 'server' ? await findServerRow(db, id) : await findMember(db, id))?.name;
}

/** Collects what tools returned for one reply, by address. */
export function rememberThings() {
  const things = new Map<string, Thing>();
  return {
    add(thing: Thing) {
      const address = addressOf(thing);
      const known = things.get(address);
      const text = [known?.text, withoutSecrets(thing.text).text].filter(Boolean).join('\n');
      things.set(address, { ...thing, title: known?.title ?? thing.title, text });
    },
    all: (): Thing[] => [...things.values()],
    find: (link: ThingLink): Thing | undefined => things.get(addressOf(link)),
  };
}

export type Things = ReturnType<typeof rememberThings>;
