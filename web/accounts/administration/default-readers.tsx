import { useQuery } from '@tanstack/react-query';
import { Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { knowledgeBase } from '../../../contract/calls/documents.ts';
import { type DefaultReaders, groups } from '../../../contract/calls/groups.ts';
import { LIMITS } from '../../../contract/shared/document-words.ts';
import { AdminListFailed } from '../../api/admin-list.tsx';
import { query } from '../../api/query.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { useReaderNames } from '../../api/reader-names.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { SuggestedField } from '../../ui/controls/text-field.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

const ReadersDialog = openedLater(() => import('../../api/readers-dialog.tsx'), 'ReadersDialog');

/** Administrators choose the readers with which new documents of a category start. */
export function DefaultReadersSection() {
  const list = useQuery(query(groups.listDefaultReaders, {}));
  const [open, setOpen] = useState<DefaultReaders>();
  const save = useSave(groups.setDefaultReaders, {
    invalidates: [groups.listDefaultReaders],
    saved: ({ category, readers }) => ({
      title: readers ? 'Default Readers Changed' : 'Default Readers Removed',
      text: category,
    }),
    failed: reasonOr('Failed to change the default readers'),
  });
  const add = (category: string) => {
    const isSame = (other: DefaultReaders) => other.category.toLowerCase() === category.toLowerCase();
    setOpen(list.data?.find(isSame) ?? { category, readers: [] });
  };
  return (
    <section aria-labelledby="default-readers" className="border-t border-border">
      <div className="flex flex-col gap-3 p-4 md:px-6">
        <h2 id="default-readers" className="text-md">
          Default readers
        </h2>
        <p className="text-sm text-muted">
          New documents of these categories start with these readers and their owner. Existing documents stay
          as they are.
        </p>
        {list.data && <CategoryForm onSubmit={add} />}
      </div>
      {list.isError && !list.data && <AdminListFailed read={list} what="Default readers" />}
      <ul aria-label="Default readers" className="border-t border-border empty:hidden">
        {list.data?.map((each) => (
          <CategoryRow
            key={each.category}
            entry={each}
            onChange={() => setOpen(each)}
            onRemove={() => save.mutate({ body: { ...each, readers: null } })}
          />
        ))}
      </ul>
      {open && (
        <ReadersDialog
          title={`Readers of new documents in ${open.category}`}
          text="Documents that are there already keep their readers."
          readers={open.readers}
          busy={save.isPending}
          onClose={() => setOpen(undefined)}
          onSave={(readers) =>
            save.mutate(
              { body: { category: open.category, readers } },
              { onSuccess: () => setOpen(undefined) },
            )
          }
        />
      )}
    </section>
  );
}

function CategoryForm({ onSubmit }: { onSubmit: (category: string) => void }) {
  // The categories are suggested only while somebody types.
  const [isUsed, setUsed] = useState(false);
  const facets = useQuery({ ...query(knowledgeBase.facets, { query: {} }), enabled: isUsed });
  const [typed, setTyped] = useState('');
  const category = typed.trim();
  return (
    <form
      className="flex max-w-120 flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!category) return;
        onSubmit(category);
        setTyped('');
      }}
    >
      <div className="min-w-0 flex-1 basis-40">
        <SuggestedField
          label="Category"
          suggestions={facets.data?.categories.map(({ value }) => value) ?? []}
          maxLength={LIMITS.category}
          value={typed}
          onFocus={() => setUsed(true)}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={category === ''}>
        Choose Readers
      </Button>
    </form>
  );
}

type RowProps = { entry: DefaultReaders; onChange: () => void; onRemove: () => void };

function CategoryRow({ entry: { category, readers }, onChange, onRemove }: RowProps) {
  const names = useReaderNames(readers);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border p-4 text-sm compact:py-1 md:px-6">
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <p className="font-medium">{category}</p>
        <p className="text-xs text-muted">{names === '' ? 'Their owner alone' : (names ?? '…')}</p>
      </div>
      <div className="flex gap-1">
        <Button
          size="small"
          aria-label={`Readers of ${category}`}
          icon={<Users size={14} aria-hidden />}
          onClick={onChange}
        >
          Readers
        </Button>
        <IconButton
          size="small"
          label={`Remove the default readers of ${category}`}
          icon={<Trash2 size={16} />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}
