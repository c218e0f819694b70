import { CornerDownLeft, X } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../../contract/shared/document-words.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { withTag } from '../session/document-fields.ts';
import { classNames } from '../../../lib/class-names.ts';

type Props = { tags: string[]; onChange: (tags: string[]) => void; error: string | undefined };

/** Tags are added with Enter or the button, and removed with a click. */
export function TagField({ tags, onChange, error }: Props) {
  const [typed, setTyped] = useState('');
  const isFull = tags.length >= LIMITS.tags;
  const add = () => {
    onChange(withTag(tags, typed));
    setTyped('');
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextField
        label="Tags"
        placeholder="Add a tag"
        maxLength={LIMITS.tag}
        disabled={isFull}
        hint={isFull ? `${LIMITS.tags} tags are the most` : undefined}
        error={error}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Enter also confirms an input method's choice, which must not add a tag.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
        end={
          <IconButton
            size="small"
            label="Add tag"
            icon={<CornerDownLeft size={14} />}
            onClick={add}
            disabled={isFull}
          />
        }
      />
      {tags.length > 0 && (
        <ul aria-label="Added so far" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
                className={classNames(
                  'flex min-h-6 max-w-full items-center gap-1 rounded-sm bg-grey-soft px-1.5 text-xs',
                  'font-medium text-grey hover:bg-active',
                )}
              >
                <span className="truncate">{tag}</span>
                <X size={12} strokeWidth={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
