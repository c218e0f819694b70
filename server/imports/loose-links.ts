import { slugOf } from '../../contract/shared/heading-id.ts';
import { codeIn, overlaps } from '../text/markdown/code.ts';
import type { Edit } from '../text/markdown/edits.ts';
import type { Markdown } from '../text/markdown/parse.ts';
import { addressInZip, mayBeFile, whyMissing, type LinkTarget } from './resolve.ts';
import { isPicture } from './stored-files.ts';

/**
 * Non-standard links of other products: `[[Page#Part|words]]`, `![[picture.png|300]]`, addresses with spaces, and image
 * sizes, as in `![rack](rack.png =300x200)`.
 */

/** Resolves an address; undefined when the zip has no match, null when it has several. */
type Find = (address: string) => LinkTarget | null | undefined;

const WIKI_LINK =
  /(?<embed>!?)\[\[(?<name>(?:[^[\]|#\n\\]|\\(?!\|))*)(?<part>#(?:[^[\]|\n\\]|\\(?!\|))*)?(?<words>(?:\\?\|[^[\]|\n]*)*)\]\]/;
const LINK = /(?<mark>!?)\[(?<text>(?:[^[\]\n\\]|\\.)*)\]\((?<address>(?:[^()<>\n]|\([^()<>\n]*\))*)\)/;
const EITHER = new RegExp(`${WIKI_LINK.source}|${LINK.source}`, 'g');
const HINTS = /\[\[|\]\(/;

type Found = { source: string; start: number; end: number };
export type LooseLinks = {
  edits: Edit[];
  /** Sentences about broken links and about text that became a link. */
  changes: string[];
};

/** Rewrites such links as markdown to the same files. */
export function tidyLooseLinks(page: Markdown, find: Find): LooseLinks {
  const changes: string[] = [];
  const edits: Edit[] = [];
  for (const match of looseLinksIn(page)) {
    const { groups = {} } = new RegExp(`^(?:${EITHER.source})$`).exec(match.source) ?? {};
    const isAlone = isAloneOnLine(page.source, match);
    const written =
      groups['name'] === undefined
        ? tidyAddress(groups, find, isAlone, changes)
        : tidyWikiLink(groups, find, isAlone, changes);
    if (written !== undefined) edits.push({ start: match.start, end: match.end, text: written });
  }
  return { edits, changes };
}

/** All of them outside of code. */
function looseLinksIn(page: Markdown): Found[] {
  const { source } = page;
  if (!HINTS.test(source)) return [];
  const found = [...source.matchAll(EITHER)].filter(({ groups = {} }) =>
    groups['name'] === undefined ? isLoose(groups) : /^[^\s:]|^$/.test(groups['name'] ?? ''),
  );
  if (found.length === 0) return [];
  const code = codeIn(page);
  return found
    .map((match) => ({ source: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ start }) => !overlaps(code, { start, end: start + 1 }));
}

/** The pages and files that `[[links]]` outside of code name. */
export const wikiTargets = (page: Markdown): string[] =>
  looseLinksIn(page).flatMap((found) => {
    const name = new RegExp(`^${WIKI_LINK.source}$`).exec(found.source)?.groups?.['name'];
    return name ? [name.trim()] : [];
  });

type Groups = Record<string, string | undefined>;

/** `address =300x200 "title"`; the size may also be in the title or after the text. */
const PARTS = /^\s*(?<path>.*?)(?:\s+=(?<wide>\d*)x(?<high>\d*))?(?:\s+(?:"(?<title>[^"]*)"|'[^']*'))?\s*$/;
const SIZE_IN_TITLE = /^(?<rest>.*?)\s*=(?<wide>\d+)x(?<high>\d+)$/;
const SIZE_IN_TEXT = /^(?<rest>.*)\|(?<wide>\d{1,4})(?:x(?<high>\d{1,4}))?$/;

type Link = { text: string; path: string; wide: string; high: string };

function partsOf({ mark, text = '', address = '' }: Groups): Link {
  const { path = '', wide = '', high = '', title = '' } = PARTS.exec(address)?.groups ?? {};
  const inTitle = SIZE_IN_TITLE.exec(title)?.groups;
  const inText = mark ? SIZE_IN_TEXT.exec(text)?.groups : undefined;
  return {
    text: inText?.['rest'] ?? text,
    path,
    wide: wide || (inTitle?.['wide'] ?? inText?.['wide'] ?? ''),
    high: high || (inTitle?.['high'] ?? inText?.['high'] ?? ''),
  };
}

function isLoose(groups: Groups): boolean {
  const { path, wide, high } = partsOf(groups);
  return path !== '' && (/\s/.test(path) || wide !== '' || high !== '');
}

function tidyAddress(groups: Groups, find: Find, isAlone: boolean, changes: string[]): string | undefined {
  const link = partsOf(groups);
  const target = find(link.path);
  if (!target && mayBeFile(link.path)) {
    // Words in parentheses after brackets are usually plain text.
    if (/\.\w{1,5}$/.test(link.path)) changes.push(missing(groups['mark'], link.path, target));
    return undefined;
  }
  if (!target && /\s/.test(link.path)) return undefined;
  // Heading ids contain no spaces, so this anchor is the heading's text.
  const anchor = target?.anchor.replace(/^#(.*\s.*)$/s, (_, words: string) => `#${slugOf(words)}`);
  const address = target ? addressInZip(target.path) + anchor : link.path;
  return groups['mark'] ? picture({ ...link, path: address }, isAlone) : `[${link.text}](${address})`;
}

function tidyWikiLink(groups: Groups, find: Find, isAlone: boolean, changes: string[]): string | undefined {
  const { embed, name = '', part = '', words = '' } = groups;
  const given = words.split(/\\?\|/).slice(1);
  const heading = part.split('#').at(-1) ?? '';
  const anchor = heading && !heading.startsWith('^') ? `#${slugOf(heading)}` : '';
  const text = given.find((word) => !/^\d+(x\d+)?$/.test(word.trim()))?.trim();
  if (name === '') return anchor ? link(text ?? heading, anchor) : undefined;
  const target = findPage(name.trim(), find);
  // Wikis of GitHub and GitLab write the words before the page.
  const other = target || embed || text === undefined ? undefined : findPage(text, find);
  if (other) return link(name.trim(), addressInZip(other.path) + other.anchor);
  if (!target) {
    changes.push(missing(embed, name.trim(), target));
    return undefined;
  }
  const address = addressInZip(target.path);
  if (embed && isPicture(target.path)) {
    const [, wide = '', high = ''] = /^(\d{1,4})(?:x(\d{1,4}))?$/.exec(given.at(-1)?.trim() ?? '') ?? [];
    return picture({ text: text ?? name.split('/').at(-1) ?? '', path: address, wide, high }, isAlone);
  }
  if (embed) changes.push(`The embedded page ${name.trim()} was replaced by a link`);
  return link(text ?? name.trim() + (anchor && ` > ${heading}`), address + anchor);
}

/** Wikis of GitHub, GitLab and Azure DevOps write blanks as hyphens in file names. */
const findPage = (name: string, find: Find): LinkTarget | null | undefined => {
  const named = find(name);
  return named ?? find(name.replaceAll(' ', '-')) ?? named;
};

const link = (text: string, address: string): string => `[${text.replaceAll(/[[\]|]/g, '\\$&')}](${address})`;

const missing = (mark: string | undefined, name: string, target: null | undefined): string =>
  `It ${mark ? 'shows' : 'links to'} ${name}, ${whyMissing(target)}`;

/** On its own line the size precedes the image, as in this product. */
function picture({ text, path, wide, high }: Link, isAlone: boolean): string {
  const alt = text.replaceAll(/[[\]]/g, '\\$&');
  if (!Number(wide) && !Number(high)) return `![${alt}](${path})`;
  const [width, height] = [wide, high].map((size) => (Number(size) ? `${Number(size)}` : ''));
  if (isAlone)
    return `<!-- width=${width ? `${width}px` : 'auto'} height=${height ? `${height}px` : 'auto'} -->\n![${alt}](${path})`;
  const name = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const size = `${width && ` width="${width}"`}${height && ` height="${height}"`}`;
  return `<img src="${path}" alt="${name}"${size}>`;
}

function isAloneOnLine(source: string, { start, end }: Found): boolean {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  const [after = ''] = /[^\n]*/.exec(source.slice(end, end + 200)) ?? [];
  return before === '' && after.trim() === '';
}
