import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../contract/shared/error.ts';
import { type Passkey, passkeys } from '../../../contract/calls/passkeys.ts';
import { query } from '../../api/query.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { hasPasskeys } from '../sign-in/passkey-support.ts';
import { SettingsRow } from '../settings/settings-section.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

const AddPasskeyDialog = openedLater(() => import('./add-passkey-dialog.tsx'), 'AddPasskeyDialog');
const ConfirmedDialog = openedLater(() => import('./confirmed-dialog.tsx'), 'ConfirmedDialog');

const icon = <Fingerprint size={16} aria-hidden />;

export function Passkeys({ hasPassword }: { hasPassword: boolean }) {
  const list = useQuery(query(passkeys.list, {}));
  const [isAdding, setAdding] = useState(false);
  const [toRemove, setToRemove] = useState<Passkey>();
  const remove = useSave(passkeys.remove, {
    invalidates: [passkeys.list],
    saved: () => ({ title: 'Passkey Removed', text: 'It can no longer sign in to your account.' }),
    failed: reasonOr('Failed to remove the passkey. Please try again.'),
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
