import { X } from 'lucide-react';
import type { PastedImage } from '../../../contract/writing.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';

type Props = {
  images: PastedImage[];
  /** How far the reading of each is, where it goes on. */
  shares: ReadonlyMap<string, number>;
  isBusy: boolean;
  onStop: (id: string) => void;
  onRemove: (id: string) => void;
};

/** The pictures that go with the text; while one is read it says how far, and can be left unread. */
export function PastedImages({ images, shares, isBusy, onStop, onRemove }: Props) {
  if (images.length === 0) return null;
  return (
    <ul aria-label="Pasted images" className="mt-3 flex flex-wrap gap-2">
      {images.map((image) => {
        const share = shares.get(image.id);
        return (
          <li key={image.id} className="relative rounded-md border border-border">
            <img
              src={image.data}
              alt={image.name}
              className="h-20 w-auto max-w-40 rounded-md object-contain"
            />
            <div className="absolute top-1 right-1 rounded-md bg-raised">
              <IconButton
                size="small"
                label={`Remove ${image.name}`}
                icon={<X size={14} />}
                disabled={isBusy}
                onClick={() => onRemove(image.id)}
              />
            </div>
            {share !== undefined && (
              <div className="flex w-40 flex-col gap-1 border-t border-border p-2 text-xs text-muted">
                <progress
                  aria-label={`Reading the text in ${image.name}`}
                  value={share}
                  className="h-1 w-full accent-accent"
                />
                <span className="flex items-center justify-between gap-2">
                  Reading text {Math.round(share * 100)}%
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={`Stop reading ${image.name}`}
                    onClick={() => onStop(image.id)}
                  >
                    Stop
                  </Button>
                </span>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
