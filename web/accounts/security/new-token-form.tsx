import { useState } from 'react';
import type * as z from 'zod/mini';
import { NewApiToken } from '../../../contract/tokens.ts';
import { fieldErrors } from '../../api/save.ts';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';

const DAY_MS = 86_400_000;
const NEVER = 'never';

const SCOPES = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];

/** In days. */
const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: NEVER, label: 'Never' },
];

const expiryAfter = (lifetime: string): string | null =>
  lifetime === NEVER ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();

type Props = {
  id: string;
  onSubmit: (token: z.output<typeof NewApiToken>, onError: (error: Error) => void) => void;
};

export function NewTokenForm({ id, onSubmit }: Props) {
  const form = useSchemaForm(NewApiToken, { name: '', scope: 'read' });
  const [lifetime, setLifetime] = useState('30');
  const submit = form.handleSubmit((values) =>
    onSubmit({ ...values, expiresAt: expiryAfter(lifetime) }, (error) =>
      showFieldErrors(form, fieldErrors(error)),
    ),
  );
  return (
    <Form id={id} className="flex flex-col gap-4 pt-4" onSubmit={(event) => void submit(event)}>
      <TextField label="Name" autoComplete="off" {...fieldOf(form, 'name')} />
      <Select label="Scope" options={SCOPES} {...fieldOf(form, 'scope')} />
      <Select
        label="Expires"
        options={LIFETIMES}
        value={lifetime}
        onChange={(event) => setLifetime(event.target.value)}
      />
    </Form>
  );
}
