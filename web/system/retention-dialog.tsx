import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { retention, RETENTION, type Retention, type RetentionKind } from '../../contract/calls/retention.ts';
import { query } from '../api/query.ts';
import { ReadFailed } from '../api/read-failed.tsx';
import { fieldErrors, reasonOr, useSave } from '../api/save.ts';
import { formatCount } from '../lib/format-count.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
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
export function RetentionDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const stored = useQuery(own);
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Retention"
      text="Days after which rows are deleted. An empty field keeps them for good."
      width="form"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={!stored.data} busy={isBusy}>
            Save Retention
          </Button>
        </>
      }
    >
      {stored.isPending && <RowPlaceholders count={KINDS.length} />}
      {!stored.isPending && !stored.data && (
        <ReadFailed read={stored} title="Retention could not be loaded" />
      )}
      {stored.data && <RetentionForm id={formId} stored={stored.data} onBusy={setBusy} onSaved={onClose} />}
    </Dialog>
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

type FormProps = {
  id: string;
  stored: Retention;
  onBusy: (isBusy: boolean) => void;
  onSaved: () => void;
};

function RetentionForm({ id, stored, onBusy, onSaved }: FormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const fail = (error: Error) => {
    onBusy(false);
    setErrors(fieldErrors(error) ?? {});
  };
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
  const store = () => {
    onBusy(true);
    preview.reset();
    save.mutate({ body }, { onSuccess: onSaved, onError: fail });
  };
  const submit = () => {
    setErrors({});
    onBusy(true);
    preview.mutate(
      { body },
      {
        onSuccess: (rows) => (Object.values(rows).some((count) => count > 0) ? onBusy(false) : store()),
        onError: fail,
      },
    );
  };
  return (
    <form
      id={id}
      noValidate
      className="py-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4">
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
      {counts && total > 0 && (
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
