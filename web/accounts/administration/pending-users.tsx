import { BadgeCheck, Check, Globe, Hourglass, Mail, X } from 'lucide-react';
import type { User } from '../../../contract/user.ts';
import { avatarLetter, displayName, roleLabel } from '../../lib/person.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ColumnHeads } from '../../ui/layout/column-heads.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { useDecision, type Verb } from './use-decision.tsx';

const COLUMNS = ['User', 'Email', 'Auth Provider', 'Requested', 'Status'];
const CELL = 'lg:px-3 lg:py-2 lg:compact:py-0.5 lg:first:pl-6 lg:last:pr-6';

/** A table where there is room for its six columns, else one card for each user. */
export function PendingUsers({ users }: { users: User[] }) {
  const { ask, busyId, dialog } = useDecision();
  return (
    <>
      <table className="w-full text-left text-sm max-lg:block">
        <ColumnHeads names={COLUMNS} cell={CELL} className="max-lg:hidden" />
        <tbody className="max-lg:block">
          {users.map((user) => (
            <Row key={user.id} user={user} isBusy={busyId === user.id} onAsk={(verb) => ask(user, verb)} />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  );
}

type RowProps = { user: User; isBusy: boolean; onAsk: (verb: Verb) => void };

const Row = ({ user, isBusy, onAsk }: RowProps) => (
  <tr className="border-b border-border max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-2 max-lg:p-4">
    <td className={`${CELL} max-lg:w-full`}>
      <Person user={user} />
    </td>
    <td className={`${CELL} text-muted [overflow-wrap:anywhere] max-lg:w-full`}>{user.email}</td>
    <td className={CELL}>
      <Provider name={user.authProvider} />
    </td>
    <td className={`${CELL} text-muted`}>
      <RelativeTime value={user.createdAt} className="whitespace-nowrap" />
    </td>
    <td className={`${CELL} max-lg:w-full`}>
      <Status isVerified={user.isEmailVerified} />
    </td>
    <td className={`${CELL} max-lg:w-full`}>
      <div className="flex justify-end gap-2">
        <Button
          icon={<Check size={16} aria-hidden />}
          aria-label={`Approve ${displayName(user)}`}
          disabled={isBusy}
          onClick={() => onAsk('Approve')}
        >
          Approve
        </Button>
        <Button
          icon={<X size={16} aria-hidden />}
          aria-label={`Reject ${displayName(user)}`}
          disabled={isBusy}
          onClick={() => onAsk('Reject')}
        >
          Reject
        </Button>
      </div>
    </td>
  </tr>
);

const Person = ({ user }: { user: User }) => (
  <div className="flex items-center gap-3">
    <span
      aria-hidden
      className="grid size-7 flex-none place-items-center rounded-full bg-active text-xs font-semibold"
    >
      {avatarLetter(user)}
    </span>
    <div className="min-w-0">
      <p className="font-medium [overflow-wrap:anywhere]">{displayName(user)}</p>
      <p className="text-xs text-muted">{roleLabel(user.role)}</p>
    </div>
  </div>
);

const Provider = ({ name }: { name: string }) => (
  <span className="flex items-center gap-1.5">
    {name === 'google' ? (
      <Globe size={14} className="text-muted" aria-hidden />
    ) : (
      <Mail size={14} className="text-muted" aria-hidden />
    )}
    {name === 'google' ? 'Google' : 'E-mail'}
  </span>
);

const Status = ({ isVerified }: { isVerified: boolean }) => (
  <div className="flex flex-wrap gap-1.5 xl:flex-nowrap">
    <Badge look="yellow" icon={<Hourglass size={12} aria-hidden />}>
      Pending
    </Badge>
    {isVerified && (
      <Badge look="green" icon={<BadgeCheck size={12} aria-hidden />}>
        Verified
      </Badge>
    )}
  </div>
);
