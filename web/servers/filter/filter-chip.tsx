import { X } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { tooltip } from '../../ui/overlays/tooltip.tsx';

type Props = { label: string; isEdited: boolean; onEdit: () => void; onRemove: () => void };

const buttonClass = 'h-6 rounded-sm hover:bg-active max-md:h-7';

/** One filter that applies: a button that brings its text back into the box, and one that takes it away. */
export const FilterChip = ({ label, isEdited, onEdit, onRemove }: Props) => (
  <li
    className={classNames(
      'flex max-w-full min-w-0 items-center rounded-sm border bg-accent-soft text-xs font-medium text-accent-ink',
      isEdited ? 'border-focus' : 'border-accent-line',
    )}
  >
    <button
      type="button"
      aria-pressed={isEdited}
      {...tooltip(label)}
      onClick={onEdit}
      className={classNames(buttonClass, 'min-w-0 truncate px-1.5')}
    >
      <span className="sr-only">Edit </span>
      {label}
    </button>
    <button
      type="button"
      {...tooltip('Remove')}
      onClick={onRemove}
      className={classNames(buttonClass, 'flex w-6 flex-none items-center justify-center max-md:w-7')}
    >
      <span className="sr-only">Remove {label}</span>
      <X size={12} aria-hidden />
    </button>
  </li>
);
