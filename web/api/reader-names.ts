import { useQuery } from '@tanstack/react-query';
import { readers as calls, type PossibleReaders } from '../../contract/calls/readers.ts';
import { ADMINS, groupReader, personReader, type Readers } from '../../contract/shared/readers.ts';
import { query } from './query.ts';

export type Choice = { value: string; label: string };

/** Everything that a document can name, by name: administrators and groups first. */
export const choicesOf = ({ people, groups }: PossibleReaders): Choice[] => [
  { value: ADMINS, label: 'Administrators' },
  ...groups.map(({ id, name, members }) => ({
    value: groupReader(id),
    label: `${name} (group of ${members})`,
  })),
  ...people.map(({ id, name }) => ({ value: personReader(id), label: name })),
];

export const usePossibleReaders = () => useQuery(query(calls.list, {}));

/** The names of the readers. An account that was deactivated has none here. */
export function useReaderNames(readers: Readers): string | undefined {
  // Most documents are open to everybody, and their screens need no names.
  const { data } = useQuery({ ...query(calls.list, {}), enabled: readers !== null });
  if (readers === null) return 'Everybody';
  if (!data) return undefined;
  const names = new Map(choicesOf(data).map(({ value, label }) => [value, label]));
  return readers.map((reader) => names.get(reader) ?? 'a former account').join(', ');
}
