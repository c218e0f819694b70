import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { administration, type ManagedUser } from '../../../contract/calls/administration.ts';
import type { Result } from '../../../contract/calls/endpoint.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { deviceName } from '../../lib/device-name.ts';
import { displayName } from '../../lib/person.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

const PLACEHOLDERS = 3;

/** All sessions and API tokens of an account, with their last use. */
export function AccessDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const access = useQuery({
    ...query(administration.access, { params: { id: user.id } }),
    // No event reports a use.
    staleTime: 0,
  });
  const end = useSave(administration.endAccess, {
    invalidates: [administration.access, administration.listUsers, administration.audit],
    saved: () => ({ title: 'Access Ended', text: 'All sessions and API tokens of the account are gone.' }),
    failed: reasonOr('Failed to end the access'),
  });
  const count = (access.data?.sessions.length ?? 0) + (access.data?.tokens.length ?? 0);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Access of ${displayName(user)}`}
      text={user.email}
      width="form"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="danger-outline"
            disabled={count === 0}
            busy={end.isPending}
            onClick={() => setAsking(true)}
          >
            End All
          </Button>
        </>
      }
    >
      {access.isPending && <RowPlaceholders count={PLACEHOLDERS} />}
      {access.isError && <ReadFailed read={access} title="The access could not be loaded" />}
      {access.data && <Access {...access.data} />}
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={() => end.mutate({ params: { id: user.id } })}
          title={`End all access of ${displayName(user)}?`}
          text="They are signed out on every device, and programs with their API tokens stop working. They can sign in again."
          confirmLabel="End All"
        />
      )}
    </Dialog>
  );
}

const Access = ({ sessions, tokens }: Result<typeof administration.access>) => (
  <div className="flex flex-col gap-5 py-4 text-sm">
    <List
      title="Sessions"
      none="Not signed in anywhere"
      items={sessions.map(({ id, device, address, lastUsedAt }) => ({
        id,
        name: deviceName(device).name,
        facts: address,
        lastUsedAt,
      }))}
    />
    <List
      title="API tokens"
      none="No API tokens"
      items={tokens.map(({ id, name, scope, lastUsedAt }) => ({ id, name, facts: scope, lastUsedAt }))}
    />
  </div>
);

type Item = { id: string; name: string; facts: string; lastUsedAt: string | null };

const List = ({ title, none, items }: { title: string; none: string; items: Item[] }) => (
  <section aria-label={title}>
    <h3 className="font-medium">{title}</h3>
    {items.length === 0 && <p className="mt-1 text-muted">{none}</p>}
    <ul className="mt-1">
      {items.map(({ id, name, facts, lastUsedAt }) => (
        <li key={id} className="border-t border-border py-2">
          <p className="[overflow-wrap:anywhere]">{name}</p>
          <p className="text-xs text-muted [overflow-wrap:anywhere]">
            {facts} ·{' '}
            {lastUsedAt ? (
              <>
                last used <RelativeTime value={lastUsedAt} />
              </>
            ) : (
              'never used'
            )}
          </p>
        </li>
      ))}
    </ul>
  </section>
);
