import { decodeHTMLStrict } from 'entities/decode';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { HtmlReader, isBlockElement, isStripped, type HtmlPart } from '../../contract/html-tags.ts';
import { withoutNoImageMarks } from '../../contract/sized-image.ts';

/** Characters that are read per document; a longer one is data. */
const READ = 1_000_000;

const markdown = new MarkdownIt({ html: true });

export type ReaderText = {
  /** One line per paragraph, list item and table row; code keeps its lines. */
  text: string;
  /** Targets of links and images, in order and readable. Those of the product itself and data are left out. */
  addresses: string[];
  /** Each language of a block of code once, as written and with its long name: "ps1 powershell". */
  languages: string[];
};

/**
 * The visible text of a markdown page: without markup, with escapes and character references resolved. The browser uses
 * another parser. This one takes a tenth of the time and stays linear on hostile texts; every save, snippet and card
 * depends on it.
 */
export function readText(source: string): ReaderText {
  const content = withoutNoImageMarks(source.slice(0, READ));
  if (!MARKUP.test(content)) return { text: content.trim(), addresses: [], languages: [] };
  const reader = new Reader(content);
  const notes: { references?: Record<string, { href: string; title: string }> } = {};
  for (const token of markdown.parse(content, notes)) reader.read(token);
  // A footnote with one word looks like the address of a reference.
  for (const [label, { href, title }] of Object.entries(notes.references ?? {}))
    if (label.startsWith('^')) reader.add(`${href} ${title}\n`);
  return reader.result();
}

/** The visible text on one line. */
export const plainText = (source: string): string => readText(source).text.replace(/\s+/g, ' ').trim();

/** A one-line text without any of these is shown as it is. */
const MARKUP = /[\\`*_~[\]<>&|#+\n]|^\s|^[-=]|^\d+[.)]\s/;
const TASK = /^\[[ xX]\]\s+/;

/** A place in the page, ids of documents, people and files, and images in the text: nobody searches for these. */
const OWN = /^(?:#|data:|\/(?:knowledge-base|documents|team|infrastructure)\?|\/objects\/)/i;

/** As written, and without escapes if there are some: `Network%20plan.pdf`. */
function readable(address: string): string[] {
  try {
    return [...new Set([address, decodeURIComponent(address)])];
  } catch {
    // Escapes that are not UTF-8 throw.
    return [address];
  }
}

/** Short names of languages that people search by the long one. */
const LONG_NAMES: Record<string, string> = {
  ps1: 'powershell',
  pwsh: 'powershell',
  yml: 'yaml',
  py: 'python',
  js: 'javascript',
  ts: 'typescript',
  rb: 'ruby',
  tf: 'terraform',
};
const MOST_LANGUAGES = 50;

const LANGUAGE_CLASS = /\bclass=["'][^"'<>]{0,100}?\blang(?:uage)?-([\w+#-]{1,40})/gi;

/** The language after the sign of a fence: `powershell`, `{.powershell #id}`, `ps1 {linenos=true}`, `yaml:file.yml`. */
function languageOf(info: string): string | undefined {
  const isAttribute = /^\{?\s*[\w-]+=/.test(info.trim());
  return isAttribute ? undefined : /^\{?\s*\.?([\p{L}\d][\p{L}\d+#_-]{0,39})/u.exec(info.trim())?.[1];
}

class Reader {
  private text = '';
  private readonly addresses: string[] = [];
  private readonly languages = new Set<string>();
  private readonly html: HtmlReader;
  private isCell = false;
  /** The element whose text is being skipped. */
  private leftOut: string | undefined;

  constructor(content: string) {
    this.html = new HtmlReader(content);
  }

  add(text: string): void {
    if (this.leftOut === undefined) this.text += text;
  }

  read({ type, content, children, info }: Token): void {
    if (type === 'inline') {
      this.readLine(children ?? []);
      this.add(this.isCell ? ' ' : '\n');
    } else if (type === 'fence' || type === 'code_block') {
      this.addLanguage(languageOf(info));
      this.add(`${content.trimEnd()}\n`);
    } else if (type === 'html_block') {
      for (const [, language] of content.matchAll(LANGUAGE_CLASS)) this.addLanguage(language);
      this.readHtml(this.html.blockParts(content));
      this.add('\n');
    } else if (type === 'tr_open') this.isCell = true;
    else if (type === 'tr_close') {
      this.isCell = false;
      this.add('\n');
    }
  }

  result(): ReaderText {
    const lines = this.text.split('\n').filter((line) => line.trim() !== '');
    return {
      text: lines.join('\n'),
      addresses: this.addresses.filter((address) => !OWN.test(address)).flatMap(readable),
      languages: [...this.languages],
    };
  }

  private addLanguage(language: string | undefined): void {
    if (language === undefined || this.languages.size >= MOST_LANGUAGES) return;
    this.languages.add(language);
    const long = LONG_NAMES[language.toLowerCase()];
    if (long) this.languages.add(long);
  }

  private readLine(parts: Token[]): void {
    for (const [place, part] of parts.entries()) {
      const address = part.attrGet('href') ?? part.attrGet('src');
      if (address) this.addresses.push(String(address));
      if (part.type === 'html_inline') this.readHtml(this.html.parts(part.content));
      else if (part.type === 'softbreak') this.add(' ');
      else if (part.type === 'hardbreak') this.add(this.isCell ? ' ' : '\n');
      else this.add(place === 0 ? part.content.replace(TASK, '') : part.content);
    }
  }

  private readHtml(parts: HtmlPart[]): void {
    for (const { kind, text, name } of parts) {
      if (this.leftOut !== undefined) {
        if (kind === 'closing' && name === this.leftOut) this.leftOut = undefined;
      } else if (kind === 'words') this.add(decodeHTMLStrict(text));
      else if (kind === 'opening' && isStripped(name) && this.html.closed.has(name)) this.leftOut = name;
      else if (isBlockElement(name)) this.add(this.isCell ? ' ' : '\n');
    }
  }
}
