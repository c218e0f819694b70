import { useId } from 'react';
import { messageOf } from '../../contract/error.ts';
import { DEPARTMENT_PRESETS, Invitation, ROLE_PRESETS, team } from '../../contract/team.ts';
import { fieldErrors, useSave } from '../api/save.ts';
import { useCurrentUser } from '../api/session.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../ui/controls/form.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { tellMissing } from './missing-information.ts';
import { SuggestedField } from './suggested-field.tsx';

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
    () => tellMissing(form.getValues(), ['email', 'firstName', 'lastName', 'role']),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite Member"
      text={
        isAdmin
          ? 'They get a link to register, and are let in at once.'
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
        <SuggestedField label="Role" suggestions={ROLE_PRESETS} {...fieldOf(form, 'role')} />
        <SuggestedField
          label="Department"
          hint="Optional"
          suggestions={DEPARTMENT_PRESETS}
          {...fieldOf(form, 'department')}
        />
      </Form>
    </Dialog>
  );
}
