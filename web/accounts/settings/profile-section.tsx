import type { Settings } from '../../../contract/settings.ts';
import { DEPARTMENTS, TIME_ZONES } from '../../../contract/settings-change.ts';
import { useState, useId } from 'react';
import * as z from 'zod/mini';
import { line } from '../../../contract/fields.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useSaveSettings } from './use-save-settings.ts';
import { PicturePicker } from '../../api/picture-picker.tsx';
import { messageOf } from '../../../contract/error.ts';
import { ChangeEmail, ownAccount } from '../../../contract/own-account.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ConfirmFields } from '../security/confirmed-dialog.tsx';
import { useSignInMeans } from '../security/security-section.tsx';

/** The picture of the account; a change takes effect at once. */
function AvatarPicker({ profile }: { profile: Settings['profile'] }) {
  const save = useSaveSettings('Profile Updated');
  return (
    <PicturePicker
      url={profile.profileImageUrl}
      name={`${profile.firstName} ${profile.lastName}`}
      alt="Your avatar"
      label="Change Avatar"
      isBusy={save.isPending}
      onChange={(profileImageUrl) => save.mutate({ body: { profile: { profileImageUrl } } })}
    />
  );
}

const Profile = z.object({
  firstName: line(100),
  lastName: line(100),
  department: line(100),
  timezone: line(100),
});

/** The choices with the one that is set, which may come from elsewhere. */
const choices = (known: string[], value: string) =>
  [...new Set([...known, value])].map((name) => ({ value: name, label: name || 'None' }));

export function ProfileSection({ profile }: { profile: Settings['profile'] }) {
  const { firstName, lastName, department, timezone } = profile;
  const form = useSchemaForm(Profile, { firstName, lastName, department, timezone });
  const save = useSaveSettings('Profile Updated');
  const [isMoving, setMoving] = useState(false);
  const email = useCurrentUser().data?.email ?? '';
  const submit = form.handleSubmit((values) =>
    save.mutate(
      { body: { profile: values } },
      { onError: (error) => showFieldErrors(form, fieldErrors(error)) },
    ),
  );
  return (
    <SettingsSection title="Profile" text="Shown beside everything you write.">
      <Form className="flex flex-col gap-4 pt-4" onSubmit={(event) => void submit(event)}>
        <AvatarPicker profile={profile} />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...fieldOf(form, 'firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...fieldOf(form, 'lastName')} />
          <div className="flex items-end gap-2">
            <TextField className="flex-1" label="Email" readOnly value={email} />
            <Button onClick={() => setMoving(true)}>Change Email</Button>
          </div>
          <Select
            label="Department"
            options={choices(DEPARTMENTS, department)}
            {...fieldOf(form, 'department')}
          />
          <Select label="Timezone" options={choices(TIME_ZONES, timezone)} {...fieldOf(form, 'timezone')} />
        </div>
        <div>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save Profile
          </Button>
        </div>
      </Form>
      {isMoving && <ChangeEmailDialog onClose={() => setMoving(false)} />}
    </SettingsSection>
  );
}

function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const form = useSchemaForm(ChangeEmail, { email: '', currentPassword: '' });
  const hasPassword = useSignInMeans().data?.hasPassword ?? true;
  const change = useSave(ownAccount.changeEmail, {
    invalidates: [],
    saved: ({ message }) => ({ title: 'Check Your Email', text: message }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to change your e-mail. Please try again.'),
    }),
  });
  const submit = form.handleSubmit((body) =>
    change.mutate(
      { body },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, fieldErrors(error)) },
    ),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change Email"
      text="We send a link to the new address. Opening it makes the change, and the old address is notified."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={change.isPending}>
            Send Link
          </Button>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-4 pt-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label="New email"
          type="email"
          size="large"
          autoComplete="email"
          {...fieldOf(form, 'email')}
        />
        <ConfirmFields hasPassword={hasPassword} field={fieldOf(form, 'currentPassword')} />
      </Form>
    </Dialog>
  );
}
