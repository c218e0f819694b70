/**
 * Distinguishes HTML tags in markdown from words in angle brackets, such as `<server-name>`, `List<String>` or XML. The
 * renderer shows the latter literally; search, snippets and exports read them the same way.
 */

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Elements that a page shows. Other elements are removed, but their text stays. */
export const SHOWN_ELEMENTS: string[] = words(`
  a abbr b blockquote br caption code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd
  li mark ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr`);

/** Elements that are removed together with their text, which is not written for readers. */
export const STRIPPED_ELEMENTS: string[] = words(`
  embed iframe math noscript object script style svg template textarea title`);

/** Other HTML elements, including obsolete ones. */
const OTHER_ELEMENTS = words(`
  acronym address applet area article aside audio base basefont bdi bdo bgsound big blink body button canvas center cite col
  colgroup data datalist dfn dialog dir fieldset font footer form frame frameset head header hgroup html isindex keygen label
  legend link listing main map marquee menu menuitem meta meter multicol nav nobr noembed noframes optgroup option output
  param picture plaintext progress rb rbc rp rt rtc ruby search select slot source spacer time track video xmp`);

const shown = new Set(SHOWN_ELEMENTS);
const stripped = new Set(STRIPPED_ELEMENTS);
const elements = new Set([...SHOWN_ELEMENTS, ...STRIPPED_ELEMENTS, ...OTHER_ELEMENTS]);

const BLOCKS = new Set(
  words(`address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul`),
);

/** Comments, declarations, processing instructions and tags with attributes; `>` inside quotation marks does not end a tag. */
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<![A-Za-z[][^>]*>|<\?[\s\S]*?\?>|<(\/?)([A-Za-z][A-Za-z0-9:._-]*)((?:\s+(?:"[^"]*"|'[^']*'|[^"'<>])*)?)\/?>/g;
const CLOSING = /<\/([A-Za-z][A-Za-z0-9:._-]*)\s*>/g;

export type HtmlPart = {
  text: string;
  /** words: shown literally. gone: a comment or doctype. Otherwise an HTML tag. */
  kind: 'words' | 'gone' | 'opening' | 'closing';
  /** Lower-case element name of a tag. */
  name: string;
};

/**
 * Reads the HTML of one markdown text, piece by piece in its order, and cuts each piece into tags and words:
 * - A name that HTML does not have is no tag. Up to the end of such an element nothing is: `<config><title>` is XML.
 * - An element that a page does not show is one only with attributes or an end: `<address>` alone is a placeholder.
 */
export class HtmlReader {
  /** Names of elements that the text closes somewhere. */
  readonly closed: Set<string>;
  /** The open non-HTML element, and its nesting depth. */
  private foreign = { name: '', depth: 0 };

  constructor(document: string) {
    this.closed = new Set([...document.matchAll(CLOSING)].map(([, name = '']) => name.toLowerCase()));
  }

  /** Tokens of an HTML block. A block that starts with words is not HTML but shown literally. */
  blockParts(html: string): HtmlPart[] {
    const parts = this.parts(html);
    return parts[0]?.kind === 'words' ? [{ text: html, kind: 'words', name: '' }] : parts;
  }

  parts(html: string): HtmlPart[] {
    const parts: HtmlPart[] = [];
    let end = 0;
    const addWords = (text: string) => {
      const last = parts.at(-1);
      if (last?.kind === 'words') last.text += text;
      else if (text !== '') parts.push({ text, kind: 'words', name: '' });
    };
    for (const { 0: text, 1: slash, 2: written = '', 3: attributes = '', index } of html.matchAll(TAG)) {
      addWords(html.slice(end, index));
      end = index + text.length;
      const name = written.toLowerCase();
      const kind = slash === '/' ? 'closing' : 'opening';
      if (this.isHtml(name, attributes)) parts.push({ text, kind, name });
      else if (/^<!(?:--|doctype)/i.test(text)) parts.push({ text, kind: 'gone', name });
      else addWords(text);
      if (!text.endsWith('/>')) this.enter(name, kind);
    }
    addWords(html.slice(end));
    return parts;
  }

  private isHtml(name: string, attributes: string): boolean {
    if (this.foreign.depth > 0 || !elements.has(name)) return false;
    return shown.has(name) || this.closed.has(name) || attributes.trim() !== '';
  }

  private enter(name: string, kind: 'opening' | 'closing'): void {
    const { foreign } = this;
    if (foreign.depth > 0 && foreign.name === name) foreign.depth += kind === 'opening' ? 1 : -1;
    else if (
      foreign.depth === 0 &&
      kind === 'opening' &&
      name !== '' &&
      !elements.has(name) &&
      this.closed.has(name)
    )
      this.foreign = { name, depth: 1 };
  }
}

/** Whether the element's text is hidden too. */
export const isStripped = (name: string): boolean => stripped.has(name);

/** Whether an element is a block. */
export const isBlockElement = (name: string): boolean => BLOCKS.has(name);
