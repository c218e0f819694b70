/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role,
   jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
   -- the list of an ARIA combobox: the keys are those of the input, and no element has this pattern built in */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ref, Fragment, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import { fold, unfoldedPlace } from '../../contract/shared/fold.ts';
import { search } from '../../contract/calls/search.ts';
import { query } from '../api/query.ts';
import { classNames } from '../lib/class-names.ts';
import { useDocumentLink } from '../documents/use-document-link.ts';
import { type Result, type ResultKeys, useResults } from './use-results.ts';

/** With this few documents a word may be misspelled. */
const FEW = 3;
const MOST_SIMILAR = 4;

type Props = {
  ref: Ref<ResultKeys>;
  id: string;
  typed: string;
  isOpen: boolean;
  commands: Parameters<typeof useResults>[1];
  /** Gets the id of the row that Enter opens. */
  onLit: (id: string | undefined) => void;
  onLeave: () => void;
};

/** The list under the search box. The focus stays in the box, so a press on the list must not take it away. */
export function SearchResults({ ref, id, typed, isOpen, commands, onLit, onLeave }: Props) {
  const { results, term = '', message } = useResults(typed, commands);
  const [chosen, setChosen] = useState({ typed, index: 0 });
  // Other input starts at the first result again.
  const lit = chosen.typed === typed ? chosen.index : 0;
  const open = (result: Result | undefined) => {
    if (!result) return;
    onLeave();
    result.open();
  };
  const press = (key: string) => {
    if (key === 'Enter') return open(results[lit]);
    const step = key === 'ArrowDown' ? 1 : -1;
    setChosen({ typed, index: (lit + step + results.length) % Math.max(1, results.length) });
  };
  useImperativeHandle(ref, () => ({ press }));
  const litId = results[lit] && `${id}-${lit}`;
  const light = useEffectEvent(onLit);
  useEffect(() => {
    light(litId);
    // A low window does not show all rows at once.
    if (litId) document.getElementById(litId)?.scrollIntoView({ block: 'nearest' });
  }, [litId]);
  if (!isOpen) return null;
  return (
    <div
      onMouseDown={(event) => event.preventDefault()}
      className={
        'absolute top-full right-0 z-20 mt-1 max-h-[calc(100dvh-4rem)] w-96 overflow-y-auto rounded-lg border ' +
        'border-border bg-raised p-1 shadow-1 dark:border-grey-line'
      }
    >
      <output className={message ? 'block px-2.5 py-2 text-sm text-muted' : 'sr-only'}>
        {message ?? countsOf(results)}
      </output>
      <ul id={id} role="listbox" aria-label="Documents, servers, people and commands">
        {results.map((result, index) => (
          <li
            key={result.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === lit}
            onClick={() => open(result)}
            className={classNames(
              'flex cursor-pointer gap-2.5 rounded-md px-2.5 py-1.5 hover:bg-hover',
              index === lit && 'bg-active',
            )}
          >
            <result.Icon size={16} className="mt-0.5 flex-none text-muted" aria-hidden />
            <span className="min-w-0">
              <span className="block truncate text-sm font-medium">
                <Highlighted text={result.title} words={term} />
              </span>
              {result.snippet && (
                <span className="line-clamp-2 text-xs text-muted">
                  <Highlighted text={result.snippet} words={term} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {term !== '' && results.filter(({ kind }) => kind === 'document').length < FEW && (
        <Similar term={term} results={results} onLeave={onLeave} />
      )}
    </div>
  );
}

const WORDS: [Result['kind'], string, string][] = [
  ['document', 'document', 'documents'],
  ['server', 'server', 'servers'],
  ['person', 'person', 'people'],
  ['command', 'command', 'commands'],
];

/** '2 documents found', '1 document, 3 servers found'. */
function countsOf(results: Result[]): string {
  const counts = WORDS.flatMap(([kind, one, many]) => {
    const count = results.filter((result) => result.kind === kind).length;
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  return `${counts.join(', ') || 'Nothing'} found`;
}

/** Documents with a similar title. They are separate links: Enter in the box opens none of them. */
function Similar({ term, results, onLeave }: { term: string; results: Result[]; onLeave: () => void }) {
  const documentLink = useDocumentLink();
  const { data = [] } = useQuery(
    query(search.similar, { query: { q: term, kinds: 'document', limit: MOST_SIMILAR } }),
  );
  const others = data.filter(({ id }) => !results.some((result) => result.id === id));
  if (others.length === 0) return null;
  return (
    <nav aria-label="Similar" className="mt-1 border-t border-border pt-1">
      <p className="px-2.5 py-1 text-xs font-medium text-muted">Similar</p>
      {others.map(({ id, title }) => (
        <Link
          key={id}
          {...documentLink(id)}
          onClick={onLeave}
          className="block truncate rounded-md px-2.5 py-1.5 text-sm hover:bg-hover"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

type HighlightedProps = { text: string; words: string };

/** Text with highlighted search matches. */
export const Highlighted = ({ text, words }: HighlightedProps) => (
  <>
    {partsOf(text, words).map((part, index) =>
      // Parts with odd indexes are matches.
      index % 2 ? (
        <mark key={index} className="rounded-xs bg-yellow-soft text-inherit">
          {part}
        </mark>
      ) : (
        <Fragment key={index}>{part}</Fragment>
      ),
    )}
  </>
);

/**
 * Splits the text at the matches, which get odd indexes, and compares as the search does. Operators and single letters are
 * not highlighted.
 */
function partsOf(text: string, words: string): string[] {
  const searched = words
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => !/^-|^[a-z]+:./i.test(word))
    .map(fold)
    .filter((word) => word.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (searched.length === 0) return [text];
  const parts: string[] = [];
  let last = 0;
  for (const { 0: match, index } of fold(text).matchAll(new RegExp(searched.join('|'), 'g'))) {
    const [from, to] = [unfoldedPlace(text, index), unfoldedPlace(text, index + match.length)];
    parts.push(text.slice(last, from), text.slice(from, to));
    last = to;
  }
  return [...parts, text.slice(last)];
}
