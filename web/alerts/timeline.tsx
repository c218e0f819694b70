import { useState } from 'react';
import { type AlertWithTimeline, alerts, type TimelineEntry } from '../../contract/calls/alerts.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import { ForEditors } from '../api/for-editors.tsx';
import { fieldErrors, reasonOr, useSave } from '../api/save.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextArea } from '../ui/controls/text-field.tsx';
import { ExactTime } from '../ui/feedback/relative-time.tsx';

const WORDS: Record<TimelineEntry['what'], string> = {
  started: 'Began',
  fired: 'Fired',
  told: 'Message',
  acknowledged: 'Acknowledged',
  silenced: 'Silenced',
  closed: 'Closed',
  note: 'Note',
  resolved: 'Resolved',
};

/** What happened since the alert began, oldest first, and a field for notes. */
export const Timeline = ({ alert }: { alert: AlertWithTimeline }) => (
  <section aria-label="Timeline" className="min-w-0">
    <h2 className="mb-2 border-b border-border pb-1 text-md">Timeline</h2>
    <ol className="text-sm">
      {alert.timeline.map(({ at, by, what, text }, index) => (
        <li
          // Two entries can be equal, and none moves.
          key={index}
          className="flex flex-wrap gap-x-3 gap-y-0.5 border-b border-border py-1.5 compact:py-0.5"
        >
          <span className="w-52 text-muted">
            <ExactTime value={at} />
          </span>
          <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere] whitespace-pre-wrap">
            <span className="font-medium">{WORDS[what]}</span>
            {by && ` · ${by}`}
            {text && ` · ${text}`}
          </span>
        </li>
      ))}
    </ol>
    <ForEditors>
      <NewNote id={alert.id} />
    </ForEditors>
  </section>
);

function NewNote({ id }: { id: string }) {
  const [text, setText] = useState('');
  const add = useSave(alerts.addNote, {
    invalidates: [alerts.find],
    failed: reasonOr('The note could not be saved. Please try again.'),
  });
  return (
    <form
      noValidate
      className="mt-3 flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ params: { id }, body: { text } }, { onSuccess: () => setText('') });
      }}
    >
      <TextArea
        className="w-full"
        label="Note"
        hint="What was found or done. It stays with the alert, also after its end."
        rows={2}
        maxLength={ALERT_LIMITS.note}
        value={text}
        error={fieldErrors(add.error)?.['text']}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={add.isPending}>
        Add Note
      </Button>
    </form>
  );
}
