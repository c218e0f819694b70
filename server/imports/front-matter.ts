import { parse as parseToml, TomlDate, TomlError, type TomlValue } from 'smol-toml';
import { isMap, isScalar, parseDocument, visit, type Document } from 'yaml';

/**
 * The front matter of a page with the remaining text, or why it cannot be read. `repeated`: names that occur more than
 * once; the last value counts, as in other programs.
 */
export type FrontMatter =
  | { data: Record<string, unknown>; repeated: string[]; content: string }
  | { problem: string };

type Fields = { data: Record<string, unknown>; repeated: string[] };

/** Only at the very top: further down `---` is a horizontal rule. */
const FENCED = /^(?<![\s\S])(---|\+\+\+)[ \t]*\r?\n([\s\S]*?)^\1[ \t]*(?:\r?\n|$(?![\s\S]))/m;

/** One `name: value` per line, as some wikis write it without the quotes that YAML needs. */
const FLAT_LINE = /^([\w-]+):(?:[ \t]+(.*))?$/;

const NO_FIELDS: Fields = { data: {}, repeated: [] };

/**
 * Separates `---` YAML or `+++` TOML from the markdown below it. A page without front matter, or with a horizontal rule at the top,
 * has no data. Values are texts. In YAML they stay as written, since a version `1.10` or a code `0x80070005` is not a number.
 */
export function readFrontMatter(source: string): FrontMatter {
  const [whole = '', fence, block = ''] = FENCED.exec(source) ?? [];
  if (whole === '') return { ...NO_FIELDS, content: source };
  // One blank line separates the text; further ones belong to it.
  const content = source.slice(whole.length).replace(/^\r?\n/, '');
  if (block.trim() === '') return { ...NO_FIELDS, content };
  const read = fence === '+++' ? readToml(block) : readYaml(block);
  if ('data' in read) return { ...read, content };
  const flat = fence === '---' && readFlatLines(block);
  if (flat) return { ...flat, content };
  // No line looks like a field, so this is text between two horizontal rules.
  if (!(fence === '+++' ? /^[\w-]+\s*=/m : /^["']?[\w-]+["']?\s*:/m).test(block))
    return { ...NO_FIELDS, content: source };
  return {
    problem: `Its front matter cannot be read: ${read.problem}. Correct it, for example with quotes around the value, and import again`,
  };
}

function readYaml(block: string): Fields | { problem: string } {
  const document = parseDocument(block, { uniqueKeys: false });
  const [error] = document.errors;
  if (error) return { problem: error.message.split('\n')[0]?.replace(/:$/, '') ?? '' };
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key' && isScalar(node) && typeof node.value !== 'string' && node.value !== null)
        node.value = node.source ?? '';
    },
  });
  try {
    const data: unknown = document.toJS({ maxAliasCount: 10 });
    if (typeof data === 'object' && data !== null && !Array.isArray(data))
      return { data: data as Record<string, unknown>, repeated: repeatedIn(namesOf(document)) };
    return { problem: 'It is not a list of names and values' };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** TOML as site generators write it. Documents have no fields for what is below a `[table]`. */
function readToml(block: string): Fields | { problem: string } {
  try {
    const fields = Object.entries(parseToml(block, { integersAsBigInt: true }));
    return { data: Object.fromEntries(fields.map(([name, value]) => [name, asTexts(value)])), repeated: [] };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const line = block.split(/\r?\n/)[error.line - 1] ?? '';
    return { problem: `${line.trim()} is no TOML (${error.message.split('\n')[0]?.replace(/^.*: /, '')})` };
  }
}

/** Text, a list of texts, or a table. */
function asTexts(value: TomlValue): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(asTexts);
  return typeof value === 'object' ? {} : String(value);
}

const namesOf = ({ contents }: Document): string[] =>
  isMap(contents) ? contents.items.map(({ key }) => String(key)) : [];

const repeatedIn = (names: string[]): string[] => [
  ...new Set(names.filter((name, place) => names.indexOf(name) !== place)),
];

/** Undefined when any line is more than a name and plain text. */
function readFlatLines(block: string): Fields | undefined {
  const fields: [name: string, value: string][] = [];
  for (const line of block.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [, name, value = ''] = FLAT_LINE.exec(line) ?? [];
    if (!name || /^["'[\]{}&*!|>%@`-]/.test(value)) return undefined;
    fields.push([name, value.trim()]);
  }
  return { data: Object.fromEntries(fields), repeated: repeatedIn(fields.map(([name]) => name)) };
}
