import type { LineChange, WordChange } from '../../../contract/versions.ts';
import { whole } from '../../lib/whole.ts';

const LOOKS = {
  same: '',
  added: 'bg-green-soft',
  removed: 'bg-red-soft',
};
const SIGNS = { same: ' ', added: '+', removed: '−' };
const SAID = { same: '', added: 'Added: ', removed: 'Removed: ' };

/** Lines to draw at once; a comparison of huge texts would freeze the page. */
const MOST = 2_000;

/** The changed lines with their numbers in both texts; changed words stand out. */
export const DiffLines = ({ lines }: { lines: LineChange[] }) => (
  <>
    <ol aria-label="Changes" className="tech overflow-hidden rounded-md border border-border text-xs/5">
      {lines.slice(0, MOST).map((line, index) => (
        // The lines of one comparison never move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{line.kind === 'folded' ? <Folded count={line.lines} /> : <Line line={line} />}</li>
      ))}
    </ol>
    {lines.length > MOST && (
      <p className="mt-2 text-sm text-muted">{whole(lines.length - MOST)} more lines are not shown.</p>
    )}
  </>
);

const Folded = ({ count }: { count: number }) => (
  <p className="bg-sunken px-3 py-0.5 font-sans text-muted">
    {whole(count)} unchanged {count === 1 ? 'line' : 'lines'}
  </p>
);

type Shown = Exclude<LineChange, { kind: 'folded' }>;

const Line = ({ line: { kind, oldLine, newLine, text, words } }: { line: Shown }) => (
  <div className={`grid grid-cols-[2.5rem_2.5rem_1rem_minmax(0,1fr)] gap-x-1 px-1 ${LOOKS[kind]}`}>
    <span aria-hidden className="text-right text-muted">
      {oldLine}
    </span>
    <span aria-hidden className="text-right text-muted">
      {newLine}
    </span>
    <span aria-hidden className="text-center font-semibold">
      {SIGNS[kind]}
    </span>
    <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      {kind !== 'same' && <span className="sr-only">{SAID[kind]}</span>}
      {words ? words.map((word, index) => <Word key={`${index} ${word.text}`} word={word} />) : text}
    </span>
  </div>
);

const Word = ({ word: { kind, text } }: { word: WordChange }) => {
  if (kind === 'added') return <ins className="rounded-sm bg-green-line no-underline">{text}</ins>;
  if (kind === 'removed') return <del className="rounded-sm bg-red-line">{text}</del>;
  return text;
};
