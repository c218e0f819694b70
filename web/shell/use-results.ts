import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText, type LucideIcon, Server as ServerIcon, UserRound } from 'lucide-react';
import { search, type SearchHit } from '../../contract/calls/search.ts';
import { serverPage } from '../../contract/shared/item-address.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { query } from '../api/query.ts';
import { useDocumentLink } from '../documents/use-document-link.ts';
import { useDebounced } from '../lib/debounced.ts';
import { matchingGroups, usePaletteEntries } from './commands/palette-entries.ts';
import { screenActions } from './commands/screen-actions.ts';
import { addressesOf, useFoundServers } from './found-servers.ts';

/** A row in the list of results. */
export type Result = {
  kind: 'document' | 'server' | 'person' | 'command';
  /** Unique in the list. */
  id: string;
  title: string;
  snippet?: string;
  Icon: LucideIcon;
  open: () => void;
};

/** What the list of results does with a key of the box. */
export type ResultKeys = { press: (key: string) => void };

const DEBOUNCE_MS = 500;
const MAX_HITS = 8;
/** Servers, people, and commands. */
const MAX_OTHERS = 4;
const NONE: Result[] = [];

/**
 * Documents that match the input, then servers, people and commands. `term` is set once the results are there, `message` if
 * there are none to show.
 */
export function useResults(typed: string, commands: Parameters<typeof usePaletteEntries>[0]) {
  const navigate = useNavigate();
  const documentLink = useDocumentLink();
  const entries = usePaletteEntries(commands);
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
  if (!isApplied || found.data === undefined || isWaiting)
    return { results: NONE, term: undefined, message: messageFor(typed, isApplied && !isWaiting, found) };

  const asDocument = ({ id, title, snippet }: SearchHit): Result => ({
    kind: 'document',
    id,
    title,
    snippet,
    Icon: FileText,
    open: () => void navigate(documentLink(id)),
  });
  const asServer = (server: Server): Result => ({
    kind: 'server',
    id: server.id,
    title: server.name,
    Icon: ServerIcon,
    snippet: [server.status, addressesOf(server)].filter(Boolean).join(' · '),
    open: () => void navigate({ href: serverPage(server.id) }),
  });
  const asPerson = ({ id, title, snippet, url }: SearchHit): Result => ({
    kind: 'person',
    id,
    title,
    snippet,
    Icon: UserRound,
    open: () => void navigate({ href: url }),
  });
  const results = [
    ...found.data.map(asDocument),
    ...(machines.data ?? []).map(asServer),
    ...(people.data ?? []).map(asPerson),
    ...matchingGroups(entries, screenActions(), term)
      .flatMap(([heading, group]) =>
        group.map(({ label, Icon, run }): Result => ({
          kind: 'command',
          id: `${heading} ${label}`,
          title: label,
          Icon,
          open: run,
        })),
      )
      .slice(0, MAX_OTHERS),
  ];
  return { results, term, message: results.length > 0 ? undefined : messageFor(typed, true, found) };
}

function messageFor(
  typed: string,
  isApplied: boolean,
  found: { isError: boolean; isPending: boolean; data?: SearchHit[] | undefined },
) {
  if (!typed) return 'Start typing to search...';
  if (!isApplied || (found.isPending && !found.isError)) return 'Searching...';
  if (found.isError) return 'The search did not answer. Try again.';
  return 'No documents found.';
}
