import { type ReactNode, useState } from 'react';
import { administration, type ManagedUser } from '../../../contract/administration.ts';
import { messageOf } from '../../../contract/error.ts';
import { useSave } from '../../api/save.ts';
import { displayName } from '../../lib/person.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

const invalidates = [administration.listUsers, administration.audit];

type Asked = 'Deactivate' | 'End sessions';
export type Verb = Asked | 'Let in again';

const QUESTIONS: Record<Asked, { title: (name: string) => string; text: string }> = {
  Deactivate: {
    title: (name) => `Deactivate ${name}?`,
    text: 'They are signed out at once and cannot sign in any more.',
  },
  'End sessions': {
    title: (name) => `End all sessions of ${name}?`,
    text: 'They are signed out on every device and can sign in again.',
  },
};

/** Keeps accounts out, lets them in again, signs them out; `dialog` must stand on the page. */
export function useAccountActions(): {
  act: (user: ManagedUser, verb: Verb) => void;
  busyId: string | undefined;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ user: ManagedUser; verb: Asked }>();
  const update = useUpdate();
  const endSessions = useEndSessions();
  const running = [update, endSessions].find(({ isPending }) => isPending);

  const confirm = ({ user: { id }, verb }: { user: ManagedUser; verb: Asked }) =>
    verb === 'Deactivate'
      ? update.mutate({ params: { id }, body: { active: false } })
      : endSessions.mutate({ params: { id } });

  const dialog = asked && (
    <ConfirmDialog
      open
      onClose={() => setAsked(undefined)}
      onConfirm={() => confirm(asked)}
      title={QUESTIONS[asked.verb].title(displayName(asked.user))}
      subject={asked.user.email}
      text={QUESTIONS[asked.verb].text}
      confirmLabel={asked.verb}
    />
  );
  return {
    act: (user, verb) =>
      verb === 'Let in again'
        ? update.mutate({ params: { id: user.id }, body: { active: true } })
        : setAsked({ user, verb }),
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
        : { title: 'User Deactivated', text: `${displayName(user)} cannot sign in any more.` },
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to change the account') }),
  });

const useEndSessions = () =>
  useSave(administration.endSessions, {
    invalidates,
    saved: () => ({ title: 'Sessions Ended', text: 'The account is signed out everywhere.' }),
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to end the sessions') }),
  });
