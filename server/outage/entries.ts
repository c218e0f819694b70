import { UNCATEGORIZED, type Facets } from '../../contract/calls/documents.ts';
import type { SearchHit, SearchKind } from '../../contract/calls/search.ts';
import { readSearchWords, type SearchWords } from '../../contract/shared/search-words.ts';
import type { Reader } from '../actor.ts';
import { copyUnavailable } from '../http/or-copy.ts';
import { formsOf, type SearchFilters } from '../search/matching.ts';
import { snippetFor, termsIn } from '../search/snippet.ts';
import { ADDRESSES } from '../text/written-markdown.ts';
import type { CopyFile, Row } from './file.ts';
import { holdsWord } from './matches.ts';

/** The rule of access in the copy, as `mayRead` is that of the database (decision 056). `:principals` is a JSON array. */
export const MAY_READ =
  '(readers is null or exists (select 1 from json_each(readers) as r join json_each(:principals) as p on r.value = p.value))';

export type EntryQuery = {
  q?: string | undefined;
  kinds: SearchKind[];
  reader: Reader;
  filters?: SearchFilters;
};

export type EntryRow = {
  kind: SearchKind;
  id: string;
  title: string;
  /** Of the text. */
  bytes: number;
  type: string | null;
  category: string | null;
  tags: string;
  updated: string;
  score: number;
};

/** Characters that the index of words needs at least. */
const INDEXED = 3;
const ORDER = 'order by score desc, updated desc, id desc';

/** Entries in the order of the search: those with all words in their title first, then the newest. */
export function findEntries(file: CopyFile, { q = '', kinds, reader, filters = {} }: EntryQuery): EntryRow[] {
  const words = readSearchWords(q);
  const params: Row = { principals: JSON.stringify(reader.principals), kinds: JSON.stringify(kinds) };
  const bind = (value: string): string => {
    const name = `v${Object.keys(params).length}`;
    params[name] = value;
    return `:${name}`;
  };
  const forms = [
    ...formsOf(words.typed).filter(([form = '']) => !words.quoted.includes(form)),
    ...words.quoted.map((text) => [text]),
  ];
  const terms = forms.map((some) => some.map(bind));
  const holdsAll = (column: string) =>
    terms.map((some) => `(${some.map((form) => `instr(${column}, ${form})`).join(' or ')})`).join(' and ');
  const indexed = forms.filter((some) => some.every(({ length }) => length >= INDEXED));
  const conditions = [
    MAY_READ,
    'kind in (select value from json_each(:kinds))',
    // The index narrows quickly, and the texts decide.
    ...indexed.map(
      (some) =>
        `number in (select rowid from words where words match ${bind(some.map(quoted).join(' OR '))})`,
    ),
    ...(terms.length > 0 ? [holdsAll('folded')] : []),
    ...conditionsOf(filters, words, bind),
  ];
  const score = terms.length > 0 ? holdsAll('folded_title') : '0';
  // A part of a word is no matter of SQL.
  const isHeld = (folded: string) =>
    words.beginnings.every((text) => holdsWord(folded, `${text}*`)) &&
    !words.excluded.some((text) => holdsWord(folded, text));
  const isLookedAt = words.beginnings.length + words.excluded.length > 0;
  const rows = file.all<EntryRow & { folded: string }>(
    `select kind, id, title, length(body) as bytes, type, category, tags, updated, ${isLookedAt ? 'folded,' : ''}
     ${score} as score from entries where ${conditions.join(' and ')} ${ORDER}`,
    params,
  );
  return isLookedAt ? rows.filter(({ folded }) => isHeld(folded)) : rows;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function conditionsOf(
  { type, category, tag }: SearchFilters,
  { operators }: SearchWords,
  bind: (value: string) => string,
): string[] {
  const columns = {
    type: (value: string) => `ifnull(type, '') = ${bind(value)}`,
    category: (value: string) => `ifnull(category, '${UNCATEGORIZED}') = ${bind(value)}`,
    tag: (value: string) => `${bind(value)} in (select value from json_each(tags))`,
  };
  const given = Object.entries({ type, category, tag }).flatMap(([name, value]) =>
    value === undefined ? [] : columns[name as keyof typeof columns](value),
  );
  // Their values are parts of names that only the database compares.
  if (operators.length > 0) throw copyUnavailable();
  return given;
}

/** The hits of the search, with the text around the words. Only their texts are read. */
export const hitsOf = (file: CopyFile, rows: EntryRow[], q: string): SearchHit[] =>
  rows.map(({ kind, id, title, score }) => {
    const [text] = file.all<{ body: string }>('select body from entries where kind = :kind and id = :id', {
      kind,
      id,
    });
    const snippet = snippetFor(text?.body ?? '', termsIn(q));
    return { kind, id, title, score, snippet, url: ADDRESSES[kind](id) };
  });

const byName = new Intl.Collator('und', { numeric: true });

/** Counts by type, category and tag. Each count ignores the filter of its own column. */
export function facetsOf(file: CopyFile, query: EntryQuery): Facets {
  const count = (ignored: keyof SearchFilters, valuesOf: (row: EntryRow) => (string | null)[]) => {
    const counts = new Map<string, number>();
    const rows = findEntries(file, { ...query, filters: { ...query.filters, [ignored]: undefined } });
    for (const value of rows.flatMap(valuesOf)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .map(([value, n]) => ({ value, count: n }))
      .sort(
        (a, b) =>
          Number(a.value === UNCATEGORIZED) - Number(b.value === UNCATEGORIZED) ||
          byName.compare(a.value, b.value),
      );
  };
  return {
    types: count('type', ({ type }) => [type]),
    categories: count('category', ({ category }) => [category ?? UNCATEGORIZED]),
    tags: count('tag', ({ tags }) => JSON.parse(tags) as string[]),
  };
}
