import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { retention, RETENTION, type Retention, type RetentionKind } from '../../contract/calls/retention.ts';
import { query } from '../api/query.ts';
import { ReadFailed } from '../api/read-failed.tsx';
import { fieldErrors, reasonOr, useSave } from '../api/save.ts';
import { formatCount } from '../lib/format-count.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { openedLater } from '../ui/feedback/part.tsx';

const ConfirmDialog = openedLater(() => import('../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

const LABELS: Record<RetentionKind, string> = {
  audit: 'Audit log',
  checks: 'Hourly check results',
  notifications: 'Notifications',
  shareViews: 'Who opened a shared link',
  answers: 'Questions to the assistant',
};
const KINDS = Object.keys(LABELS) as RetentionKind[];
const own = query(retention.show, {});

/** For how many days rows are kept, and how many rows a change would delete. */
export function RetentionSettings() {
  const stored = useQuery(own);
  return (
    <section aria-label="Retention" className="border-b border-border px-4 py-3 text-sm md:px-6">
      <h2 className="font-medium">Retention</h2>
      <p className="max-w-[72ch] text-muted">
        Days after which rows are deleted. An empty field keeps them for good.
      </p>
      {stored.isPending && <RowPlaceholders count={KINDS.length} />}
      {!stored.isPending && !stored.data && (
        <ReadFailed read={stored} title="Retention could not be loaded" />
      )}
      {stored.data && <RetentionForm stored={stored.data} />}
    </section>
  );
}

type Draft = Record<RetentionKind, string>;

const draftOf = (stored: Retention): Draft => ({
  audit: String(stored.audit ?? ''),
  checks: String(stored.checks ?? ''),
  notifications: String(stored.notifications ?? ''),
  shareViews: String(stored.shareViews ?? ''),
  answers: String(stored.answers ?? ''),
});

const daysOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const retentionOf = (draft: Draft): Retention => ({
  audit: daysOf(draft.audit),
  checks: daysOf(draft.checks),
  notifications: daysOf(draft.notifications),
  shareViews: daysOf(draft.shareViews),
  answers: daysOf(draft.answers),
});

function RetentionForm({ stored }: { stored: Retention }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const onError = (error: Error) => setErrors(fieldErrors(error) ?? {});
  const failed = reasonOr('Failed to save the retention. Please try again.');
  const preview = useSave(retention.preview, { invalidates: [], failed });
  const save = useSave(retention.update, {
    invalidates: [],
    saved: (result) => {
      client.setQueryData(own.queryKey, result);
      return { title: 'Retention Saved' };
    },
    failed,
  });
  const body = retentionOf(draft);
  const counts = preview.data;
  const total = counts ? KINDS.reduce((sum, kind) => sum + counts[kind], 0) : 0;
  const store = () => save.mutate({ body }, { onSettled: () => preview.reset(), onError });
  const submit = () => {
    setErrors({});
    preview.mutate(
      { body },
      { onSuccess: (rows) => Object.values(rows).every((n) => n === 0) && store(), onError },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="mt-3 grid max-w-184 grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4">
        {KINDS.map((kind) => (
          <TextField
            key={kind}
            label={`${LABELS[kind]}, days`}
            type="number"
            min={RETENTION[kind].fewest}
            placeholder="for good"
            value={draft[kind]}
            error={errors[kind]}
            onChange={(event) => setDraft({ ...draft, [kind]: event.target.value })}
          />
        ))}
      </div>
      <Button type="submit" className="mt-4" busy={preview.isPending || save.isPending}>
        Save Retention
      </Button>
      {counts && total > 0 && !save.isPending && (
        <ConfirmDialog
          open
          onClose={() => preview.reset()}
          onConfirm={store}
          title={`Delete ${rowsOf(total)}?`}
          text={`This would delete ${sentenceOf(counts)}, and others as they become older. Only a backup brings them back.`}
          confirmLabel="Save and Delete"
        />
      )}
    </form>
  );
}

const rowsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

const sentenceOf = (counts: Record<RetentionKind, number>): string =>
  KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => `${rowsOf(counts[kind])} of “${LABELS[kind]}”`)
    .join(', ');
