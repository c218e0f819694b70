import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';

/** A stretch of the text that is taken out or, where `instead` is given, replaced. */
export type Edit = { start: number; end: number; instead?: string };
export type Span = { start: number; end: number };
type Link = Span & { label?: Span | undefined };
export type Markup = {
  edits: Edit[];
  /** Where it is certain what the text is, whatever comes after it: whole links, code, escaped signs. */
  settled: Span[];
  /** Links by reference to a definition that has not come. */
  open: Link[];
};

const SETTLED = new Set([
  'link',
  'image',
  'autolink',
  'literalAutolink',
  'definition',
  'codeText',
  'codeFenced',
  'codeIndented',
  'characterEscape',
  'htmlText',
  'taskListCheck',
]);

/** Tags that lead or load, those that quote, and one that is left open. */
const TAGS = /<[^>]*=[^>]*(?:>|$)|<\/?(?:a|q|blockquote)\b[^>]*(?:>|$)|<[a-z/][^>]*$/gi;

export type Rules = {
  isKnown: (address: string) => boolean;
  /** Whether a quoted line is found, with what comes before it. */
  isSaid: (line: string, before: string) => boolean;
  /** The name of a link that goes by a false one. */
  nameInstead?: (address: string, label: string) => string | undefined;
};

/**
 * Reads a reply as the screen that shows it does, and says what of it must go: pictures, links that `isKnown` does not know, in
 * whichever way they are written, false names of links, quoted lines that `isSaid` does not find. Lines that only lean on a quotation are set apart from it.
 */
export function markupOf(text: string, { isKnown, isSaid, nameInstead = () => undefined }: Rules): Markup {
  const edits: Edit[] = [];
  const settled: Span[] = [];
  const quotes: Span[] = [];
  const quoteMarks = new Set<number>();
  const open: (Span & { type: string; label?: Span; address?: string; reference?: string })[] = [];
  const events = eventsOf(text);
  const definitions = definitionsIn(text, events);
  for (const [when, token] of events) {
    const span = spanOf(token);
    if (when === 'enter') {
      if (SETTLED.has(token.type)) open.push({ ...span, type: token.type });
      if (token.type === 'blockQuote') quotes.push(span);
      if (token.type === 'blockQuoteMarker') quoteMarks.add(token.start.line);
      if (token.type === 'htmlFlow') edits.push(...tagsIn(text, span));
      const last = open.at(-1);
      if (last && token.type === 'labelText') last.label ??= span;
      if (last && token.type === 'referenceString') last.reference = text.slice(span.start, span.end);
      if (last && DESTINATIONS.has(token.type)) last.address = text.slice(span.start, span.end);
    } else if (open.at(-1)?.type === token.type && open.at(-1)?.start === span.start) {
      const one = open.pop();
      if (!one) continue;
      if (one.type === 'htmlText') edits.push(...tagsIn(text, span));
      if (LINKS.has(one.type) && one.label)
        one.address ??= definitions.get(oneName(one.reference ?? text.slice(one.label.start, one.label.end)));
      settled.push(span);
      const isKept = one.type !== 'image' && (one.address === undefined ? !LINKS.has(one.type) : isKnown(one.address)); // prettier-ignore
      if (!isKept) edits.push(...withoutAddress({ ...span, label: one.label }));
      // A quotation is held against its document as a whole.
      else if (one.label && one.address !== undefined && !quotes.some((quote) => isWithin(span, quote))) {
        const instead = nameInstead(one.address, text.slice(one.label.start, one.label.end));
        if (instead !== undefined) edits.push({ ...one.label, instead });
      }
    }
  }
  for (const quote of quotes) edits.push(...unsaidLines(text, quote, quoteMarks, isSaid));
  const isFree = (span: Span) => !settled.some((one) => one.start < span.end && span.start < one.end);
  const pictures = [...text.matchAll(/!(?=\[)/g)].map(({ index }) => ({ start: index, end: index + 1 }));
  edits.push(...pictures.filter((sign) => !settled.some((one) => isWithin(sign, one))));
  return { edits, settled, open: referencesIn(text).filter(isFree) };
}

/** "a[0][1]" is no link. */
const REFERENCE = /(?<![\w\\\]])\[((?:[^[\]\\\n]|\\.){1,300})\]\[[^[\]\n]{0,300}\]/g;

const referencesIn = (text: string): Link[] =>
  [...text.matchAll(REFERENCE)].map(({ 0: all, 1: name = '', index }) => ({
    start: index,
    end: index + all.length,
    label: { start: index + 1, end: index + 1 + name.length },
  }));

const oneName = (label: string) => label.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The first definition of each name counts. */
function definitionsIn(text: string, events: Event[]): Map<string, string> {
  const found = new Map<string, string>();
  let name = '';
  for (const [when, token] of events) {
    if (when === 'exit') continue;
    const { start, end } = spanOf(token);
    if (token.type === 'definitionLabelString') name = oneName(text.slice(start, end));
    if (token.type === 'definitionDestinationString' && !found.has(name)) found.set(name, text.slice(start, end)); // prettier-ignore
  }
  return found;
}

const isWithin = (inner: Span, outer: Span) => outer.start <= inner.start && inner.end <= outer.end;
const LINKS = new Set(['link', 'image']);

const DESTINATIONS = new Set([
  'resourceDestinationString',
  'definitionDestinationString',
  'autolinkProtocol',
  'autolinkEmail',
  'literalAutolinkHttp',
  'literalAutolinkWww',
  'literalAutolinkEmail',
]);

const eventsOf = (text: string) =>
  postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(preprocess()(text, undefined, true)),
  );

type Event = ReturnType<typeof eventsOf>[number];
type Token = Event[1];
const spanOf = ({ start, end }: Token): Span => ({ start: start.offset, end: end.offset });

const tagsIn = (text: string, { start, end }: Span): Edit[] =>
  [...text.slice(start, end).matchAll(TAGS)].map(({ 0: tag, index }) => ({
    start: start + index,
    end: start + index + tag.length,
  }));

/** What a link says stays; all around it goes. */
export const withoutAddress = ({ start, end, label }: Link): Edit[] =>
  label
    ? [
        { start, end: label.start },
        { start: label.end, end },
      ]
    : [{ start, end }];

/** Lines of a quotation that no source holds, and the place where lines without its mark begin to lean on it. */
function unsaidLines(text: string, quote: Span, marks: ReadonlySet<number>, isSaid: Rules['isSaid']): Edit[] {
  const edits: Edit[] = [];
  const first = text.lastIndexOf('\n', quote.start - 1) + 1;
  let number = text.slice(0, first).split('\n').length;
  let isQuoted = false;
  for (let start = first; start < quote.end; number++) {
    const end = text.indexOf('\n', start) + 1 || text.length;
    if (!marks.has(number)) {
      if (isQuoted) edits.push({ start, end: start, instead: '\n' });
      isQuoted = false;
    } else if (isSaid(text.slice(text.indexOf('>', start), end), text.slice(0, start))) isQuoted = true;
    else edits.push({ start, end });
    start = end;
  }
  return edits;
}

/** The text with the edits made, as far as they lie behind `from`; of two that overlap the one that takes more. */
export function edited(text: string, edits: Edit[], from: number): string {
  const inOrder = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let [made, at] = [text.slice(0, from), from];
  for (const { start, end, instead = '' } of inOrder) {
    if (end < at) continue;
    made += text.slice(at, Math.max(at, start)) + instead;
    at = Math.max(at, end);
  }
  return made + text.slice(at);
}
