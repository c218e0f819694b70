import { decodeHTMLStrict } from 'entities/decode';
import { HtmlReader, isBlockElement, isStripped, type HtmlPart } from '../../../contract/shared/html-tags.ts';
import { withoutNoImageMarks } from '../../../contract/shared/sized-image.ts';
import type { Inline } from './inlines.ts';
import { isCode } from './code.ts';
import { parse, type Block } from './parse.ts';

/** Characters that are read per document; a longer one is data. */
const READ = 1_000_000;

export type ReaderText = {
  /** One line per paragraph, list item and table row; code keeps its lines. */
  text: string;
  /** Targets of links and images, in order and readable. Those of the product itself and data are left out. */
  addresses: string[];
  /** Each language of a block of code once, as written and with its long name: "ps1 powershell". */
  languages: string[];
};

/** What a reader sees of a markdown page: without markup, with escapes and character references resolved. */
export function readText(source: string): ReaderText {
  const content = withoutNoImageMarks(source.slice(0, READ));
  if (!MARKUP.test(content)) return { text: content.trim(), addresses: [], languages: [] };
  const reader = new Reader(content);
  const { blocks } = parse(content);
  for (const [n, block] of blocks.entries()) reader.read(block, blocks[n + 1]);
  return reader.result();
}

/** The visible text on one line. */
export const plainText = (source: string): string => readText(source).text.replace(/\s+/g, ' ').trim();

/** A one-line text without any of these is shown as it is. */
const MARKUP = /[\\`*_~[\]<>&|#+\n]|^\s|^[-=]|^\d+[.)]\s/;
const TASK = /^\[[ xX]\]\s+/;

/** A place in the page, ids of documents, people and files, and images in the text: nobody searches for these. */
const OWN = /^(?:#|data:|\/(?:knowledge-base|documents|team|infrastructure)[?/]|\/objects\/)/i;

/** As written, and without escapes if there are some: `Network%20plan.pdf`. */
function readable(address: string): string[] {
  try {
    return [...new Set([address.trim(), decodeURIComponent(address).trim()])];
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

  private add(text: string): void {
    if (this.leftOut === undefined) this.text += text;
  }

  read(block: Block, next: Block | undefined): void {
    const { kind, text, info } = block;
    if (isCode(block)) {
      this.addLanguage(languageOf(info));
      this.add(`${text.trimEnd()}\n`);
    } else if (kind === 'html') {
      for (const [, language] of text.matchAll(LANGUAGE_CLASS)) this.addLanguage(language);
      this.readHtml(this.html.blockParts(text));
      this.add('\n');
    } else if (kind !== 'definition') {
      this.isCell = kind === 'cell';
      this.readWords(block.inlines);
      const isLast = next?.kind !== 'cell' || next.from !== block.from;
      this.add(this.isCell && !isLast ? ' ' : '\n');
      this.isCell = false;
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

  private readWords(parts: Inline[]): void {
    for (const [place, { kind, text, target }] of parts.entries()) {
      if (target) this.addresses.push(target);
      if (kind === 'html') this.readHtml(this.html.parts(text));
      else if (kind === 'break') this.add(this.isCell ? ' ' : text);
      else if (kind !== 'mark') this.add(place === 0 ? text.replace(TASK, '') : text);
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
