import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone, Laptop, Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { sessions, type Session, sessions as endpoints } from '../../../contract/calls/sessions.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { SettingsRow } from '../settings/settings-section.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { deviceName } from '../../lib/device-name.ts';
import { openedLater } from '../../ui/feedback/part.tsx';

const ConfirmDialog = openedLater(() => import('../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

const PLACEHOLDERS = 2;

const useSessions = () => useQuery(query(sessions.list, {}));

/** Sessions of the account: first their number, the list on demand. */
export function Sessions() {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const listId = useId();
  const list = useSessions();
  const endOthers = useSave(sessions.endOthers, {
    invalidates: [sessions.list],
    saved: () => ({ title: 'Sessions Ended', text: 'You are signed in on this device only.' }),
    failed: reasonOr('Failed to end the other sessions. Please try again.'),
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
            // People often open the list after a sign-in that no event reported.
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
      <ReadFailed read={list} title="Sessions could not be loaded" text="Failed to fetch your sessions" />
    );
  }
  return <SessionTable sessions={list.data} />;
}

const COLUMNS = ['Device', 'Address', 'Signed in', 'Last used'];
const CELL = 'md:px-3 md:py-2 md:compact:py-0.5 md:first:pl-0 md:last:pr-0';

/** A table on wide screens, else one card for each session. */
function SessionTable({ sessions }: { sessions: Session[] }) {
  const end = useSave(endpoints.end, {
    invalidates: [endpoints.list],
    saved: () => ({ title: 'Session Ended', text: 'That device has to sign in again.' }),
    failed: reasonOr('Failed to end the session. Please try again.'),
  });
  const busyId = end.isPending ? end.variables.params.id : undefined;
  return (
    <table className="w-full text-left text-sm max-md:block">
      <thead className="max-md:hidden">
        <tr className="border-b border-border text-xs text-muted">
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className={`${CELL} font-medium whitespace-nowrap`}>
              {name}
            </th>
          ))}
          <th scope="col" className={CELL}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={busyId === session.id}
            onEnd={() => end.mutate({ params: { id: session.id } })}
          />
        ))}
      </tbody>
    </table>
  );
}

type SessionRowProps = { session: Session; isBusy: boolean; onEnd: () => void };

const SessionRow = ({ session, isBusy, onEnd }: SessionRowProps) => (
  <tr className="border-b border-border max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4 max-md:gap-y-1 max-md:py-3">
    <td className={`${CELL} max-md:w-full`}>
      <Device session={session} />
    </td>
    <td className={`${CELL} font-mono text-muted [overflow-wrap:anywhere] max-md:w-full`}>
      {session.address}
    </td>
    <td className={`${CELL} whitespace-nowrap text-muted`}>
      <span className="md:hidden">Signed in </span>
      <RelativeTime value={session.createdAt} />
    </td>
    <td className={`${CELL} whitespace-nowrap text-muted`}>
      <span className="md:hidden">Last used </span>
      <RelativeTime value={session.lastUsedAt} />
    </td>
    <td className={`${CELL} text-right max-md:ml-auto`}>
      {session.isCurrent ? (
        <span className="text-xs text-muted">Sign Out ends it</span>
      ) : (
        <Button
          size="small"
          busy={isBusy}
          aria-label={`End ${deviceName(session.device).name}, ${session.address}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </td>
  </tr>
);

function Device({ session: { device, isCurrent } }: { session: Session }) {
  const { name, isHandheld } = deviceName(device);
  const Icon = isHandheld ? Smartphone : Laptop;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Icon size={14} className="flex-none text-muted" aria-hidden />
      <span title={device}>{name}</span>
      {isCurrent && <Badge look="soft">This device</Badge>}
    </span>
  );
}
