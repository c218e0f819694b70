/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role,
   jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
   -- the list of an ARIA combobox: the keys are those of the input, and no element has this pattern built in */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, type LucideIcon, Server, UserRound } from 'lucide-react';
import { Fragment } from 'react';
import { fold, unfoldedPlace } from '../../contract/shared/fold.ts';
import { search, type SearchKind } from '../../contract/calls/search.ts';
import { query } from '../api/query.ts';
import type { Hit } from './found-servers.ts';
import { classNames } from '../lib/class-names.ts';
import { useDocumentLink } from '../documents/use-document-link.ts';

/** With this few hits a word may be misspelled. */
const FEW = 3;
const MOST_SIMILAR = 4;

type Props = {
  id: string;
  /** The applied search term, once its results are there. */
  term: string | undefined;
  hits: Hit[];
  /** Index of the hit that Enter opens. */
  lit: number;
  /** Shown instead of hits. */
  message: string | undefined;
  onOpen: (hit: Hit) => void;
  onLeave: () => void;
};

/** The list under the search box. The focus stays in the box, so a press on the list must not take it away. */
export const SearchResults = ({ id, term = '', hits, lit, message, onOpen, onLeave }: Props) => (
  <div
    onMouseDown={(event) => event.preventDefault()}
    className={
      'absolute top-full right-0 z-20 mt-1 w-96 rounded-lg max-md:fixed max-md:inset-x-2 ' +
      'max-md:top-13 max-md:w-auto border border-border bg-raised p-1 shadow-1 ' +
      'dark:border-grey-line'
    }
  >
    <output className={message ? 'block px-2.5 py-2 text-sm text-muted' : 'sr-only'}>
      {message ?? countsOf(hits)}
    </output>
    <ul id={id} role="listbox" aria-label="Documents, servers and people">
      {hits.map((hit, index) => (
        <li
          key={hit.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === lit}
          onClick={() => onOpen(hit)}
          className={classNames(
            'flex cursor-pointer gap-2.5 rounded-md px-2.5 py-1.5 hover:bg-hover',
            index === lit && 'bg-active',
          )}
        >
          <Icon kind={hit.kind} />
          <span className="min-w-0">
            <span className="block truncate text-sm font-medium">
              <Highlighted text={hit.title} words={term} />
            </span>
            <span className="line-clamp-2 text-xs text-muted">
              <Highlighted text={hit.snippet} words={term} />
            </span>
          </span>
        </li>
      ))}
    </ul>
    {term !== '' && hits.filter(({ kind }) => kind === 'document').length < FEW && (
      <Similar term={term} hits={hits} onLeave={onLeave} />
    )}
  </div>
);

const ICONS: Record<SearchKind, LucideIcon> = { document: FileText, server: Server, member: UserRound };

function Icon({ kind }: { kind: SearchKind }) {
  const { [kind]: Symbol } = ICONS;
  return <Symbol size={16} className="mt-0.5 flex-none text-muted" aria-hidden />;
}

const WORDS: [SearchKind, string, string][] = [
  ['document', 'document', 'documents'],
  ['server', 'server', 'servers'],
  ['member', 'person', 'people'],
];

/** '2 documents found', '1 document, 3 servers found'. */
function countsOf(hits: Hit[]): string {
  const counts = WORDS.flatMap(([kind, one, many]) => {
    const count = hits.filter((hit) => hit.kind === kind).length;
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  return `${counts.join(', ') || 'Nothing'} found`;
}

/** Documents with a similar title. They are separate links: Enter in the box opens none of them. */
function Similar({ term, hits, onLeave }: { term: string; hits: Hit[]; onLeave: () => void }) {
  const documentLink = useDocumentLink();
  const { data = [] } = useQuery(
    query(search.similar, { query: { q: term, kinds: 'document', limit: MOST_SIMILAR } }),
  );
  const others = data.filter(({ id }) => !hits.some((hit) => hit.id === id));
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
