import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState, useId } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { type Passkey, passkeys } from '../../../contract/passkeys.ts';
import { query } from '../../api/query.ts';
import { useSave, fieldErrors } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { hasPasskeys, wasCancelled } from '../sign-in/passkey-support.ts';
import { SettingsRow } from '../settings/settings-section.tsx';
import { ConfirmedDialog, ConfirmFields } from './confirmed-dialog.tsx';
import * as z from 'zod/mini';
import { requiredLine } from '../../../contract/fields.ts';
import { Confirmation } from '../../../contract/second-factor.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { makePasskey } from '../sign-in/passkey-prompt.ts';
import { deviceName } from '../../lib/device-name.ts';

const icon = <Fingerprint size={16} aria-hidden />;

export function Passkeys({ hasPassword }: { hasPassword: boolean }) {
  const list = useQuery(query(passkeys.list, {}));
  const [isAdding, setAdding] = useState(false);
  const [toRemove, setToRemove] = useState<Passkey>();
  const remove = useSave(passkeys.remove, {
    invalidates: [passkeys.list],
    saved: () => ({ title: 'Passkey Removed', text: 'It can no longer sign in to your account.' }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to remove the passkey. Please try again.'),
    }),
  });
  return (
    <>
      <SettingsRow icon={icon} title="Passkeys" text={summaryOf(list)}>
        {list.isError && <Button onClick={() => void list.refetch()}>Try again</Button>}
        <Button
          icon={<Plus size={16} aria-hidden />}
          disabled={!hasPasskeys()}
          aria-haspopup="dialog"
          onClick={() => setAdding(true)}
        >
          Add passkey
        </Button>
      </SettingsRow>
      {list.data?.map((passkey) => (
        <SettingsRow key={passkey.id} icon={icon} title={passkey.name} text={<Facts passkey={passkey} />}>
          <Button
            look="danger-outline"
            aria-label={`Remove ${passkey.name}`}
            busy={remove.isPending && remove.variables.params.id === passkey.id}
            onClick={() => setToRemove(passkey)}
          >
            Remove
          </Button>
        </SettingsRow>
      ))}
      {isAdding && <AddPasskeyDialog hasPassword={hasPassword} onClose={() => setAdding(false)} />}
      {toRemove && (
        <ConfirmedDialog
          title="Remove this passkey?"
          text={`"${toRemove.name}" can no longer sign in to your account. Remove it from the device, too.`}
          label="Remove"
          look="danger"
          hasPassword={hasPassword}
          busy={remove.isPending}
          onClose={() => setToRemove(undefined)}
          onConfirm={(body, onError) =>
            remove.mutate(
              { params: { id: toRemove.id }, body },
              { onError, onSuccess: () => setToRemove(undefined) },
            )
          }
        />
      )}
    </>
  );
}

function summaryOf({ data, error }: { data: Passkey[] | undefined; error: Error | null }): string {
  if (error) return messageOf(error, 'Failed to fetch your passkeys');
  if (!hasPasskeys()) return 'This browser has none at this address; they need https';
  return data?.length ? `${data.length} added` : 'Sign in with a fingerprint, your face or a PIN';
}

const Facts = ({ passkey: { createdAt, lastUsedAt } }: { passkey: Passkey }) => (
  <>
    added <RelativeTime value={createdAt} /> ·{' '}
    {lastUsedAt ? (
      <>
        last used <RelativeTime value={lastUsedAt} />
      </>
    ) : (
      'never used'
    )}
  </>
);

const NewPasskey = z.extend(Confirmation, { name: requiredLine(100, 'Name') });

function AddPasskeyDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const form = useSchemaForm(NewPasskey, { name: deviceName(navigator.userAgent).name, password: '' });
  const add = useMutation({
    mutationFn: ({ name, password }: { name: string; password?: string | undefined }) =>
      makePasskey(name, password),
    onSuccess: ({ name }) => {
      void client.invalidateQueries({ queryKey: [passkeys.list.path] });
      toast({ kind: 'success', title: 'Passkey Added', text: `${name} can sign in from now on.` });
      onClose();
    },
    onError: (error) => {
      const wrong = fieldErrors(error);
      if (wrong) return showFieldErrors(form, wrong);
      const text = wasCancelled(error)
        ? 'No passkey was created.'
        : messageOf(error, 'Failed to add a passkey.');
      return toast({ kind: 'error', title: 'Error', text });
    },
  });
  const submit = form.handleSubmit((values) => add.mutate(values));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Passkey"
      text="Next, your browser asks where to store it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={add.isPending}>
            Add passkey
          </Button>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-4 pt-4" onSubmit={(event) => void submit(event)}>
        <TextField label="Name" size="large" autoComplete="off" {...fieldOf(form, 'name')} />
        <ConfirmFields hasPassword={hasPassword} field={fieldOf(form, 'password')} />
      </Form>
    </Dialog>
  );
}
