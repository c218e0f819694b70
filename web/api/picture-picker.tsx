import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { messageOf } from '../../contract/shared/error.ts';
import { MAX_IMAGE_BYTES } from '../../contract/calls/objects.ts';
import { initialsOf } from '../lib/person.ts';
import { Button } from '../ui/controls/button.tsx';
import { toast } from '../ui/overlays/toasts.ts';
import { uploadImage } from './upload-image.ts';

type Props = {
  url: string | null;
  /** Name of the person; its initials show without a picture. */
  name: string;
  alt: string;
  /** Label of the button. */
  label: string;
  isBusy: boolean;
  /** Receives the address of the stored picture, or null to remove it. */
  onChange: (url: string | null) => void;
};

/** The picture of a person, else the initials, and a button to change it. */
export function PicturePicker({ url, name, alt, label, isBusy, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isUploading, setUploading] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_IMAGE_BYTES) {
      toast({ kind: 'error', title: 'Image too large', text: 'Please use images smaller than 10MB.' });
      return;
    }
    setUploading(true);
    try {
      onChange(await uploadImage(file));
    } catch (error) {
      toast({ kind: 'error', title: 'Error', text: messageOf(error, 'Failed to upload the picture.') });
    } finally {
      setUploading(false);
    }
  };

  return (
    <div className="flex flex-wrap items-center gap-4">
      {url ? (
        <img src={url} alt={alt} className="size-16 rounded-full object-cover" />
      ) : (
        <span
          aria-hidden
          className="grid size-16 place-items-center rounded-full bg-active text-xl font-semibold"
        >
          {initialsOf(name)}
        </span>
      )}
      <Button
        icon={<ImageUp size={16} aria-hidden />}
        aria-describedby={hintId}
        busy={isUploading || isBusy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      {url && (
        <Button look="quiet" onClick={() => onChange(null)}>
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
          // Allows the same file to be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
