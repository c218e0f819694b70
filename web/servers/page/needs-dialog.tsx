import { Plus } from 'lucide-react';
import { useState } from 'react';
import { serverNeeds } from '../../../contract/calls/server-needs.ts';
import { ALERT_LIMITS } from '../../../contract/shared/alert-words.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { useSave } from '../../api/save.ts';
import { type PickedServer, ServerPicker } from '../../api/server-picker.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';

type Props = { server: PickedServer; groups: PickedServer[][]; onClose: () => void };

/** Replaces what a server needs. The server refuses a cycle and names its members. */
export function NeedsDialog({ server, groups: before, onClose }: Props) {
  const [groups, setGroups] = useState(before.length > 0 ? before : [[]]);
  const save = useSave(serverNeeds.change, {
    invalidates: [serverNeeds.find],
    saved: () => ({ title: 'Saved', text: `What ${server.name} needs was changed.` }),
    // The dialog shows the error.
    failed: () => undefined,
  });
  const named = groups.filter((group) => group.length > 0);
  const body = { groups: named.map((group) => group.map(({ id }) => id)) };
  return (
    <FormDialog
      title={`What ${server.name} needs`}
      text="Of each group, any one server suffices. It falls when all of a group are down."
      submitLabel="Save"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { id: server.id }, body }, { onSuccess: onClose })}
    >
      {groups.map((group, index) => (
        <ServerPicker
          // Groups have no identity but their place.
          key={index}
          label={groups.length > 1 ? `Group ${index + 1}` : 'Needs one of'}
          picked={group}
          most={ALERT_LIMITS.needs}
          onChange={(next) => setGroups(groups.with(index, next))}
        />
      ))}
      <Button
        className="self-start"
        icon={<Plus size={16} aria-hidden />}
        disabled={groups.length >= ALERT_LIMITS.groups}
        onClick={() => setGroups([...groups, []])}
      >
        Add Group
      </Button>
      {save.error && (
        <p role="alert" className="text-sm [overflow-wrap:anywhere] text-red">
          {messageOf(save.error, 'It could not be saved. Please try again.')}
        </p>
      )}
    </FormDialog>
  );
}
