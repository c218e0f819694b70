import { useState } from 'react';
import { search } from '../../contract/calls/search.ts';
import {
  DEPARTMENT_PRESETS,
  NewTeamMember,
  ROLE_PRESETS,
  team,
  type TeamMember,
  Invitation,
} from '../../contract/calls/team.ts';
import { PicturePicker } from '../api/picture-picker.tsx';
import { fieldErrors, reasonOr, useSave } from '../api/save.ts';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';
import { fieldOf, showFieldErrors, useSchemaForm } from '../ui/controls/form.tsx';
import { Select } from '../ui/controls/select.tsx';
import { TextField, SuggestedField } from '../ui/controls/text-field.tsx';
import { toast } from '../ui/overlays/toasts.ts';
import { useCurrentUser } from '../api/session.ts';

/** Shows a toast if a required field of the submitted form is blank. Other errors are shown at their fields. */
export function reportMissing(values: Record<string, unknown>, required: string[]): void {
  if (required.every((name) => typeof values[name] === 'string' && values[name].trim())) return;
  toast({ kind: 'error', title: 'Missing Information', text: 'Please fill in all required fields.' });
}

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];
const invalidates = [team.list, search.find];

/** Adds or edits a member. The status can only be set when editing. */
export function MemberDialog({ member, onClose }: { member?: TeamMember; onClose: () => void }) {
  const form = useSchemaForm(NewTeamMember, {
    name: member?.name ?? '',
    email: member?.email ?? '',
    role: member?.role ?? '',
    department: member?.department ?? '',
    status: member?.status ?? 'active',
  });
  const create = useSave(team.create, {
    invalidates,
    saved: ({ name }) => ({ title: 'Team Member Added', text: `${name} is in the team.` }),
    failed: reasonOr('Failed to add team member'),
  });
  const update = useSave(team.update, {
    invalidates,
    saved: ({ name }) => ({ title: 'Team Member Updated', text: `${name} was changed.` }),
    failed: reasonOr('Failed to update team member'),
  });
  const [picture, setPicture] = useState(member?.profileImageUrl ?? null);
  const changedPicture = picture === (member?.profileImageUrl ?? null) ? {} : { profileImageUrl: picture };
  const isBusy = create.isPending || update.isPending;
  const outcome = {
    onSuccess: onClose,
    onError: (error: Error) => showFieldErrors(form, fieldErrors(error)),
  };
  const submit = form.handleSubmit(
    (body) =>
      member
        ? update.mutate({ params: { id: member.id }, body: { ...body, ...changedPicture } }, outcome)
        : create.mutate({ body }, outcome),
    () => reportMissing(form.getValues(), ['name', 'email', 'role']),
  );
  return (
    <FormDialog
      title={member ? 'Edit Team Member' : 'Add Team Member'}
      text={
        member ? undefined : 'A directory entry without an account. An invitation also creates an account.'
      }
      submitLabel={member ? 'Save Changes' : 'Add Member'}
      busy={isBusy}
      onClose={onClose}
      onSubmit={submit}
    >
      {member && (
        <PicturePicker
          url={picture}
          name={member.name}
          alt={`Picture of ${member.name}`}
          label="Change Picture"
          isBusy={false}
          onChange={setPicture}
        />
      )}
      <TextField label="Full name" size="large" autoComplete="off" {...fieldOf(form, 'name')} />
      <TextField label="Email" type="email" size="large" autoComplete="off" {...fieldOf(form, 'email')} />
      <SuggestedField size="large" label="Role" suggestions={ROLE_PRESETS} {...fieldOf(form, 'role')} />
      <SuggestedField
        size="large"
        label="Department"
        hint="Optional"
        suggestions={DEPARTMENT_PRESETS}
        {...fieldOf(form, 'department')}
      />
      {member && <Select label="Status" options={STATUSES} {...fieldOf(form, 'status')} />}
    </FormDialog>
  );
}

const EMPTY = { email: '', firstName: '', lastName: '', role: '', department: '' };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(Invitation, EMPTY);
  const isAdmin = useCurrentUser().data?.role === 'admin';
  const invite = useSave(team.invite, {
    invalidates: [team.list],
    saved: ({ invitedEmail }) => ({
      title: 'Invitation Sent',
      text: `${invitedEmail} gets a link to register.`,
    }),
    failed: reasonOr('Failed to send invitation. Please try again.'),
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
    <FormDialog
      title="Invite Member"
      text={
        isAdmin
          ? 'They get a link to register, and can sign in immediately.'
          : 'They get a link to register. An administrator approves the account.'
      }
      submitLabel="Send Invitation"
      busy={invite.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
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
    </FormDialog>
  );
}
