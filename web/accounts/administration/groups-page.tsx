import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Users, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { type Group, groups, type GroupSource } from '../../../contract/calls/groups.ts';
import { readers } from '../../../contract/calls/readers.ts';
import { AdminListFailed } from '../../api/admin-list.tsx';
import { query } from '../../api/query.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Notice, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DefaultReadersSection } from './default-readers.tsx';

const ConfirmDialog = openedLater(() => import('../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');
const NewGroupDialog = openedLater(() => import('./group-dialogs.tsx'), 'NewGroupDialog');
const RenameDialog = openedLater(() => import('./group-dialogs.tsx'), 'RenameDialog');
const MembersDialog = openedLater(() => import('./group-dialogs.tsx'), 'MembersDialog');

const PLACEHOLDERS = 4;

type Open = { dialog: 'new' } | { dialog: 'rename' | 'members' | 'delete'; group: Group };

/** Administrators make groups of accounts, which documents can name as readers. */
export function GroupsPage() {
  const [open, setOpen] = useState<Open>();
  const { isPending } = useQuery(query(groups.list, {}));
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader title="Groups" subtitle="Accounts that documents can name as readers" />
      <div className="flex p-4 md:px-6">
        <Button
          look="primary"
          data-action="n"
          className="max-md:flex-1"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setOpen({ dialog: 'new' })}
        >
          New Group
        </Button>
      </div>
      <GroupList onOpen={setOpen} />
      {/* Below a list of unknown length, it would move. */}
      {!isPending && <DefaultReadersSection />}
      {open?.dialog === 'new' && <NewGroupDialog onClose={close} />}
      {open?.dialog === 'rename' && <RenameDialog group={open.group} onClose={close} />}
      {open?.dialog === 'members' && <MembersDialog group={open.group} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteDialog group={open.group} onClose={close} />}
    </>
  );
}

function GroupList({ onOpen }: { onOpen: (open: Open) => void }) {
  const list = useQuery(query(groups.list, {}));
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) return <AdminListFailed read={list} what="Groups" />;
  if (list.data.length === 0)
    return (
      <Notice
        icon={<UsersRound size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="No groups yet"
        text="Make one for people who share documents that others must not read"
      />
    );
  return (
    <ul aria-label="Groups" className="border-t border-border">
      {list.data.map((group) => (
        <GroupRow key={group.id} group={group} onOpen={onOpen} />
      ))}
    </ul>
  );
}

const SOURCES: Record<GroupSource, string> = { local: '', oidc: 'OpenID Connect', scim: 'SCIM' };
const SHOWN = 8;

function GroupRow({ group, onOpen }: { group: Group; onOpen: (open: Open) => void }) {
  const { name, source, members } = group;
  const rest = members.length - SHOWN;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border p-4 text-sm compact:py-1 md:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {name}
          {source !== 'local' && <Badge look="soft">{SOURCES[source]}</Badge>}
        </p>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          {members.length === 0
            ? 'No members'
            : members
                .slice(0, SHOWN)
                .map((member) => member.name)
                .join(', ') + (rest > 0 ? ` and ${rest} more` : '')}
        </p>
      </div>
      {source === 'local' ? (
        <div className="flex gap-1">
          <Button
            size="small"
            aria-label={`Members of ${name}`}
            icon={<Users size={14} aria-hidden />}
            onClick={() => onOpen({ dialog: 'members', group })}
          >
            Members
          </Button>
          <IconButton
            size="small"
            label={`Rename ${name}`}
            icon={<Pencil size={16} />}
            onClick={() => onOpen({ dialog: 'rename', group })}
          />
          <IconButton
            size="small"
            label={`Delete ${name}`}
            icon={<Trash2 size={16} />}
            onClick={() => onOpen({ dialog: 'delete', group })}
          />
        </div>
      ) : (
        <p className="text-xs text-muted">Maintained by your directory</p>
      )}
    </li>
  );
}

function DeleteDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const remove = useSave(groups.remove, {
    invalidates: [groups.list, readers.list],
    saved: () => ({ title: 'Group Deleted', text: group.name }),
    failed: reasonOr('Failed to delete the group'),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: group.id } })}
      title={`Delete ${group.name}?`}
      subject={`${group.members.length} members`}
      text="Its members lose access to documents that name only this group. Their owners keep it."
      confirmLabel="Delete"
    />
  );
}
