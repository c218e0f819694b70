import { useId, useState } from 'react';
import { type ServerChange } from '../../../contract/server-fields.ts';
import { NETWORKS, OPERATING_SYSTEMS } from '../../../contract/server-words.ts';
import { fieldErrors } from '../../api/save.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useBulk } from '../use-bulk.ts';
import { ENVIRONMENTS, STATUSES } from './server-form-fields.tsx';
import { SuggestedField } from './suggested-field.tsx';

const KEEP = { value: '', label: 'Leave as it is' };
const TEXTS = [
  { name: 'operatingSystem', label: 'Operating System', suggestions: OPERATING_SYSTEMS },
  { name: 'network', label: 'Network Zone', suggestions: NETWORKS },
] as const;

type Props = { ids: string[]; onClose: () => void; onDone: () => void };

/** Sets the same fields of many servers; what is left blank stays as it is. */
export function BulkEditDialog({ ids, onClose, onDone }: Props) {
  const formId = useId();
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
    <Dialog
      open
      onClose={onClose}
      width="form"
      title={`Edit ${ids.length} ${ids.length === 1 ? 'server' : 'servers'}`}
      text="What is left blank stays as it is."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            busy={bulk.isPending}
            disabled={Object.keys(given).length === 0}
          >
            Save
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="mt-4 grid gap-4 pb-1 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Select label="Environment" options={[KEEP, ...ENVIRONMENTS]} {...of('environment')} />
        <Select label="Status" options={[KEEP, ...STATUSES]} {...of('status')} />
        {TEXTS.map(({ name, label, suggestions }) => (
          <SuggestedField key={name} label={label} suggestions={[...suggestions]} {...of(name)} />
        ))}
        <TextField label="Location" {...of('serverLocation')} />
        <TextField label="Team Owner" {...of('teamOwner')} />
        <TextField label="Key Contacts" {...of('keyContacts')} />
      </Form>
    </Dialog>
  );
}
