import { type ReactNode, useState } from 'react';
import { messageOf } from '../../contract/error.ts';
import { search } from '../../contract/search.ts';
import { team, type TeamMember } from '../../contract/team.ts';
import { useSave } from '../api/save.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';

const invalidates = [team.list, search.find];

/** Deletes after asking, with an Undo in the toast; `dialog` must stand on the page. */
export function useMemberRemoval(): { ask: (member: TeamMember) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<TeamMember>();
  const undelete = useSave(team.undelete, {
    invalidates,
    saved: ({ name }) => ({ title: 'Restored', text: `${name} is back in the team.` }),
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to restore team member') }),
  });
  const remove = useSave(team.remove, {
    invalidates,
    saved: (_, { params }) => ({
      title: 'Team Member Deleted',
      action: { label: 'Undo', run: () => undelete.mutate({ params }) },
    }),
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to delete team member') }),
  });
  const dialog = asked && (
    <ConfirmDialog
      open
      onClose={() => setAsked(undefined)}
      onConfirm={() => remove.mutate({ params: { id: asked.id } })}
      title="Delete team member?"
      text={`Are you sure you want to delete ${asked.name}? This action cannot be undone.`}
      confirmLabel="Delete"
    />
  );
  return { ask: setAsked, dialog };
}
