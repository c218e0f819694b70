import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState, type RefObject } from 'react';
import { search, type SearchHit } from '../../contract/calls/search.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { serverPage } from '../../contract/shared/item-address.ts';
import { addressesOf, type Hit, useFoundServers } from './found-servers.ts';
import { query } from '../api/query.ts';
import { useDebounced } from '../lib/debounced.ts';
import { useDocumentLink } from '../documents/use-document-link.ts';
import { TextField } from '../ui/controls/text-field.tsx';
import { Keycap } from '../ui/controls/keycap.tsx';
import { isCharacterKey, meaningOf } from './commands/key-choices.ts';
import { openedLater } from '../ui/feedback/part.tsx';

/** '/' focuses the search, except while typing or while a dialog is open. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (meaningOf(event.key) !== '/' || !isCharacterKey(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
}

const SearchResults = openedLater(() => import('./search-results.tsx'), 'SearchResults', {
  shownAs: 'The list of results',
});

const DEBOUNCE_MS = 500;
const MAX_HITS = 8;
/** Servers, and people. */
const MAX_OTHERS = 4;
const NONE: Hit[] = [];

const asHit = (server: Server): Hit => ({
  kind: 'server',
  id: server.id,
  title: server.name,
  snippet: [server.status, addressesOf(server)].filter(Boolean).join(' · '),
  url: serverPage(server.id),
});

/**
 * Documents that match the input, then servers and people. `term` is set once the results are there, `message` if there are
 * none to show.
 */
function useHits(typed: string) {
  const term = useDebounced(typed, DEBOUNCE_MS);
  const isApplied = typed !== '' && term === typed;
  const found = useQuery({
    ...query(search.find, { query: { q: term, kinds: 'document', limit: MAX_HITS } }),
    enabled: isApplied,
  });
  const people = useQuery({
    ...query(search.find, { query: { q: term, kinds: 'member', limit: MAX_OTHERS } }),
    enabled: isApplied,
  });
  const machines = useFoundServers(term, { enabled: isApplied, limit: MAX_OTHERS });
  // Documents do not wait for what stands below them. Without a document, Enter opens the first server.
  const isAlone = found.data?.length === 0;
  const isWaiting = isAlone && (machines.isLoading || people.isLoading);
  const isThere = isApplied && found.data !== undefined && !isWaiting;
  const others: Hit[] = [...(machines.data ?? []).map(asHit), ...(people.data ?? NONE)];
  return {
    hits: isThere ? [...found.data, ...others] : NONE,
    term: isThere ? term : undefined,
    message: isThere && others.length > 0 ? undefined : messageFor(typed, isApplied && !isWaiting, found),
  };
}

type Props = {
  /** Small screens: set when the search was opened by its button, so that it takes the focus. */
  isWanted: boolean;
  onDone: () => void;
};

/**
 * Searches documents, servers and people from every screen: '/' focuses it, Enter opens the first hit, Escape clears and
 * closes.
 */
export function GlobalSearch({ isWanted, onDone }: Props) {
  const navigate = useNavigate();
  const documentLink = useDocumentLink();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [lit, setLit] = useState(0);
  const { hits, term, message } = useHits(text.trim());

  useSlashKey(input);
  useEffect(() => {
    if (isWanted) input.current?.focus();
  }, [isWanted]);

  const close = () => {
    setText('');
    setOpen(false);
    onDone();
  };
  const openHit = (hit: Hit | undefined) => {
    if (!hit) return;
    close();
    if (hit.kind === 'document') void navigate(documentLink(hit.id));
    else void navigate({ href: hit.url });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') openHit(hits[lit]);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setLit((lit + step + hits.length) % Math.max(1, hits.length));
    } else return;
    event.preventDefault();
  };

  return (
    <search
      className="relative block"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <TextField
        ref={input}
        label="Search docs"
        hideLabel
        placeholder="Search docs..."
        icon={<Search size={14} aria-hidden />}
        end={<Keycap>Ctrl K</Keycap>}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be typed into
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && hits[lit] ? `${listId}-${lit}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(event.target.value.trim() !== '');
          setLit(0);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <SearchResults
          id={listId}
          term={term}
          hits={hits}
          lit={lit}
          onOpen={openHit}
          onLeave={close}
          message={message}
        />
      )}
    </search>
  );
}

function messageFor(
  typed: string,
  isApplied: boolean,
  found: { isError: boolean; isPending: boolean; data?: SearchHit[] | undefined },
) {
  if (!typed) return 'Start typing to search...';
  if (!isApplied || (found.isPending && !found.isError)) return 'Searching...';
  if (found.isError) return 'The search did not answer. Try again.';
  return found.data?.length ? undefined : 'No documents found.';
}
