import { posix } from 'node:path';
import { parseDocument } from 'yaml';
import type { Archive } from '../archive.ts';
import type { WordRow } from '../dialects/words.ts';
import { readFrontMatter } from '../front-matter.ts';
import { resolverFor, type Resolve } from '../resolve.ts';
import { textOfFile, type Reading } from './format.ts';

/** A site of MkDocs: pages include other files, and show values of its settings. */

const SETTINGS = /^(?:.*\/)?mkdocs\.ya?ml$/;

/** How its pages are read; undefined for other zips. */
export async function readingOfMkDocs(archive: Archive): Promise<Reading | undefined> {
  const [settings] = archive.files
    .map(({ path }) => path)
    .filter((path) => SETTINGS.test(path))
    .toSorted((one, other) => one.length - other.length);
  if (settings === undefined) return undefined;
  const values = valuesOf(await textOfFile(archive, settings));
  const resolve = resolverFor(archive.files.map(({ path }) => path));
  return {
    products: ['MkDocs'],
    prepare: (content, path) => new Includes(archive, resolve).fill(content, path),
    words: (tell) => [valueRow(values, tell), iconRow(tell)],
  };
}

/** Settings by the names that pages use: `config.site_name`, and those below `extra` without more. */
function valuesOf(yaml: string): Map<string, string> {
  const values = new Map<string, string>();
  const add = (name: string, value: unknown, depth: number) => {
    if (typeof value === 'string' || typeof value === 'number') values.set(name, String(value));
    else if (typeof value === 'object' && value !== null && depth < 5)
      for (const [key, inner] of Object.entries(value))
        add(name === '' ? key : `${name}.${key}`, inner, depth + 1);
  };
  const document = parseDocument(yaml, { logLevel: 'silent' });
  const settings: unknown = document.errors.length > 0 ? {} : document.toJS({ maxAliasCount: 10 });
  add('config', settings, 0);
  if (typeof settings === 'object' && settings !== null && 'extra' in settings) add('', settings.extra, 0);
  return values;
}

/** `{{ config.site_name }}` */
const valueRow = (values: Map<string, string>, tell: (sentence: string) => void): WordRow => ({
  opening: /\{\{[ \t]*([a-z_][\w.]{0,200})[ \t]*\}\}/gi,
  becomes: (_, name = '') => {
    const value = values.get(name);
    if (value === undefined)
      tell(`A value that only its site generator can fill in stays in the text: ${name}`);
    return value;
  },
});

/** Icons of themes that stand for a word, as in a table of states. */
const ICONS: [RegExp, string][] = [
  [/(?:^|-)(?:check|check-circle|check-bold|check-all)(?:-\d+)?$/, '✅'],
  [/(?:^|-)(?:close|close-circle|x|x-circle|xmark|cancel|times)(?:-\d+)?$/, '❌'],
  [/(?:^|-)(?:alert|alert-circle|warning|triangle-exclamation)(?:-\d+)?$/, '⚠️'],
  [/(?:^|-)(?:information|info|information-outline|circle-info)(?:-\d+)?$/, 'ℹ️'],
  [/(?:^|-)(?:help|help-circle|question)(?:-\d+)?$/, '❓'],
];

/** `:material-check:` */
const iconRow = (tell: (sentence: string) => void): WordRow => ({
  opening: /(?<![\w:/]):((?:material|octicons|fontawesome|simple)-([\w-]{1,100})):(?:\{[^{}\n]{0,200}\})?/g,
  reads: 'no addresses',
  becomes: (_, icon = '', name = '') => {
    const [, sign] = ICONS.find(([known]) => known.test(name)) ?? [];
    if (sign === undefined) tell(`An icon of its theme stays in the text as its name: ${icon}`);
    return sign;
  },
});

/** Characters of a page with all that it includes. */
const LONGEST = 5_000_000;
const DEEPEST = 5;
/** `--8<-- "file"`, `{! file !}` and `{% include "file" %}` on a line of their own. */
const INCLUDE = new RegExp(
  String.raw`^([ \t]*)(?:${[
    String.raw`--8<--[ \t]+["']([^"'\n]{1,500})["']`,
    String.raw`\{![ \t]*([^\s!]{1,500})[ \t]*!\}`,
    String.raw`\{%[ \t]*include(?:-markdown)?[ \t]+["']([^"'\n]{1,500})["'][^\n%]{0,500}%\}`,
  ].join('|')})[ \t]*$`,
  'gm',
);
/** Several files, each on a line. */
const INCLUDED_LIST = /^([ \t]*)--8<--[ \t]*\n((?:(?![ \t]*--8<--)[^\n]*\n){1,100})[ \t]*--8<--[ \t]*$/gm;
const SECTION_MARK = /^[^\n]{0,100}--8<--[ \t]*\[(?:start|end):[^\]\n]{0,100}\][^\n]{0,100}\n?/gm;

class Includes {
  private readonly archive: Archive;
  private readonly resolve: Resolve;
  private readonly changes = new Set<string>();

  constructor(archive: Archive, resolve: Resolve) {
    this.archive = archive;
    this.resolve = resolve;
  }

  async fill(content: string, path: string): Promise<{ content: string; changes: string[] }> {
    const filled = await this.filled(content, path, 0);
    return { content: filled, changes: [...this.changes] };
  }

  private async filled(content: string, path: string, depth: number): Promise<string> {
    const listed = content.replaceAll(INCLUDED_LIST, (_, indent: string, names: string) =>
      names
        .split('\n')
        .filter((name) => name.trim() !== '')
        .map((name) => `${indent}--8<-- "${name.trim()}"`)
        .join('\n'),
    );
    let [result, end] = ['', 0];
    for (const { index, 0: line, 1: indent = '', 2: snippet, 3: bare, 4: quoted } of listed.matchAll(
      INCLUDE,
    )) {
      const name = snippet ?? bare ?? quoted ?? '';
      // oxlint-disable-next-line no-await-in-loop -- The zip is read one file at a time.
      const text = depth < DEEPEST ? await this.textOf(name, path, depth) : undefined;
      if (text === undefined || result.length + text.length > LONGEST) {
        this.changes.add(
          `It includes ${name}, which ${text === undefined ? 'the zip does not hold' : 'makes it too long'}`,
        );
        continue;
      }
      result += listed.slice(end, index) + text.replaceAll(/^(?=.)/gm, indent);
      end = index + line.length;
    }
    return result + listed.slice(end);
  }

  /** `file.md`, `file.md:3:5` for some lines, or `file.md:name` for a section. */
  private async textOf(name: string, from: string, depth: number): Promise<string | undefined> {
    const [, file = '', first, last, section] = /^(.*?)(?::(\d*)(?::(\d*))?|:([\w-]+))?$/s.exec(name) ?? [];
    const target = this.resolve(from, `/${file}`) ?? this.resolve(from, file);
    if (!target || posix.normalize(target.path) === from) return undefined;
    const matter = readFrontMatter(await textOfFile(this.archive, target.path));
    if ('problem' in matter) return undefined;
    const whole = matter.content.replaceAll('\r\n', '\n');
    const part = section === undefined ? whole : sectionOf(whole, section);
    if (part === undefined) return undefined;
    const isSome = first !== undefined || last !== undefined;
    const lines = isSome
      ? part
          .split('\n')
          .slice(Number(first || '1') - 1, last ? Number(last) : undefined)
          .join('\n')
      : part;
    return this.filled(lines.replaceAll(SECTION_MARK, '').trimEnd(), target.path, depth + 1);
  }
}

function sectionOf(text: string, name: string): string | undefined {
  const mark = (kind: string) =>
    new RegExp(`^[^\\n]{0,100}--8<--[ \\t]*\\[${kind}:${RegExp.escape(name)}\\][^\\n]*\\n?`, 'm');
  const start = mark('start').exec(text);
  const rest = start ? text.slice(start.index + start[0].length) : '';
  const end = mark('end').exec(rest);
  return start ? rest.slice(0, end?.index) : undefined;
}
