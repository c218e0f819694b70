import { useState } from 'react';
import { useSaveSettings } from '../accounts/settings/use-save-settings.ts';
import { keepText, readKeptText } from '../lib/kept.ts';
import { usePreferences } from '../lib/preferences.ts';
import { Button } from '../ui/controls/button.tsx';

const ANSWERED = 'time-zone-answered';

/**
 * Offers the time zone of the browser if times are shown in another one, until somebody answered in this browser. Drawn from
 * what is known at once: a line that came later would push the page down.
 */
export function ZoneOffer() {
  const { timeZone } = usePreferences();
  const [isAnswered, setAnswered] = useState(() => readKeptText(ANSWERED) === 'yes');
  const { timeZone: here } = Intl.DateTimeFormat().resolvedOptions();
  const answer = () => {
    keepText(ANSWERED, 'yes');
    setAnswered(true);
  };
  const save = useSaveSettings(`Times are in ${here}`);
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
        onClick={() => save.mutate({ body: { profile: { timezone: here } } }, { onSuccess: answer })}
      >
        Use {here}
      </Button>
      <Button size="small" look="quiet" onClick={answer}>
        Keep {timeZone}
      </Button>
    </section>
  );
}
