import { Check, Eye, Pencil, SlidersHorizontal, TriangleAlert, Users } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { relativeTime } from '../../../../contract/shared/dates.ts';
import type { Editor } from '../../../api/presence.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Keycap } from '../../../ui/controls/keycap.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { tooltip } from '../../../ui/overlays/tooltip.tsx';
import { BAR } from '../../reading/look.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useDraftNote } from '../session/use-session.ts';
import { SAVE_KEY } from './page-guards.tsx';
import { classNames } from '../../../lib/class-names.ts';

export type Mode = 'edit' | 'preview';

type Props = {
  mode: Mode;
  onMode: (mode: Mode) => void;
  store: SessionStore;
  /** Others who are editing the document. */
  others: Editor[];
  /** Why it cannot be saved yet. */
  whyNotSaved: string | undefined;
  isSaving: boolean;
  onCancel: () => void;
  onSave: () => void;
  /** Opens the settings when they do not fit beside the text. */
  onSettings: () => void;
  /** Actions on a stored document, before Cancel. */
  children?: ReactNode;
};

export function EditorBar({
  mode,
  onMode,
  store,
  others,
  whyNotSaved,
  isSaving,
  onCancel,
  onSave,
  onSettings,
  children,
}: Props) {
  const reasonId = useId();
  return (
    <div
      className={classNames(
        'sticky top-14 z-5 flex items-center gap-2 border-b border-border bg-surface px-6 py-2.5 print:hidden',
        'max-md:top-13 max-md:flex-wrap max-md:justify-end max-md:gap-1.5 max-md:px-3',
        BAR,
      )}
    >
      <Segmented
        label="Mode"
        value={mode}
        onChange={onMode}
        choices={[
          { value: 'edit', label: 'Edit', icon: <Pencil size={14} className="max-md:hidden" aria-hidden /> },
          {
            value: 'preview',
            label: 'Preview',
            icon: <Eye size={14} className="max-md:hidden" aria-hidden />,
          },
        ]}
      />
      <div className="flex min-w-0 flex-1 items-center gap-3 text-xs text-muted max-md:sr-only">
        <DraftNote store={store} />
        <PresenceNote others={others} />
      </div>
      <span className="flex-1 md:hidden" />
      <div className="xl:hidden">
        <IconButton
          label="Document Settings"
          aria-haspopup="dialog"
          icon={<SlidersHorizontal size={16} />}
          onClick={onSettings}
        />
      </div>
      {children}
      <Button onClick={onCancel} className="max-md:px-2.5">
        Cancel
      </Button>
      {/* A disabled button shows no tooltip, so the box around it does. */}
      <span {...(whyNotSaved && tooltip(whyNotSaved))}>
        <Button
          look="primary"
          data-action=""
          className="max-md:px-2.5"
          busy={isSaving}
          disabled={whyNotSaved !== undefined}
          aria-describedby={whyNotSaved && reasonId}
          onClick={onSave}
        >
          {isSaving ? 'Saving...' : 'Save'}
          {!isSaving && !whyNotSaved && <Keycap onDark>{SAVE_KEY}</Keycap>}
        </Button>
        {whyNotSaved && (
          <span id={reasonId} className="sr-only">
            {whyNotSaved}
          </span>
        )}
      </span>
    </div>
  );
}

/** Shows first names; the tooltip has full names. */
function PresenceNote({ others }: { others: Editor[] }) {
  const names = others.map(({ name }) => name.split(' ')[0]);
  const list =
    names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} others` : names.join(' and ');
  return (
    // Rendered before anybody joins, or screen readers would not announce it.
    <p role="status" className="flex min-w-0 items-center gap-1.5 text-accent-ink">
      {names.length > 0 && (
        <>
          <Users size={14} aria-hidden />
          <span className="truncate" {...tooltip(others.map(({ name }) => name).join(', '))}>
            {list} {names.length === 1 ? 'is' : 'are'} editing
          </span>
        </>
      )}
    </p>
  );
}

/** State of the draft. */
function DraftNote({ store }: { store: SessionStore }) {
  const note = useDraftNote(store);
  if (!note) return null;
  if (note === 'failed') {
    return (
      <p role="alert" className="flex items-center gap-1.5 text-yellow">
        <TriangleAlert size={14} aria-hidden />
        Draft not kept: the browser has no room for it
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5">
      <Check size={14} aria-hidden />
      <span className="truncate">Draft kept {relativeTime(note.keptAt)}</span>
    </p>
  );
}
