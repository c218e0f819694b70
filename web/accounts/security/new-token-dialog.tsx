import { Copy } from 'lucide-react';
import { useState, useId } from 'react';
import { tokens, NewApiToken } from '../../../contract/calls/tokens.ts';
import { useCurrentUser } from '../../api/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { copyAndReport } from '../../ui/feedback/copy-text.ts';
import { TextField } from '../../ui/controls/text-field.tsx';
import type * as z from 'zod/mini';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';

/** A secret that is shown only once. */
function TokenSecret({ name, secret }: { name: string; secret: string }) {
  const copy = () => copyAndReport(secret, 'Token copied to clipboard', 'Select the token and copy it.');
  return (
    <div className="flex items-end gap-2 pt-4">
      <TextField
        className="flex-1 font-mono"
        label={name}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}

/** Asks for the purpose of the token, then shows its secret, only once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const create = useSave(tokens.create, {
    invalidates: [tokens.list],
    failed: reasonOr('Failed to create the token. Please try again.'),
  });
  // Stay open during the call: the secret is shown only once.
  const closeUnlessBusy = () => create.isPending || onClose();

  const created = create.data;
  return (
    <Dialog
      open
      onClose={closeUnlessBusy}
      title={created ? 'Token Created' : 'New Token'}
      text={created ? 'Copy it now. It is shown only once.' : 'It calls the API on your behalf.'}
      footer={
        created ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={closeUnlessBusy}>Cancel</Button>
            <Button type="submit" form={formId} look="primary" busy={create.isPending}>
              Create Token
            </Button>
          </>
        )
      }
    >
      {created ? (
        <TokenSecret name={created.name} secret={created.token} />
      ) : (
        <NewTokenForm id={formId} onSubmit={(body, onError) => create.mutate({ body }, { onError })} />
      )}
    </Dialog>
  );
}

const DAY_MS = 86_400_000;
const NEVER = 'never';

const SCOPES = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];

/** Only administrators connect the company directory. */
const ADMIN_SCOPES = [...SCOPES, { value: 'scim', label: 'SCIM, for the company directory' }];

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

function NewTokenForm({ id, onSubmit }: Props) {
  const isAdmin = useCurrentUser().data?.role === 'admin';
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
      <Select label="Scope" options={isAdmin ? ADMIN_SCOPES : SCOPES} {...fieldOf(form, 'scope')} />
      <Select
        label="Expires"
        options={LIFETIMES}
        value={lifetime}
        onChange={(event) => setLifetime(event.target.value)}
      />
    </Form>
  );
}
