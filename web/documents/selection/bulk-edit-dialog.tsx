import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { BulkFields } from '../../../contract/calls/document-batches.ts';
import { UNCATEGORIZED } from '../../../contract/calls/documents.ts';
import { LIMITS } from '../../../contract/shared/document-words.ts';
import { query } from '../../api/query.ts';
import { fieldErrors } from '../../api/save.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { useBase } from '../base.ts';
import { counted, useBulk } from './use-bulk.ts';

type Props = { what: 'tags' | 'category'; ids: string[]; onClose: () => void; onDone: () => void };

const WORDS = {
  tags: { verb: 'Tag', text: 'Existing tags are kept.', label: 'Tags', hint: 'Separated by commas' },
  category: {
    verb: 'File',
    text: 'All of them get this category.',
    label: 'Category',
    hint: 'Blank for none',
  },
};

/** Adds tags to the selected documents, or moves them to one category. */
export function BulkEditDialog({ what, ids, onClose, onDone }: Props) {
  const listId = useId();
  const { calls } = useBase();
  const facets = useQuery(query(calls.facets, { query: {} }));
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const bulk = useBulk(() => {
    onClose();
    onDone();
  });
  const { verb, text, label, hint } = WORDS[what];
  const tags = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const fields: BulkFields = what === 'tags' ? { addTags: tags } : { category: typed.trim() || null };
  const save = () =>
    bulk.mutate(
      { body: { ids, action: 'set', fields } },
      { onError: (failure) => setError(Object.values(fieldErrors(failure) ?? {})[0]) },
    );
  const known = (what === 'tags' ? facets.data?.tags : facets.data?.categories) ?? [];
  return (
    <FormDialog
      title={`${verb} ${counted(ids.length)}`}
      text={text}
      submitLabel="Save"
      busy={bulk.isPending}
      disabled={what === 'tags' && tags.length === 0}
      onClose={onClose}
      onSubmit={save}
      className="mt-4 pb-1"
    >
      <TextField
        label={label}
        hint={hint}
        error={error}
        list={listId}
        autoComplete="off"
        maxLength={what === 'tags' ? LIMITS.tag * 20 : LIMITS.category}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={listId}>
        {known.map(({ value }) => value !== UNCATEGORIZED && <option key={value} value={value} />)}
      </datalist>
    </FormDialog>
  );
}
