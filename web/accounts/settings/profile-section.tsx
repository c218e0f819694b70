import type { Settings } from '../../../contract/calls/settings.ts';
import { DEPARTMENTS, TIME_ZONES } from '../../../contract/calls/settings-change.ts';
import { type SubmitEvent, useState } from 'react';
import * as z from 'zod/mini';
import { line } from '../../../contract/shared/fields.ts';
import { fieldErrors } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useSaveSettings } from './use-save-settings.ts';
import { PicturePicker } from '../../api/picture-picker.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

const ChangeEmailDialog = openedLater(() => import('./change-email-dialog.tsx'), 'ChangeEmailDialog');

/** The picture of the account. A change is saved immediately. */
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

type Errors = Record<string, string>;

/** The known choices plus the current value, which may not be one of them. */
const choices = (known: string[], value: string) =>
  [...new Set([...known, value])].map((name) => ({ value: name, label: name || 'None' }));

export function ProfileSection({ profile }: { profile: Settings['profile'] }) {
  const { firstName, lastName, department, timezone } = profile;
  const [errors, setErrors] = useState<Errors>({});
  const save = useSaveSettings('Profile Updated');
  const [isMoving, setMoving] = useState(false);
  const email = useCurrentUser().data?.email ?? '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const showErrors = (found: Errors = {}) => {
      setErrors(found);
      const [first] = Object.keys(found);
      if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus();
    };
    const { data, error } = Profile.safeParse(Object.fromEntries(new FormData(form)));
    showErrors(
      error && Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])),
    );
    if (data)
      save.mutate({ body: { profile: data } }, { onError: (refused) => showErrors(fieldErrors(refused)) });
  };
  /**
   * Without the form library, which would add a tenth to the script of this screen, for two fields that can be invalid.
   */
  const field = (name: keyof z.output<typeof Profile>, defaultValue: string) => ({
    name,
    defaultValue,
    error: errors[name],
  });
  return (
    <SettingsSection title="Profile" text="Shown beside everything you write.">
      <form noValidate className="flex flex-col gap-4 pt-4" onSubmit={submit}>
        <AvatarPicker profile={profile} />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...field('firstName', firstName)} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName', lastName)} />
          <div className="flex items-end gap-2">
            <TextField className="flex-1" label="Email" readOnly value={email} />
            <Button onClick={() => setMoving(true)}>Change Email</Button>
          </div>
          <Select
            label="Department"
            options={choices(DEPARTMENTS, department)}
            {...field('department', department)}
          />
          <Select
            label="Timezone"
            options={choices([...TIME_ZONES, ...Intl.supportedValuesOf('timeZone')], timezone)}
            {...field('timezone', timezone)}
          />
        </div>
        <div>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save Profile
          </Button>
        </div>
      </form>
      {isMoving && <ChangeEmailDialog onClose={() => setMoving(false)} />}
    </SettingsSection>
  );
}
