import { useState } from 'react';
import { type Channel, channels, type ChannelSettings } from '../../../contract/calls/channels.ts';
import { ALERT_LIMITS, ChannelKind } from '../../../contract/shared/alert-words.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Select } from '../../ui/controls/select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { problemsOf } from '../field-problems.ts';
import { CHANNEL_KINDS, type ChannelField, NEW_KINDS } from './channel-kinds.ts';

type Props = {
  /** Undefined for a new channel. */
  channel?: Channel;
  onClose: () => void;
};

const KIND_OPTIONS = NEW_KINDS.map((value) => ({ value, label: CHANNEL_KINDS[value].label }));

/** Creates or changes a channel. Of secrets it shows only that they are set. */
export function ChannelDialog({ channel, onClose }: Props) {
  const [name, setName] = useState(channel?.name ?? '');
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'slack');
  const [active, setActive] = useState(channel?.active ?? true);
  const [settings, setSettings] = useState<ChannelSettings>(() => openSettings(channel));
  const outcome = {
    invalidates: [channels.list],
    saved: () => ({ title: channel ? 'Channel Changed' : 'Channel Created', text: name }),
    failed: reasonOr('Failed to save the channel'),
  };
  const create = useSave(channels.create, outcome);
  const update = useSave(channels.update, outcome);
  const errorOf = problemsOf(create.error ?? update.error);
  const submit = () => {
    const done = { onSuccess: onClose };
    const fields = { name, active, settings: ofKind(kind, settings) };
    if (channel) update.mutate({ params: { id: channel.id }, body: fields }, done);
    else create.mutate({ body: { ...fields, kind } }, done);
  };
  return (
    <FormDialog
      title={channel ? `Edit ${channel.name}` : 'New Channel'}
      submitLabel={channel ? 'Save' : 'Create Channel'}
      busy={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={ALERT_LIMITS.name}
        value={name}
        error={errorOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      {!channel && (
        <Select
          label="Kind"
          options={KIND_OPTIONS}
          value={kind}
          onChange={(event) => setKind(ChannelKind.parse(event.target.value))}
        />
      )}
      {CHANNEL_KINDS[kind].fields.map((field) => (
        <SettingField
          key={`${kind} ${field.name}`}
          field={field}
          isSet={channel?.settings.hasSecret === true && field.name === 'secret'}
          value={settings[field.name]}
          error={errorOf(`settings.${field.name}`)}
          onChange={(value) => setSettings({ ...settings, [field.name]: value })}
        />
      ))}
      {kind === 'teams' && (
        <Switch
          label="Send the bare card"
          hint="For flows that expect the Adaptive Card alone"
          checked={settings.bareCard ?? false}
          onChange={(bareCard) => setSettings({ ...settings, bareCard })}
        />
      )}
      {kind === 'duty' && (
        <p className="text-sm text-muted">
          It sends a mail to the person on duty. The page Duty has the shifts.
        </p>
      )}
      <Switch label="Active" hint="Off sends nothing there" checked={active} onChange={setActive} />
    </FormDialog>
  );
}

function openSettings(channel: Channel | undefined): ChannelSettings {
  const { hasSecret: _hasSecret, ...settings } = channel?.settings ?? { hasSecret: false };
  return settings;
}

/** The settings of one kind. A secret that was not typed is left out, and so it stays. */
function ofKind(kind: ChannelKind, settings: ChannelSettings): ChannelSettings {
  const names: string[] = CHANNEL_KINDS[kind].fields.map(({ name }) => name);
  if (kind === 'teams') names.push('bareCard');
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}

type SettingProps = {
  field: ChannelField;
  /** Whether a secret is stored. */
  isSet: boolean;
  value: string | null | undefined;
  error: string | undefined;
  onChange: (value: string | null | undefined) => void;
};

function SettingField({ field: { label, hint, isSecret }, isSet, value, error, onChange }: SettingProps) {
  return (
    <TextField
      label={label}
      hint={isSet && value === undefined ? 'A secret is set. Type a new one to replace it.' : hint}
      autoComplete="off"
      spellCheck={false}
      {...(isSecret && { type: 'password', autoComplete: 'new-password' })}
      value={value ?? ''}
      error={error}
      // An empty secret keeps the stored one.
      onChange={(event) => onChange(event.target.value || (isSecret ? undefined : null))}
    />
  );
}
