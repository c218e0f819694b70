import { useQuery } from '@tanstack/react-query';
import { FileUp, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { DocumentType, type Facet, knowledgeBase, TYPE_LABELS } from '../../contract/documents.ts';
import { query } from '../api/query.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/button.tsx';
import { type Option, Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CreateMenu } from './create-menu.tsx';
import type { KnowledgeBaseSearch } from './knowledge-base-search.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.tsx')).ImportDialog,
}));

const TYPE_OPTIONS: Option[] = [
  { value: '', label: 'All Types' },
  ...DocumentType.options.map((value) => ({ value, label: TYPE_LABELS[value] })),
];

type Props = { search: KnowledgeBaseSearch; onChange: (search: KnowledgeBaseSearch) => void };

export function KnowledgeBaseToolbar({ search, onChange }: Props) {
  const [isImporting, setImporting] = useState(false);
  const [text, setText] = useSearchText(search.q, (q) => onChange({ ...search, q }));
  const facets = useQuery(query(knowledgeBase.facets, { query: { q: search.q, type: search.type } }));
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <TextField
        className="min-w-45 flex-1 max-md:flex-[1_0_100%]"
        label="Search the knowledge base"
        hideLabel
        type="search"
        placeholder="Search title, text, tags..."
        icon={<Search size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Select
        className="max-md:flex-[1_1_40%]"
        label="Type"
        hideLabel
        options={TYPE_OPTIONS}
        value={search.type ?? ''}
        onChange={(event) => onChange({ ...search, type: DocumentType.safeParse(event.target.value).data })}
      />
      <Select
        className="max-w-60 max-md:max-w-none max-md:flex-[1_1_40%]"
        label="Category"
        hideLabel
        options={categoryOptions(facets.data?.categories ?? [], search.category)}
        value={search.category ?? ''}
        onChange={(event) => onChange({ ...search, category: event.target.value || undefined })}
      />
      <Button
        icon={<FileUp size={16} className="text-muted" aria-hidden />}
        onClick={() => setImporting(true)}
      >
        Import
      </Button>
      <CreateMenu />
      {isImporting && (
        <Suspense>
          <ImportDialog open onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The chosen category stays in the list even where nothing is left of it. */
function categoryOptions(present: Facet[], chosen: string | undefined): Option[] {
  const missing =
    chosen && !present.some(({ value }) => value === chosen) ? [{ value: chosen, count: 0 }] : [];
  return [
    { value: '', label: 'All Categories' },
    ...[...present, ...missing].map(({ value, count }) => ({
      value,
      label: `${value} (${count.toLocaleString('en-US')})`,
    })),
  ];
}
