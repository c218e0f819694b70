import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { administration, type ManagedUser } from '../../../contract/calls/administration.ts';
import { query } from '../../api/query.ts';
import { useSearchText } from '../../lib/debounced.ts';
import { paths } from '../../paths.ts';
import { AdminListFailed } from '../../api/admin-list.tsx';
import { NothingFound, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { type ReactNode, useState } from 'react';
import { type AccountStatus, Role, statusAfter } from '../../../contract/calls/user.ts';
import { displayName } from '../../lib/person.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ColumnHeads } from '../../ui/layout/column-heads.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { type Option, Select } from '../../ui/controls/select.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

const ConfirmDialog = openedLater(() => import('../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

const AccessDialog = openedLater(() => import('./access-dialog.tsx'), 'AccessDialog');

const PLACEHOLDERS = 5;

const route = getRouteApi('/signed-in/admin/users');

/** Administrators change roles, deactivate accounts and end sessions. */
export function UsersPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const search = (next: string | undefined) =>
    void navigate({ to: paths.users, search: next ? { q: next } : {}, replace: true });
  const [text, setText] = useSearchText(q, search);
  return (
    <>
      <PageHeader title="Users" subtitle="Accounts, roles and sign-in" />
      <div className="p-4 md:px-6">
        <TextField
          className="max-w-100 max-md:max-w-none"
          label="Search users"
          hideLabel
          type="search"
          maxLength={200}
          placeholder="Search name, e-mail..."
          icon={<Search size={14} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <UserList q={q} onClear={() => search(undefined)} />
    </>
  );
}

function UserList({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  const list = useQuery({
    ...query(administration.listUsers, { query: { q } }),
    placeholderData: keepPreviousData,
    // No event reports when an account was last used.
    staleTime: 0,
  });
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) {
    return <AdminListFailed read={list} what="Users" />;
  }
  if (list.data.length === 0) {
    return (
      <NothingFound title="No users found" text="Try adjusting your search criteria" onClear={onClear} />
    );
  }
  return <UsersTable users={list.data} />;
}

const COLUMNS = ['User', 'Role', 'Status', 'Auth Provider', 'Last Used', 'Created'];
const CELL = 'xl:px-3 xl:py-2 xl:compact:py-0.5 xl:first:pl-6 xl:last:pr-6';

const STATUS: Record<AccountStatus, { label: string; look: 'green' | 'yellow' | 'soft' }> = {
  pending_verification: { label: 'Pending verification', look: 'yellow' },
  pending_approval: { label: 'Pending approval', look: 'yellow' },
  active: { label: 'Active', look: 'green' },
  rejected: { label: 'Rejected', look: 'soft' },
  deactivated: { label: 'Deactivated', look: 'soft' },
};

/** Actions for an account. Pending accounts are approved under User Approvals. */
const verbsFor = (status: AccountStatus): Verb[] => [
  'Access',
  ...(status === 'active' ? (['End sessions'] as const) : []),
  ...(statusAfter(status, 'deactivate') ? (['Deactivate'] as const) : []),
  ...(statusAfter(status, 'reactivate') ? (['Let in again'] as const) : []),
];

/** A table on wide screens, else one card for each user. */
function UsersTable({ users }: { users: ManagedUser[] }) {
  const { act, busyId, dialog } = useAccountActions();
  return (
    <>
      <table className="w-full border-t border-border text-left text-sm max-xl:block">
        <ColumnHeads names={COLUMNS} cell={CELL} className="max-xl:hidden" />
        <tbody className="max-xl:block">
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isBusy={busyId === user.id}
              onAct={(verb) => act(user, verb)}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  );
}

type UserRowProps = { user: ManagedUser; isBusy: boolean; onAct: (verb: Verb) => void };

const UserRow = ({ user, isBusy, onAct }: UserRowProps) => (
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

/** The column header, repeated on cards, which have no header row. */
const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <span className="mr-1 text-xs text-muted xl:hidden">{label}</span>
    {children}
  </>
);

const invalidates = [administration.listUsers, administration.audit];

type ConfirmedVerb = 'Deactivate' | 'End sessions';
type Verb = ConfirmedVerb | 'Let in again' | 'Access';

const QUESTIONS: Record<ConfirmedVerb, { title: (name: string) => string; text: string }> = {
  Deactivate: {
    title: (name) => `Deactivate ${name}?`,
    text: 'They are signed out immediately and can no longer sign in.',
  },
  'End sessions': {
    title: (name) => `End all sessions of ${name}?`,
    text: 'They are signed out on every device and can sign in again.',
  },
};

/** Deactivates, reactivates and signs out accounts. The page must render `dialog`. */
function useAccountActions(): {
  act: (user: ManagedUser, verb: Verb) => void;
  busyId: string | undefined;
  dialog: ReactNode;
} {
  const [toConfirm, setToConfirm] = useState<{ user: ManagedUser; verb: ConfirmedVerb }>();
  const [shown, setShown] = useState<ManagedUser>();
  const update = useUpdate();
  const endSessions = useEndSessions();
  const running = [update, endSessions].find(({ isPending }) => isPending);

  const confirm = ({ user: { id }, verb }: { user: ManagedUser; verb: ConfirmedVerb }) =>
    verb === 'Deactivate'
      ? update.mutate({ params: { id }, body: { active: false } })
      : endSessions.mutate({ params: { id } });

  const dialog = shown ? (
    <AccessDialog user={shown} onClose={() => setShown(undefined)} />
  ) : (
    toConfirm && (
      <ConfirmDialog
        open
        onClose={() => setToConfirm(undefined)}
        onConfirm={() => confirm(toConfirm)}
        title={QUESTIONS[toConfirm.verb].title(displayName(toConfirm.user))}
        subject={toConfirm.user.email}
        text={QUESTIONS[toConfirm.verb].text}
        confirmLabel={toConfirm.verb}
      />
    )
  );
  return {
    act(user, verb) {
      if (verb === 'Access') setShown(user);
      else if (verb === 'Let in again') update.mutate({ params: { id: user.id }, body: { active: true } });
      else setToConfirm({ user, verb });
    },
    busyId: running?.variables?.params.id,
    dialog,
  };
}

const useUpdate = () =>
  useSave(administration.updateUser, {
    invalidates,
    saved: (user) =>
      user.status === 'active'
        ? { title: 'User Let In Again', text: `${displayName(user)} can sign in now.` }
        : { title: 'User Deactivated', text: `${displayName(user)} can no longer sign in.` },
    failed: reasonOr('Failed to change the account'),
  });

const useEndSessions = () =>
  useSave(administration.endSessions, {
    invalidates,
    saved: () => ({ title: 'Sessions Ended', text: 'The account is signed out everywhere.' }),
    failed: reasonOr('Failed to end the sessions'),
  });

const LABELS: Record<Role, string> = { viewer: 'Viewer', user: 'User', admin: 'Administrator' };
const BECAME: Record<Role, string> = { viewer: 'a viewer', user: 'a user', admin: 'an administrator' };
const OPTIONS: Option[] = Role.options.map((value) => ({ value, label: LABELS[value] }));

/** Changes the role at once; after a refusal the select shows the old role again. */
function RoleSelect({ user }: { user: ManagedUser }) {
  const client = useQueryClient();
  const save = useSave(administration.updateUser, {
    invalidates: [administration.listUsers, administration.audit],
    saved: (changed) => ({
      title: 'Role Changed',
      text: `${displayName(changed)} is now ${BECAME[changed.role]}.`,
    }),
    failed: reasonOr('Failed to change the role'),
  });

  const change = (role: Role) =>
    save.mutate(
      { params: { id: user.id }, body: { role } },
      {
        // Otherwise the old role would show until the list is reloaded.
        onSuccess: (changed) =>
          client.setQueriesData<ManagedUser[]>({ queryKey: [administration.listUsers.path] }, (users) =>
            users?.map((other) => (other.id === changed.id ? changed : other)),
          ),
      },
    );

  return (
    <Select
      label={`Role of ${displayName(user)}`}
      hideLabel
      options={OPTIONS}
      value={(save.isPending && save.variables.body?.role) || user.role}
      onChange={(event) => !save.isPending && change(Role.parse(event.target.value))}
    />
  );
}
