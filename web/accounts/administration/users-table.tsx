import type { ReactNode } from 'react';
import { type AccountStatus, statusAfter } from '../../../contract/user.ts';
import type { ManagedUser } from '../../../contract/administration.ts';
import { displayName } from '../../lib/person.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ColumnHeads } from '../../ui/layout/column-heads.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { RoleSelect } from './role-select.tsx';
import { useAccountActions, type Verb } from './use-account-actions.tsx';

const COLUMNS = ['User', 'Role', 'Status', 'Auth Provider', 'Last Used', 'Created'];
const CELL = 'xl:px-3 xl:py-2 xl:compact:py-0.5 xl:first:pl-6 xl:last:pr-6';

const STATUS: Record<AccountStatus, { label: string; look: 'green' | 'yellow' | 'soft' }> = {
  pending_verification: { label: 'Pending verification', look: 'yellow' },
  pending_approval: { label: 'Pending approval', look: 'yellow' },
  active: { label: 'Active', look: 'green' },
  rejected: { label: 'Rejected', look: 'soft' },
  deactivated: { label: 'Deactivated', look: 'soft' },
};

/** What can be done with an account; one that waits is decided on under User Approvals. */
const verbsFor = (status: AccountStatus): Verb[] => [
  ...(status === 'active' ? (['End sessions'] as const) : []),
  ...(statusAfter(status, 'deactivate') ? (['Deactivate'] as const) : []),
  ...(statusAfter(status, 'reactivate') ? (['Let in again'] as const) : []),
];

/** A table where there is room for its seven columns, else one card for each user. */
export function UsersTable({ users }: { users: ManagedUser[] }) {
  const { act, busyId, dialog } = useAccountActions();
  return (
    <>
      <table className="w-full border-t border-border text-left text-sm max-xl:block">
        <ColumnHeads names={COLUMNS} cell={CELL} className="max-xl:hidden" />
        <tbody className="max-xl:block">
          {users.map((user) => (
            <Row key={user.id} user={user} isBusy={busyId === user.id} onAct={(verb) => act(user, verb)} />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  );
}

type RowProps = { user: ManagedUser; isBusy: boolean; onAct: (verb: Verb) => void };

const Row = ({ user, isBusy, onAct }: RowProps) => (
  <tr
    className={
      'border-b border-border max-xl:flex max-xl:flex-wrap max-xl:items-center max-xl:gap-x-6 ' +
      'max-xl:gap-y-2 max-xl:p-4 md:max-xl:px-6'
    }
  >
    <td className={`${CELL} [overflow-wrap:anywhere] max-xl:w-full`}>
      <p className="font-medium">{displayName(user)}</p>
      <p className="text-xs text-muted">{user.email}</p>
    </td>
    <td className={CELL}>
      <RoleSelect user={user} />
    </td>
    <td className={CELL}>
      <Badge look={STATUS[user.status].look}>{STATUS[user.status].label}</Badge>
    </td>
    <td className={CELL}>
      <Labelled label="Auth provider">{user.authProvider === 'google' ? 'Google' : 'E-mail'}</Labelled>
    </td>
    <td className={`${CELL} text-muted`}>
      <Labelled label="Last used">
        {user.lastUsedAt ? <RelativeTime value={user.lastUsedAt} className="whitespace-nowrap" /> : 'Never'}
      </Labelled>
    </td>
    <td className={`${CELL} text-muted`}>
      <Labelled label="Created">
        <RelativeTime value={user.createdAt} className="whitespace-nowrap" />
      </Labelled>
    </td>
    <td className={`${CELL} max-xl:w-full`}>
      <div className="flex flex-wrap justify-end gap-2">
        {verbsFor(user.status).map((verb) => (
          <Button
            key={verb}
            look={verb === 'Deactivate' ? 'danger-outline' : 'default'}
            aria-label={`${verb}: ${displayName(user)}`}
            disabled={isBusy}
            onClick={() => onAct(verb)}
          >
            {verb}
          </Button>
        ))}
      </div>
    </td>
  </tr>
);

/** Says on cards what the column headers say in the table. */
const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <span className="mr-1 text-xs text-muted xl:hidden">{label}</span>
    {children}
  </>
);
