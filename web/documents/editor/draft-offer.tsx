import { FileClock } from 'lucide-react';
import { relativeTime } from '../../../contract/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/list-states.tsx';
import type { LeftDraft } from './left-drafts.ts';

type Props = {
  draft: LeftDraft;
  /** How many more there are behind it. */
  others: number;
  currentVersion: number | undefined;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Asks about a draft that a crash or a reload left behind, before typing could put another one in its place. */
export const DraftOffer = ({ draft, others, currentVersion, onRestore, onDiscard }: Props) => (
  <Notice
    icon={<FileClock size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
    title="You have unsaved changes"
    text={[textOf(draft, currentVersion), othersIn(others)].filter(Boolean).join(' ')}
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
  const when = relativeTime(savedAt);
  const age = {
    browser: `This browser kept them ${when}.`,
    server: `The server kept them ${when}; they differ from what this browser kept.`,
    elsewhere: `You typed them in another browser; they were kept ${when}.`,
  }[keptBy];
  if (version === null || version === currentVersion) return age;
  return `${age} They started from version ${version}; version ${currentVersion} was saved since.`;
}

const othersIn = (count: number): string =>
  count === 0
    ? ''
    : `There ${count === 1 ? 'is one older draft' : `are ${count} older drafts`} too; what you do not discard is offered again.`;
