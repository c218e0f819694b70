import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FULL } from '../../../contract/calls/checks.ts';
import { serverLimits } from '../../../contract/calls/server-limits.ts';
import { MOST_DISKS, type ServerLimits } from '../../../contract/shared/server-limits.ts';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import type { PickedServer } from '../../api/server-picker.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import {
  draftOf,
  EXPIRES_LABELS,
  FIGURE_LABELS,
  type LimitsDraft,
  limitsOf,
  NO_DISK,
} from './limit-fields.ts';

type Props = { server: PickedServer; limits: ServerLimits; onClose: () => void };

/** Replaces the limits of a server and the days on which something of it ends. */
export function LimitsDialog({ server, limits, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(limits));
  const save = useSave(serverLimits.change, {
    invalidates: [serverLimits.find],
    saved: () => ({ title: 'Saved', text: `The limits of ${server.name} were changed.` }),
    failed: reasonOr('The limits could not be saved. Please try again.'),
  });
  const errors = fieldErrors(save.error);
  const { figures, disks } = draft;
  const setDisk = (index: number, disk: (typeof disks)[number]) =>
    setDraft({ ...draft, disks: disks.with(index, disk) });
  return (
    <FormDialog
      title={`Limits of ${server.name}`}
      text="Its checks warn when a figure is above its limit for so long. Empty fields keep the usual limits."
      submitLabel="Save"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() =>
        save.mutate({ params: { id: server.id }, body: limitsOf(draft) }, { onSuccess: onClose })
      }
    >
      {FIGURE_LABELS.map(([key, label]) => (
        <Threshold
          key={key}
          label={label}
          usual={FULL[key]}
          row={figures[key]}
          errorOf={(part) => errors?.[`thresholds.${key}.${part}`]}
          onChange={(row) => setDraft({ ...draft, figures: { ...figures, [key]: row } })}
        />
      ))}
      {disks.map((disk, index) => (
        // Disks have no identity but their place in the list.
        <div key={index} className="flex flex-col gap-2">
          <TextField
            label={`Mount point or drive ${index + 1}`}
            placeholder="/backup"
            autoComplete="off"
            value={disk.place}
            error={errors?.[`thresholds.disks.${index}.place`]}
            onChange={(event) => setDisk(index, { ...disk, place: event.target.value })}
          />
          <Threshold
            label={`Disk ${index + 1}`}
            usual={FULL.diskUsage}
            row={disk}
            errorOf={(part) => errors?.[`thresholds.disks.${index}.${part}`]}
            onChange={(row) => setDisk(index, { ...disk, ...row })}
          />
        </div>
      ))}
      <Button
        className="self-start"
        icon={<Plus size={16} aria-hidden />}
        disabled={disks.length >= MOST_DISKS}
        onClick={() => setDraft({ ...draft, disks: [...disks, NO_DISK] })}
      >
        Add Disk
      </Button>
      <Days expires={draft.expires} errors={errors} onChange={(expires) => setDraft({ ...draft, expires })} />
      <TextField
        label="Tell so many days before"
        hint="Also for its certificate"
        inputMode="numeric"
        value={draft.leadDays}
        error={errors?.['leadDays']}
        onChange={(event) => setDraft({ ...draft, leadDays: event.target.value })}
      />
    </FormDialog>
  );
}

type DaysProps = {
  expires: LimitsDraft['expires'];
  errors: Record<string, string> | undefined;
  onChange: (expires: LimitsDraft['expires']) => void;
};

const Days = ({ expires, errors, onChange }: DaysProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {EXPIRES_LABELS.map(([key, label]) => (
      <TextField
        key={key}
        type="date"
        label={`${label} ends`}
        value={expires[key]}
        error={errors?.[`expires.${key}`]}
        onChange={(event) => onChange({ ...expires, [key]: event.target.value })}
      />
    ))}
  </div>
);

type ThresholdProps = {
  label: string;
  usual: number;
  row: { percent: string; minutes: string };
  errorOf: (part: 'percent' | 'seconds') => string | undefined;
  onChange: (row: { percent: string; minutes: string }) => void;
};

const Threshold = ({ label, usual, row, errorOf, onChange }: ThresholdProps) => (
  <div className="grid grid-cols-2 gap-4">
    <TextField
      label={`${label} above`}
      hint="Percent"
      placeholder={String(usual)}
      inputMode="numeric"
      autoComplete="off"
      value={row.percent}
      error={errorOf('percent')}
      onChange={(event) => onChange({ percent: event.target.value, minutes: row.minutes })}
    />
    <TextField
      label={`${label} for`}
      hint="Minutes"
      placeholder="0"
      inputMode="decimal"
      autoComplete="off"
      value={row.minutes}
      error={errorOf('seconds')}
      onChange={(event) => onChange({ percent: row.percent, minutes: event.target.value })}
    />
  </div>
);
