import { useState } from 'react';
import { type Alert, alerts } from '../../contract/calls/alerts.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import { fieldErrors, reasonOr, useSave } from '../api/save.ts';
import { Select } from '../ui/controls/select.tsx';
import { TextArea, TextField } from '../ui/controls/text-field.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';

type Props = { alert: Alert; onClose: () => void };

const invalidates = [alerts.list, alerts.find];

/** Takes an alert, with a note for the others. */
export function AcknowledgeDialog({ alert, onClose }: Props) {
  const [note, setNote] = useState(alert.note ?? '');
  const save = useSave(alerts.acknowledge, {
    invalidates,
    saved: () => ({ title: 'Acknowledged', text: `You have ${alert.subject}. Its end is still sent.` }),
    failed: reasonOr('The alert could not be acknowledged. Please try again.'),
  });
  const body = { note: note.trim() || null };
  return (
    <FormDialog
      title={`Acknowledge ${alert.subject}?`}
      text="Nothing is repeated or escalated any more. Everybody sees that you have it."
      submitLabel="Acknowledge"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { id: alert.id }, body }, { onSuccess: onClose })}
    >
      <TextArea
        label="Note"
        hint="Optional. What you know, or what you do."
        maxLength={ALERT_LIMITS.note}
        value={note}
        error={fieldErrors(save.error)?.['note']}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

/** Ends the alert of another program. */
export function CloseDialog({ alert, onClose }: Props) {
  const [note, setNote] = useState('');
  const save = useSave(alerts.close, {
    invalidates,
    saved: () => ({ title: 'Closed', text: `${alert.subject} is over.` }),
    failed: reasonOr('The alert could not be closed. Please try again.'),
  });
  const body = { note: note.trim() || null };
  return (
    <FormDialog
      title={`Close ${alert.subject}?`}
      text="It ends as if its program had said so. If the program sends it again, it begins anew."
      submitLabel="Close Alert"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { id: alert.id }, body }, { onSuccess: onClose })}
    >
      <TextArea
        label="Note"
        hint="Optional. How you know that it is over."
        maxLength={ALERT_LIMITS.note}
        value={note}
        error={fieldErrors(save.error)?.['note']}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

const HOUR = 3_600;
const DURATIONS = [
  { value: `${HOUR / 2}`, label: '30 minutes' },
  { value: `${HOUR}`, label: '1 hour' },
  { value: `${4 * HOUR}`, label: '4 hours' },
  { value: `${24 * HOUR}`, label: '1 day' },
  { value: `${7 * 24 * HOUR}`, label: '7 days' },
];

/** Sends nothing about an alert for some time. */
export function SilenceDialog({ alert, onClose }: Props) {
  const [seconds, setSeconds] = useState(`${HOUR}`);
  const [reason, setReason] = useState('');
  const save = useSave(alerts.silence, {
    invalidates,
    saved: () => ({ title: 'Silenced', text: `Nothing is sent about ${alert.subject} meanwhile.` }),
    failed: reasonOr('The alert could not be silenced. Please try again.'),
  });
  const body = { seconds: Number(seconds), reason };
  return (
    <FormDialog
      title={`Silence ${alert.subject}?`}
      text="Nothing is sent about it meanwhile, except its end to those who were told of it. Checks go on."
      submitLabel="Silence"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { id: alert.id }, body }, { onSuccess: onClose })}
    >
      <Select
        label="For"
        options={DURATIONS}
        value={seconds}
        onChange={(event) => setSeconds(event.target.value)}
      />
      <TextField
        label="Reason"
        maxLength={ALERT_LIMITS.reason}
        value={reason}
        error={fieldErrors(save.error)?.['reason']}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
