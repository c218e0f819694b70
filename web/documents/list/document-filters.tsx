import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { Facet } from '../../../contract/calls/documents.ts';
import { query } from '../../api/query.ts';
import { useSearchText } from '../../lib/debounced.ts';
import { type Option, Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { useBase } from '../base.ts';
import type { Filters } from './knowledge-base-search.ts';

type Props = { filters: Filters; onChange: (change: Filters) => void };

export function SearchFilter({ label, filters, onChange }: Props & { label: string }) {
  const [text, setText] = useSearchText(filters.q, (q) => onChange({ q }));
  return (
    <TextField
      className="min-w-45 flex-1 max-md:flex-[1_0_100%]"
      label={label}
      hideLabel
      type="search"
      placeholder="Search title, text, tags..."
      icon={<Search size={14} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/** The categories of the documents that match the other filters. */
export function CategoryFilter({ filters: { q, type, category }, onChange }: Props) {
  const { calls } = useBase();
  const facets = useQuery(query(calls.facets, { query: { q, type } }));
  return (
    <Select
      className="max-w-60 max-md:max-w-none max-md:flex-[1_1_40%]"
      label="Category"
      hideLabel
      options={categoryOptions(facets.data?.categories ?? [], category)}
      value={category ?? ''}
      onChange={(event) => onChange({ category: event.target.value || undefined })}
    />
  );
}

/** The chosen category stays in the list even if no documents match. */
function categoryOptions(present: Facet[], chosen: string | undefined): Option[] {
  const names = present.map(({ value }) => value);
  if (chosen && !names.includes(chosen)) names.push(chosen);
  return [{ value: '', label: 'All Categories' }, ...names.map((name) => ({ value: name, label: name }))];
}
