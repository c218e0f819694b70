import { PASTE } from '../../../contract/writing.ts';
import { Button } from '../../ui/controls/button.tsx';
import { whole } from '../../lib/whole.ts';

type Props = {
  /** How the reading of the last screenshot went. */
  said: string;
  /** Characters that found no room. */
  cut: number;
  /** The preview was asked for while screenshots are read. */
  isWaiting: boolean;
  onGoOn: () => void;
};

/** What became of what was pasted, and what the preview waits for. */
export const PasteNotes = ({ said, cut, isWaiting, onGoOn }: Props) => (
  <>
    <p role="status" className="mt-2 text-xs text-muted empty:hidden">
      {said}
    </p>
    <p role="alert" className="mt-2 text-sm text-red empty:hidden">
      {cut > 0 && tooLong(cut)}
    </p>
    {isWaiting && (
      <p role="status" className="mt-2 flex flex-wrap items-center gap-2 text-sm">
        The preview waits until the text of the screenshots is read.
        <Button size="small" onClick={onGoOn}>
          Go on without it
        </Button>
      </p>
    )}
  </>
);

const tooLong = (cut: number): string =>
  `An article is made of at most ${whole(PASTE.characters)} characters: the last ${whole(cut)} were left out. ` +
  'Make a second article of them, or take out what is not needed and paste them again.';
