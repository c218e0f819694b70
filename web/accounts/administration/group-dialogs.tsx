import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { administration, type ManagedUser } from '../../../contract/calls/administration.ts';
import { type Group, GroupName, groups, NewGroup } from '../../../contract/calls/groups.ts';
import { readers } from '../../../contract/calls/readers.ts';
import { team } from '../../../contract/calls/team.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { displayName } from '../../lib/person.ts';
import { fieldOf, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';

const invalidates = [groups.list, readers.list];

/** Creates a group, empty or with the accounts of a department. */
export function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(NewGroup, { name: '', department: '' });
  const members = useQuery(query(team.list, {}));
  const departments = [...new Set((members.data ?? []).flatMap(({ department }) => department ?? []))];
  const create = useSave(groups.create, {
    invalidates,
    saved: ({ name, members: made }) => ({ title: 'Group Created', text: `${name}: ${made.length} members` }),
    failed: reasonOr('Failed to create the group'),
  });
  const submit = form.handleSubmit((body) =>
    create.mutate(
      { body: { name: body.name, ...(body.department && { department: body.department }) } },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, fieldErrors(error)) },
    ),
  );
  return (
    <FormDialog
      title="New Group"
      submitLabel="Create Group"
      busy={create.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="Name" size="large" autoComplete="off" {...fieldOf(form, 'name')} />
      <Select
        label="Members of a department"
        hint="Optional. Accounts with the e-mail of a team member of it become members now; later changes there do not matter."
        options={[
          { value: '', label: 'None' },
          ...departments.toSorted().map((value) => ({ value, label: value })),
        ]}
        {...fieldOf(form, 'department')}
      />
    </FormDialog>
  );
}

type Props = { group: Group; onClose: () => void };

export function RenameDialog({ group, onClose }: Props) {
  const form = useSchemaForm(GroupName, { name: group.name });
  const rename = useSave(groups.update, {
    invalidates,
    saved: ({ name }) => ({ title: 'Group Renamed', text: name }),
    failed: reasonOr('Failed to rename the group'),
  });
  const submit = form.handleSubmit((body) =>
    rename.mutate(
      { params: { id: group.id }, body },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, fieldErrors(error)) },
    ),
  );
  return (
    <FormDialog
      title={`Rename ${group.name}`}
      submitLabel="Rename"
      busy={rename.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="Name" size="large" autoComplete="off" {...fieldOf(form, 'name')} />
    </FormDialog>
  );
}

/** Chooses the members among the active accounts. */
export function MembersDialog({ group, onClose }: Props) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(new Set(group.members.map(({ id }) => id)));
  const accounts = useQuery(query(administration.listUsers, { query: {} }));
  const save = useSave(groups.setMembers, {
    invalidates,
    saved: ({ members }) => ({ title: 'Members Changed', text: `${group.name}: ${members.length} members` }),
    failed: reasonOr('Failed to change the members'),
  });
  const listed = (accounts.data ?? []).filter((user) => user.status === 'active' || chosen.has(user.id));
  const typed = text.trim().toLowerCase();
  const shown = listed.filter((user) => `${displayName(user)} ${user.email}`.toLowerCase().includes(typed));
  const choose = (id: string, isMember: boolean) => {
    const next = new Set(chosen);
    if (isMember) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <FormDialog
      title={`Members of ${group.name}`}
      text={`${chosen.size} chosen`}
      submitLabel="Save"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() =>
        save.mutate({ params: { id: group.id }, body: { userIds: [...chosen] } }, { onSuccess: onClose })
      }
    >
      <TextField
        label="Search accounts"
        hideLabel
        type="search"
        placeholder="Search name, e-mail..."
        icon={<Search size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {accounts.isError && <ReadFailed read={accounts} title="Accounts could not be loaded" />}
      <ul aria-label="Accounts" className="max-h-80 overflow-y-auto border-y border-border">
        {shown.map((user) => (
          <Account key={user.id} user={user} isMember={chosen.has(user.id)} onChoose={choose} />
        ))}
        {accounts.data && shown.length === 0 && (
          <li className="p-3 text-sm text-muted">No accounts found.</li>
        )}
      </ul>
    </FormDialog>
  );
}

type AccountProps = {
  user: ManagedUser;
  isMember: boolean;
  onChoose: (id: string, isMember: boolean) => void;
};

function Account({ user, isMember, onChoose }: AccountProps) {
  const id = useId();
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-border px-1 py-1 text-sm last:border-b-0 hover:bg-hover">
      <input
        id={id}
        type="checkbox"
        className="size-4 flex-none accent-accent"
        checked={isMember}
        onChange={(event) => onChoose(user.id, event.target.checked)}
      />
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer truncate">
        {displayName(user)} <span className="text-xs text-muted">{user.email}</span>
      </label>
    </li>
  );
}
