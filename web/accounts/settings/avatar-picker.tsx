import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { MAX_IMAGE_BYTES } from '../../../contract/objects.ts';
import type { Settings } from '../../../contract/settings.ts';
import { uploadImage } from '../../api/upload-image.ts';
import { initialsOf } from '../../lib/person.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { useSaveSettings } from './use-save-settings.ts';

/** The picture of the account, else its initials, and the way to another one. */
export function AvatarPicker({ profile }: { profile: Settings['profile'] }) {
  const { firstName, lastName, profileImageUrl } = profile;
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isUploading, setUploading] = useState(false);
  const save = useSaveSettings('Profile Updated');
  const set = (url: string | null) => save.mutate({ body: { profile: { profileImageUrl: url } } });

  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_IMAGE_BYTES) {
      toast({ kind: 'error', title: 'Image too large', text: 'Please use images smaller than 10MB.' });
      return;
    }
    setUploading(true);
    try {
      set(await uploadImage(file));
    } catch (error) {
      toast({ kind: 'error', title: 'Error', text: messageOf(error, 'Failed to upload the picture.') });
    } finally {
      setUploading(false);
    }
  };

  return (
    <div className="flex flex-wrap items-center gap-4">
      {profileImageUrl ? (
        <img src={profileImageUrl} alt="Your avatar" className="size-16 rounded-full object-cover" />
      ) : (
        <span
          aria-hidden
          className="grid size-16 place-items-center rounded-full bg-active text-xl font-semibold"
        >
          {initialsOf(`${firstName} ${lastName}`)}
        </span>
      )}
      <Button
        icon={<ImageUp size={16} aria-hidden />}
        aria-describedby={hintId}
        busy={isUploading || save.isPending}
        onClick={() => input.current?.click()}
      >
        Change Avatar
      </Button>
      {profileImageUrl && (
        <Button look="quiet" onClick={() => set(null)}>
          Remove
        </Button>
      )}
      <p id={hintId} className="text-xs text-muted">
        PNG, JPEG, GIF or WebP, up to 10 MB
      </p>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label="Avatar file"
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
