import type { Settings } from '../../../contract/settings.ts';
import { PicturePicker } from '../../api/picture-picker.tsx';
import { useSaveSettings } from './use-save-settings.ts';

/** The picture of the account; a change takes effect at once. */
export function AvatarPicker({ profile }: { profile: Settings['profile'] }) {
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
