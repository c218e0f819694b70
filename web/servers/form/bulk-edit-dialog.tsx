import { useState } from 'react';
import {
  fieldOf as definitionOf,
  type ServerChange,
  serverFields,
} from '../../../contract/shared/server-fields.ts';
import { fieldErrors } from '../../api/save.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField, SuggestedField } from '../../ui/controls/text-field.tsx';
import { counted, useBulk } from '../use-bulk.ts';
import { ENVIRONMENTS, STATUSES } from './server-form-fields.tsx';

const KEEP = { value: '', label: 'Leave unchanged' };
/** Fields that many servers can share; environment and status come first. */
const TEXTS = serverFields.filter(
  (field) => !definitionOf(field).isUnique && ['text', 'long'].includes(definitionOf(field).kind),
);

type Props = { ids: string[]; onClose: () => void; onDone: () => void };

/** Sets the same fields of many servers; blank fields stay unchanged. */
export function BulkEditDialog({ ids, onClose, onDone }: Props) {
  const [fields, setFields] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const bulk = useBulk(() => {
    onClose();
    onDone();
  });
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  const of = (name: string) => ({
    value: fields[name] ?? '',
    error: errors[`fields.${name}`],
    onChange: (event: { target: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: event.target.value })),
  });
  const save = () =>
    bulk.mutate(
      { body: { ids, action: 'set', fields: given as ServerChange } },
      { onError: (error) => setErrors(fieldErrors(error) ?? {}) },
    );
  return (
    <FormDialog
      width="form"
      title={`Edit ${counted(ids.length)}`}
      text="Blank fields stay unchanged."
      submitLabel="Save"
      busy={bulk.isPending}
      disabled={Object.keys(given).length === 0}
      onClose={onClose}
      onSubmit={save}
      className="mt-4 grid gap-4 pb-1 sm:grid-cols-2"
    >
      <Select label="Environment" options={[KEEP, ...ENVIRONMENTS]} {...of('environment')} />
      <Select label="Status" options={[KEEP, ...STATUSES]} {...of('status')} />
      {TEXTS.map((name) => {
        const { label, suggestions } = definitionOf(name);
        return suggestions ? (
          <SuggestedField key={name} label={label} suggestions={[...suggestions]} {...of(name)} />
        ) : (
          <TextField key={name} label={label} {...of(name)} />
        );
      })}
    </FormDialog>
  );
}
