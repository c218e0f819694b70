import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { sessions } from '../../../contract/sessions.ts';
import { query } from '../../api/query.ts';
import { useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Failed, Placeholders } from '../../ui/feedback/list-states.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SettingsRow } from '../settings/settings-section.tsx';
import { SessionTable } from './session-table.tsx';

const PLACEHOLDERS = 2;

const useSessions = () => useQuery(query(sessions.list, {}));

/** Where the account is signed in: how many at first, the list on demand. */
export function Sessions() {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const listId = useId();
  const list = useSessions();
  const endOthers = useSave(sessions.endOthers, {
    invalidates: [sessions.list],
    saved: () => ({ title: 'Sessions Ended', text: 'You are signed in on this device only.' }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to end the other sessions. Please try again.'),
    }),
  });
  const hasOthers = list.data?.some(({ isCurrent }) => !isCurrent);
  return (
    <>
      <SettingsRow
        icon={<MonitorSmartphone size={16} aria-hidden />}
        title="Sessions"
        text={list.data ? `${list.data.length} active` : 'Where you are signed in'}
      >
        <Button
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => {
            // One looks because of a sign-in just now.
            if (!isOpen) void list.refetch();
            setOpen(!isOpen);
          }}
        >
          View Sessions
        </Button>
        {isOpen && hasOthers && (
          <Button look="danger-outline" busy={endOthers.isPending} onClick={() => setAsking(true)}>
            End all others
          </Button>
        )}
      </SettingsRow>
      <div id={listId}>{isOpen && <SessionList list={list} />}</div>
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={() => endOthers.mutate({})}
          title="End all other sessions?"
          text="Every other device has to sign in again. This one stays signed in."
          confirmLabel="End all others"
        />
      )}
    </>
  );
}

function SessionList({ list }: { list: ReturnType<typeof useSessions> }) {
  if (list.isPending) {
    return (
      <Placeholders count={PLACEHOLDERS}>
        <div className="border-b border-border py-2">
          <Skeleton className="h-8 w-full" />
        </div>
      </Placeholders>
    );
  }
  if (!list.data) {
    return (
      <Failed
        title="Sessions could not be loaded"
        text={messageOf(list.error, 'Failed to fetch your sessions')}
        onRetry={() => void list.refetch()}
      />
    );
  }
  return <SessionTable sessions={list.data} />;
}
