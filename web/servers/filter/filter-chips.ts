import type { TimeStyle } from '../../../contract/shared/dates.ts';
import { filterLabel } from '../../../contract/shared/filter-labels.ts';
import { readFilter, writeFilter } from '../../../contract/shared/filter-text.ts';
import type { Condition, Filter } from '../../../contract/shared/inventory-query.ts';
import type { ServersSearch } from '../servers-search.ts';

/** One filter of the list: a filter group, all of which must match, or a toolbar control that is set. */
export type Chip = {
  /** `q`, `environment`, `status`, or the index of the group in the filter. */
  key: string;
  label: string;
  /** Text form, for editing. */
  text: string;
};

const CONTROLS = ['environment', 'status'] as const;

const isExactly = (field: (typeof CONTROLS)[number], value: string): Condition => ({
  kind: 'is',
  field,
  values: [value],
});

const chipOf = (group: Filter[number], key: string, timeStyle?: TimeStyle): Chip => ({
  key,
  label: filterLabel([group], timeStyle),
  text: writeFilter([group]),
});

export function chipsOf(search: ServersSearch, timeStyle?: TimeStyle): Chip[] {
  const { q, filter = '' } = search;
  return [
    ...(q ? [{ key: 'q', label: `Search: ${q}`, text: q }] : []),
    ...CONTROLS.flatMap((field) => {
      const value = search[field];
      return value ? [chipOf([isExactly(field, value)], field)] : [];
    }),
    ...readFilter(filter).map((group, index) => chipOf(group, String(index), timeStyle)),
  ];
}

/** All filters of the list as one text, for saving. */
export const filterTextOf = (search: ServersSearch): string =>
  chipsOf(search)
    .map(({ text }) => writeFilter(readFilter(text)))
    .join(' ');

export function withoutChip(search: ServersSearch, key: string): ServersSearch {
  if (key in search) return { ...search, [key]: undefined };
  const groups = readFilter(search.filter ?? '');
  return withGroups(search, groups.toSpliced(Number(key), 1));
}

/** Replaces the chip with that key by the typed conditions, or appends them. `OR …` extends the last group. */
export function withTyped(search: ServersSearch, typed: string, key?: string): ServersSearch {
  const groups = readFilter(search.filter ?? '');
  const isGroup = key !== undefined && !(key in search);
  if (isGroup) return withGroups(search, groups.toSpliced(Number(key), 1, ...readFilter(typed)));
  const last = groups.at(-1);
  if (key === undefined && last && /^\s*OR\s/.test(typed))
    return withGroups(search, [...groups.slice(0, -1), ...readFilter(`${writeFilter([last])} ${typed}`)]);
  const rest = key === undefined ? search : { ...search, [key]: undefined };
  return withGroups(rest, [...groups, ...readFilter(typed)]);
}

/** Skip a group that is already present. */
function withGroups(search: ServersSearch, groups: Filter): ServersSearch {
  const texts = new Set(groups.map((group) => writeFilter([group])));
  return { ...search, filter: [...texts].join(' ') || undefined };
}
