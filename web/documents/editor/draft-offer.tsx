import { FileClock } from 'lucide-react';
import { relativeTime } from '../../../contract/dates.ts';
import { Button } from '../../ui/controls/button.tsx';
import type { LeftDraft } from './left-drafts.ts';

type Props = {
  draft: LeftDraft;
  /** How many more there are behind it. */
  others: number;
  currentVersion: number | undefined;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Tells of a draft that a crash, a reload or another browser left behind, over the editor that can be written in meanwhile. */
export const DraftOffer = ({ draft, others, currentVersion, onRestore, onDiscard }: Props) => (
  <section
    aria-label="Unsaved changes"
    className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-yellow-line bg-yellow-soft px-4 py-2.5 text-sm md:px-6"
  >
    <FileClock size={16} className="flex-none text-yellow" aria-hidden />
    <p className="min-w-0 flex-[1_1_16rem] [overflow-wrap:anywhere]">
      <span className="font-semibold">You have unsaved changes.</span>{' '}
      {[textOf(draft, currentVersion), othersIn(others)].filter(Boolean).join(' ')}
    </p>
    <div className="flex flex-wrap gap-2">
      <Button onClick={onDiscard}>Discard them</Button>
      <Button onClick={onRestore}>Restore them</Button>
    </div>
  </section>
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
