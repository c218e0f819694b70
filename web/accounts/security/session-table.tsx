import { Laptop, Smartphone } from 'lucide-react';
import { messageOf } from '../../../contract/error.ts';
import { type Session, sessions as endpoints } from '../../../contract/sessions.ts';
import { useSave } from '../../api/save.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { deviceName } from '../../lib/device-name.ts';

const COLUMNS = ['Device', 'Address', 'Signed in', 'Last used'];
const CELL = 'md:px-3 md:py-2 md:compact:py-0.5 md:first:pl-0 md:last:pr-0';

/** A table where there is room for its columns, else one card for each session. */
export function SessionTable({ sessions }: { sessions: Session[] }) {
  const end = useSave(endpoints.end, {
    invalidates: [endpoints.list],
    saved: () => ({ title: 'Session Ended', text: 'That device has to sign in again.' }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to end the session. Please try again.'),
    }),
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
          <Row
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

type RowProps = { session: Session; isBusy: boolean; onEnd: () => void };

const Row = ({ session, isBusy, onEnd }: RowProps) => (
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
