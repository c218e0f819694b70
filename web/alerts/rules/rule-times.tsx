import { Plus, X } from 'lucide-react';
import { ALERT_LIMITS, type WeeklyRange } from '../../../contract/shared/alert-words.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { WeeklyRangeFields, workingHours } from '../weekly-range.tsx';
import { ChannelChoice } from './channel-choice.tsx';
import type { RulePart } from './rule-dialog.tsx';

/** When the rule applies: always, or within weekly ranges. */
export function Hours({ draft: { hours }, onChange, errorOf }: RulePart) {
  const { timeZone } = useTimeStyle();
  const ranges = hours ?? [];
  const setRanges = (next: WeeklyRange[]) => onChange({ hours: next.length > 0 ? next : null });
  return (
    <>
      <Switch
        label="Only at some hours"
        hint="What happens outside is sent when they begin, if it is still there"
        checked={hours !== null}
        onChange={(isLimited) => setRanges(isLimited ? [workingHours(timeZone)] : [])}
      />
      {ranges.map((range, index) => (
        <div key={index} className="flex items-start gap-2 border-l-2 border-border pl-3">
          <div className="min-w-0 flex-1">
            <WeeklyRangeFields
              label={`Hours ${index + 1}`}
              range={range}
              onChange={(next) => setRanges(ranges.with(index, next))}
              errorOf={(field) => errorOf(`hours.${index}.${field}`)}
            />
          </div>
          <IconButton
            size="small"
            label={`Remove hours ${index + 1}`}
            icon={<X size={14} />}
            onClick={() => setRanges(ranges.toSpliced(index, 1))}
          />
        </div>
      ))}
      {hours && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus size={14} aria-hidden />}
          disabled={hours.length >= ALERT_LIMITS.weekly}
          onClick={() => setRanges([...ranges, workingHours(timeZone)])}
        >
          Add Hours
        </Button>
      )}
    </>
  );
}

/** Whom the message reaches later, while nobody has the alert. */
export const Escalation = ({ draft: { escalate }, onChange, errorOf }: RulePart) => (
  <>
    {escalate.map((step, index) => (
      <div key={index} className="flex items-start gap-2 border-l-2 border-border pl-3">
        <fieldset className="flex min-w-0 flex-1 flex-col gap-3">
          <legend className="text-sm font-medium">Escalation {index + 1}</legend>
          <TextField
            className="max-w-48"
            label="If nobody has it after"
            hint="Minutes"
            inputMode="decimal"
            value={step.afterMinutes}
            error={errorOf(`escalate.${index}.afterSeconds`)}
            onChange={(event) =>
              onChange({ escalate: escalate.with(index, { ...step, afterMinutes: event.target.value }) })
            }
          />
          <ChannelChoice
            label="Send to"
            chosen={step.channels}
            error={errorOf(`escalate.${index}.channels`)}
            onChange={(channels) => onChange({ escalate: escalate.with(index, { ...step, channels }) })}
          />
        </fieldset>
        <IconButton
          size="small"
          label={`Remove escalation ${index + 1}`}
          icon={<X size={14} />}
          onClick={() => onChange({ escalate: escalate.toSpliced(index, 1) })}
        />
      </div>
    ))}
    <Button
      size="small"
      className="self-start"
      icon={<Plus size={14} aria-hidden />}
      disabled={escalate.length >= ALERT_LIMITS.escalations}
      onClick={() => onChange({ escalate: [...escalate, { afterMinutes: '30', channels: [] }] })}
    >
      Add Escalation
    </Button>
  </>
);
