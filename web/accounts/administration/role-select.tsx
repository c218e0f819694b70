import { useQueryClient } from '@tanstack/react-query';
import { Role } from '../../../contract/user.ts';
import { administration, type ManagedUser } from '../../../contract/administration.ts';
import { messageOf } from '../../../contract/error.ts';
import { useSave } from '../../api/save.ts';
import { displayName } from '../../lib/person.ts';
import { type Option, Select } from '../../ui/controls/select.tsx';

const LABELS: Record<Role, string> = { user: 'User', admin: 'Administrator' };
const OPTIONS: Option[] = [
  { value: 'user', label: LABELS.user },
  { value: 'admin', label: LABELS.admin },
];

/** Changes the role at once; after a refusal the select shows the old role again. */
export function RoleSelect({ user }: { user: ManagedUser }) {
  const client = useQueryClient();
  const save = useSave(administration.updateUser, {
    invalidates: [administration.listUsers, administration.audit],
    saved: (changed) => ({
      title: 'Role Changed',
      text: `${displayName(changed)} is now ${changed.role === 'admin' ? 'an administrator' : 'a user'}.`,
    }),
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to change the role') }),
  });

  const change = (role: Role) =>
    save.mutate(
      { params: { id: user.id }, body: { role } },
      {
        // Without it the old role would show until the list is read again.
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
