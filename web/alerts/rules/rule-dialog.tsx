import { useState } from 'react';
import { type AlertRule, alertRules } from '../../../contract/calls/alert-rules.ts';
import { AlertKind, AlertSeverity, ALERT_LIMITS } from '../../../contract/shared/alert-words.ts';
import { FilterField } from '../../api/filter/filter-field.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { Select } from '../../ui/controls/select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { KIND_LABELS, SEVERITY_LABELS } from '../alert-values.tsx';
import { problemsOf } from '../field-problems.ts';
import { CheckboxGroup } from './checkbox-group.tsx';
import { ChannelChoice } from './channel-choice.tsx';
import { Escalation, Hours } from './rule-times.tsx';
import { draftOf, type RuleDraft, ruleOf } from './rule-draft.ts';
import { RuleReplay } from './rule-replay.tsx';

type Props = {
  /** Undefined for a new rule. */
  rule?: AlertRule;
  onClose: () => void;
};

const KINDS = AlertKind.options.map((value) => ({ value, label: KIND_LABELS[value] }));
const SEVERITIES = AlertSeverity.options.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

/** What each part of the form gets. */
export type RulePart = {
  draft: RuleDraft;
  onChange: (part: Partial<RuleDraft>) => void;
  errorOf: (field: string) => string | undefined;
};

/** Creates or changes a rule, and says before what it would have sent. */
export function RuleDialog({ rule, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(rule));
  const outcome = {
    invalidates: [alertRules.list],
    saved: () => ({ title: rule ? 'Rule Changed' : 'Rule Created', text: draft.name }),
    failed: reasonOr('Failed to save the rule'),
  };
  const create = useSave(alertRules.create, outcome);
  const update = useSave(alertRules.update, outcome);
  const submit = () => {
    const body = ruleOf(draft);
    if (rule) update.mutate({ params: { id: rule.id }, body }, { onSuccess: onClose });
    else create.mutate({ body }, { onSuccess: onClose });
  };
  const part: RulePart = {
    draft,
    onChange: (change) => setDraft((before) => ({ ...before, ...change })),
    errorOf: problemsOf(create.error ?? update.error),
  };
  return (
    <FormDialog
      width="form"
      title={rule ? `Edit ${rule.name}` : 'New Rule'}
      submitLabel={rule ? 'Save' : 'Create Rule'}
      busy={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <WhichAlerts {...part} />
      <ChannelChoice
        label="Send to"
        chosen={draft.channels}
        error={part.errorOf('channels')}
        onChange={(channels) => part.onChange({ channels })}
      />
      <WhenSent {...part} />
      <Hours {...part} />
      <Escalation {...part} />
      <Switch
        label="Stop here"
        hint="Rules below are not asked about the alerts that this rule matches"
        checked={draft.stop}
        onChange={(stop) => part.onChange({ stop })}
      />
      <Switch label="Active" checked={draft.active} onChange={(active) => part.onChange({ active })} />
      <RuleReplay draft={draft} />
    </FormDialog>
  );
}

const WhichAlerts = ({ draft, onChange, errorOf }: RulePart) => (
  <>
    <TextField
      label="Name"
      autoComplete="off"
      maxLength={ALERT_LIMITS.name}
      value={draft.name}
      error={errorOf('name')}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <FilterField
      label="Servers"
      hint="A filter as in the inventory, such as env:production. Empty: all servers."
      value={draft.filter}
      error={errorOf('filter')}
      onChange={(filter) => onChange({ filter })}
    />
    <CheckboxGroup
      label="Events"
      options={KINDS}
      chosen={draft.events}
      error={errorOf('events')}
      onChange={(events) => onChange({ events: AlertKind.options.filter((kind) => events.includes(kind)) })}
    />
    <Select
      label="Least severity"
      options={SEVERITIES}
      value={draft.leastSeverity}
      error={errorOf('leastSeverity')}
      onChange={(event) => onChange({ leastSeverity: AlertSeverity.parse(event.target.value) })}
    />
  </>
);

const WhenSent = ({ draft, onChange, errorOf }: RulePart) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label="Wait before sending"
      hint="Minutes. What is over before sends nothing."
      inputMode="decimal"
      value={draft.delayMinutes}
      error={errorOf('delaySeconds')}
      onChange={(event) => onChange({ delayMinutes: event.target.value })}
    />
    <TextField
      label="Repeat every"
      hint="Minutes, until somebody has it. Empty: no repetition."
      inputMode="decimal"
      value={draft.repeatMinutes}
      error={errorOf('repeatSeconds')}
      onChange={(event) => onChange({ repeatMinutes: event.target.value })}
    />
  </div>
);
