import { FileClock } from 'lucide-react';
import { relativeTime } from '../../../contract/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/list-states.tsx';
import type { LeftDraft } from './use-left-draft.ts';

type Props = {
  draft: LeftDraft;
  currentVersion: number | undefined;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Asks about a draft that a crash or a reload left behind, before typing could put another one in its place. */
export const DraftOffer = ({ draft, currentVersion, onRestore, onDiscard }: Props) => (
  <Notice
    icon={<FileClock size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
    title="You have unsaved changes"
    text={textOf(draft, currentVersion)}
  >
    <div className="flex flex-wrap justify-center gap-2">
      <Button onClick={onDiscard}>Discard them</Button>
      <Button look="primary" onClick={onRestore}>
        Restore them
      </Button>
    </div>
  </Notice>
);

function textOf({ version, savedAt, keptBy }: LeftDraft, currentVersion: number | undefined): string {
  const age =
    keptBy === 'browser'
      ? `This browser kept them ${relativeTime(savedAt)}.`
      : `You typed them in another browser; they were kept ${relativeTime(savedAt)}.`;
  if (version === null || version === currentVersion) return age;
  return `${age} They started from version ${version}; version ${currentVersion} was saved since.`;
}
