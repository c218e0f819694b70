import { ForEditors } from '../api/for-editors.tsx';
import { Pencil, Trash2, Cog, type LucideIcon, ScanEye, Shield, User } from 'lucide-react';
import { exactTime } from '../../contract/shared/dates.ts';
import { type TeamMember, team } from '../../contract/calls/team.ts';
import { classNames } from '../lib/class-names.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { initialsOf } from '../lib/person.ts';
import { ColumnHeads } from '../ui/layout/column-heads.tsx';
import { IconButton } from '../ui/controls/button.tsx';
import { Badge } from '../ui/feedback/badge.tsx';
import { type ReactNode, useState, useEffect } from 'react';
import { search } from '../../contract/calls/search.ts';
import { reasonOr, useSave } from '../api/save.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { openedLater } from '../ui/feedback/part.tsx';

const ConfirmDialog = openedLater(() => import('../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

/** How long the row that a link led to stays highlighted, in milliseconds. */
const MARKED_MS = 5_000;

const route = getRouteApi('/signed-in/team');

const rowIdOf = (memberId: string) => `member-${memberId}`;

/** The member in the address: scrolled into view and highlighted for a while, then removed from the address. */
export function useFoundMember(isLoaded: boolean): string | undefined {
  const { member } = route.useSearch();
  const navigate = useNavigate();
  useEffect(() => {
    if (!member || !isLoaded) return;
    document.querySelector(`#${CSS.escape(rowIdOf(member))}`)?.scrollIntoView({ block: 'center' });
    const timer = setTimeout(
      () => void navigate({ to: paths.team, search: ({ q }) => (q ? { q } : {}), replace: true }),
      MARKED_MS,
    );
    return () => clearTimeout(timer);
  }, [member, isLoaded, navigate]);
  return member;
}

const invalidates = [team.list, search.find];

/** Deletes after a confirmation, with Undo in the toast. The page must render `dialog`. */
function useMemberRemoval(): { ask: (member: TeamMember) => void; dialog: ReactNode } {
  const [toDelete, setToDelete] = useState<TeamMember>();
  const undelete = useSave(team.undelete, {
    invalidates,
    saved: ({ name }) => ({ title: 'Restored', text: `${name} is back in the team.` }),
    failed: reasonOr('Failed to restore team member'),
  });
  const remove = useSave(team.remove, {
    invalidates,
    saved: (_, { params }) => ({
      title: 'Team Member Deleted',
      action: { label: 'Undo', run: () => undelete.mutate({ params }) },
    }),
    failed: reasonOr('Failed to delete team member'),
  });
  const dialog = toDelete && (
    <ConfirmDialog
      open
      onClose={() => setToDelete(undefined)}
      onConfirm={() => remove.mutate({ params: { id: toDelete.id } })}
      title="Delete team member?"
      text={`Are you sure you want to delete ${toDelete.name}? This action cannot be undone.`}
      confirmLabel="Delete"
    />
  );
  return { ask: setToDelete, dialog };
}

type Look = { contains: string; look: 'red' | 'blue' | 'green' | 'soft'; Icon: LucideIcon };

/** The first entry whose text the role contains. Roles are labels here and grant no rights. */
const LOOKS: Look[] = [
  { contains: 'Administrator', look: 'red', Icon: Shield },
  { contains: 'Engineer', look: 'blue', Icon: Cog },
  { contains: 'Analyst', look: 'green', Icon: ScanEye },
  { contains: '', look: 'soft', Icon: User },
];

function RoleBadge({ role }: { role: string }) {
  const found = LOOKS.find(({ contains }) => role.includes(contains));
  if (!found) return null;
  const { look, Icon } = found;
  return (
    <Badge look={look} icon={<Icon size={12} className="flex-none" aria-hidden />}>
      {role}
    </Badge>
  );
}

const COLUMNS = ['Member', 'Role', 'Email', 'Department', 'Last active'];
const CELL = 'lg:px-3 lg:py-2 lg:compact:py-0.5 lg:first:pl-6 lg:last:pr-6';

type Props = { members: TeamMember[]; foundId: string | undefined; onEdit: (member: TeamMember) => void };

/** A table on wide screens, else one card for each member. */
export function MemberTable({ members, foundId, onEdit }: Props) {
  const { ask, dialog } = useMemberRemoval();
  return (
    <>
      <table className="w-full border-t border-border text-left text-sm max-lg:block">
        <ColumnHeads names={COLUMNS} cell={CELL} className="max-lg:hidden" />
        <tbody className="max-lg:block">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isFound={member.id === foundId}
              onEdit={() => onEdit(member)}
              onDelete={() => ask(member)}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  );
}

type MemberRowProps = { member: TeamMember; isFound: boolean; onEdit: () => void; onDelete: () => void };

const MemberRow = ({ member, isFound, onEdit, onDelete }: MemberRowProps) => (
  <tr
    id={rowIdOf(member.id)}
    aria-current={isFound || undefined}
    className={classNames(
      'border-b border-border max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-2 max-lg:p-4',
      isFound ? 'bg-yellow-soft shadow-[inset_3px_0_0_var(--yellow-fill)]' : 'hover:bg-hover',
    )}
  >
    <td className={`${CELL} max-lg:w-full`}>
      <div className="flex items-center gap-3">
        <Avatar member={member} />
        <div className="min-w-0">
          <p className="font-medium [overflow-wrap:anywhere]">{member.name}</p>
          <p className="text-xs text-muted">{member.status === 'active' ? 'Active' : 'Inactive'}</p>
        </div>
      </div>
    </td>
    <td className={`${CELL} min-w-0 max-lg:max-w-full lg:max-w-56`}>
      <RoleBadge role={member.role} />
    </td>
    <td className={`${CELL} text-muted [overflow-wrap:anywhere] max-lg:w-full`}>{member.email}</td>
    <td className={`${CELL} text-muted [overflow-wrap:anywhere]`}>
      {member.department ?? <span className="max-lg:hidden">—</span>}
    </td>
    <td className={`${CELL} whitespace-nowrap text-muted`}>
      <LastActive value={member.lastActive} />
    </td>
    <td className={`${CELL} max-lg:ml-auto`}>
      <div className="flex justify-end gap-1">
        <ForEditors>
          <IconButton label={`Edit ${member.name}`} icon={<Pencil size={16} />} onClick={onEdit} />
          <IconButton label={`Delete ${member.name}`} icon={<Trash2 size={16} />} onClick={onDelete} />
        </ForEditors>
      </div>
    </td>
  </tr>
);

function LastActive({ value }: { value: string | null }) {
  const timeStyle = useTimeStyle();
  return value ? `Last active ${exactTime(value, timeStyle)}` : 'Never';
}

const Avatar = ({ member: { name, status, profileImageUrl } }: { member: TeamMember }) => (
  <span aria-hidden className="relative flex-none">
    {profileImageUrl ? (
      <img src={profileImageUrl} alt="" className="size-7 rounded-full object-cover" />
    ) : (
      <span className="grid size-7 place-items-center rounded-full bg-active text-xs font-semibold">
        {initialsOf(name)}
      </span>
    )}
    <span
      className={classNames(
        'absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2',
        status === 'active' ? 'border-surface bg-green-fill' : 'border-grey-fill bg-surface',
      )}
    />
  </span>
);
