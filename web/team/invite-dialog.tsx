import { useId } from 'react';
import { messageOf } from '../../contract/error.ts';
import { team, DEPARTMENT_PRESETS, Invitation, ROLE_PRESETS } from '../../contract/team.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { reportMissing } from './member-dialog.tsx';
import { fieldErrors, useSave } from '../api/save.ts';
import { useCurrentUser } from '../api/session.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../ui/controls/form.tsx';
import { SuggestedField } from '../ui/controls/suggested-field.tsx';

const EMPTY = { email: '', firstName: '', lastName: '', role: '', department: '' };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const form = useSchemaForm(Invitation, EMPTY);
  const isAdmin = useCurrentUser().data?.role === 'admin';
  const invite = useSave(team.invite, {
    invalidates: [team.list],
    saved: ({ invitedEmail }) => ({
      title: 'Invitation Sent',
      text: `${invitedEmail} gets a link to register.`,
    }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to send invitation. Please try again.'),
    }),
  });
  const submit = form.handleSubmit(
    (body) =>
      invite.mutate(
        { body },
        { onSuccess: onClose, onError: (error) => showFieldErrors(form, fieldErrors(error)) },
      ),
    () => reportMissing(form.getValues(), ['email', 'firstName', 'lastName', 'role']),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite Member"
      text={
        isAdmin
          ? 'They get a link to register, and can sign in immediately.'
          : 'They get a link to register. An administrator approves the account.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={invite.isPending}>
            Send Invitation
          </Button>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-4 pt-4" onSubmit={(event) => void submit(event)}>
        <TextField label="Email" type="email" size="large" autoComplete="off" {...fieldOf(form, 'email')} />
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField label="First name" size="large" autoComplete="off" {...fieldOf(form, 'firstName')} />
          <TextField label="Last name" size="large" autoComplete="off" {...fieldOf(form, 'lastName')} />
        </div>
        <SuggestedField size="large" label="Role" suggestions={ROLE_PRESETS} {...fieldOf(form, 'role')} />
        <SuggestedField
          size="large"
          label="Department"
          hint="Optional"
          suggestions={DEPARTMENT_PRESETS}
          {...fieldOf(form, 'department')}
        />
      </Form>
    </Dialog>
  );
}
