import { useState } from 'react';
import { settingsChange } from '../../contract/calls/settings-change.ts';
import { ownSettings } from '../api/own-settings.ts';
import { reasonOr, useSave } from '../api/save.ts';
import { keepText, readKeptText } from '../lib/kept.ts';
import { usePreferences } from '../lib/preferences.ts';
import { Button } from '../ui/controls/button.tsx';
import { useQueryClient } from '@tanstack/react-query';

const ANSWERED = 'time-zone-answered';

/**
 * Offers the time zone of the browser if times are shown in another one, until somebody answered in this browser. Drawn from
 * what is known at once: a line that came later would push the page down.
 */
export function ZoneOffer() {
  const { timeZone } = usePreferences();
  const [isAnswered, setAnswered] = useState(() => readKeptText(ANSWERED) === 'yes');
  const client = useQueryClient();
  const { timeZone: here } = Intl.DateTimeFormat().resolvedOptions();
  const answer = () => {
    keepText(ANSWERED, 'yes');
    setAnswered(true);
  };
  const save = useSave(settingsChange.update, {
    invalidates: [],
    saved: (result) => {
      client.setQueryData(ownSettings.queryKey, result);
      answer();
      return { title: `Times are in ${here}` };
    },
    failed: reasonOr('The time zone could not be saved. Please try again.'),
  });
  if (isAnswered || !here || here === timeZone) return null;
  return (
    <section
      aria-label="Time zone"
      className="mb-4 flex flex-wrap items-center gap-2 border-b border-border pb-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        Times are shown in {timeZone}. This browser is in {here}.
      </p>
      <Button
        size="small"
        busy={save.isPending}
        onClick={() => save.mutate({ body: { profile: { timezone: here } } })}
      >
        Use {here}
      </Button>
      <Button size="small" look="quiet" onClick={answer}>
        Keep {timeZone}
      </Button>
    </section>
  );
}
