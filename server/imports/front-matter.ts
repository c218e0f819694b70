import { readJson } from './formats/format.ts';
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
 * has no data. Values stay text, since a version `1.10` or a code `0x80070005` is not a number.
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

/** A name or table of TOML: `title = "x"`, `[params]`. */
const TOML_LINE =
  /^(?:\[\[?\s*(?<table>[^\]]+?)\s*\]\]?|(?<name>[\w-]+|"[^"]*")\s*=\s*(?<value>\S.*?))\s*(?:#[^"']*)?$/s;

/** TOML as site generators write it. Documents have no fields for what is below a `[table]`. */
function readToml(block: string): Fields | { problem: string } {
  const fields: [name: string, value: unknown][] = [];
  let isTable = false;
  for (const line of tomlLines(block)) {
    const { table, name, value = '' } = TOML_LINE.exec(line)?.groups ?? {};
    if (table) fields.push([table, {}]);
    else if (!name) return { problem: `${line} is neither a name with a value nor a table` };
    else if (!isTable) fields.push([name.replaceAll('"', ''), tomlValue(value)]);
    isTable ||= table !== undefined;
  }
  const names = fields.filter(([, value]) => typeof value !== 'object').map(([name]) => name);
  return { data: Object.fromEntries(fields), repeated: repeatedIn(names) };
}

/** Lines without comments and blank lines; a list or text over several lines is one. */
function tomlLines(block: string): string[] {
  const lines: string[] = [];
  for (const line of block.split(/\r?\n/).map((text) => text.trim())) {
    const open = lines.at(-1);
    const isGoingOn =
      open !== undefined && (/=\s*\[[^\]]*$/.test(open) || /=\s*("""|''')(?!.*\1)/s.test(open));
    if (isGoingOn) lines.push(`${lines.pop() ?? ''}\n${line}`);
    else if (line !== '' && !line.startsWith('#')) lines.push(line);
  }
  return lines;
}

/** Text, or a list of texts. Numbers, dates and truth values stay as written. */
function tomlValue(value: string): unknown {
  if (value.startsWith('[')) return (value.match(TOML_TEXT) ?? []).map(tomlValue);
  const [, inner] = /^(?:"""|''')\n?([\s\S]*)(?:"""|''')$/.exec(value) ?? [];
  if (inner !== undefined) return inner;
  if (value.startsWith("'")) return value.slice(1, -1);
  return value.startsWith('"') ? (readJson(value) ?? value.slice(1, -1)) : value;
}

const TOML_TEXT = /"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,[\]]+/g;

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
