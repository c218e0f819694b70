import { readFilter } from '../../contract/shared/filter-text.ts';
import { fold } from '../../contract/shared/fold.ts';
import { DEFAULT_TIME_ZONE } from '../../contract/shared/dates.ts';
import type { DocumentServers, LinkedDocument, ServerQuery } from '../../contract/calls/servers.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { Environment, type ServerStatus } from '../../contract/shared/server-words.ts';
import type { Reader } from '../actor.ts';
import { systemClock } from '../db/clock.ts';
import { Page } from '../http/endpoint.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { possibleNames } from '../text/machine-words.ts';
import * as z from 'zod';
import type { CopiedDocument, CopiedServer } from './sources.ts';
import type { CopyFile } from './file.ts';
import { copiedDocuments } from './documents.ts';
import { matches } from './matches.ts';

/** The servers of the copy, parsed once and again only after a change. */
export function copiedServers(file: CopyFile) {
  let kept: { changes: number; all: CopiedServer[] } | undefined;
  return (): CopiedServer[] => {
    if (kept?.changes !== file.changes()) {
      const rows = file.all<{ data: string }>(`select data from items where kind = 'server'`);
      kept = { changes: file.changes(), all: rows.map(({ data }) => JSON.parse(data) as CopiedServer) };
    }
    return kept.all;
  };
}

const byName = new Intl.Collator('und', { numeric: true });
const rankOf = (status: ServerStatus): number =>
  ['offline', 'warning', 'unknown', 'maintenance', 'online'].indexOf(status);

type Key = number | string | null;
/** What a list is sorted by; null comes last in both directions, as in server/servers/sorting.ts. */
const KEYS: Record<string, (server: Server) => Key> = {
  status: ({ status }) => rankOf(status),
  name: ({ name }) => name,
  environment: ({ environment }) => Environment.options.indexOf(environment),
  cpu: figure('cpuUsage'),
  memory: figure('memoryUsage'),
  disk: figure('diskUsage'),
  uptime: figure('uptime'),
  since: ({ statusSince }) => statusSince,
  checked: ({ lastHealthCheck }) => lastHealthCheck,
  os: ({ operatingSystem }) => operatingSystem,
  type: ({ serverType }) => serverType,
  location: ({ serverLocation }) => serverLocation,
  function: ({ primaryFunction }) => primaryFunction,
  team: ({ teamOwner }) => teamOwner,
};

function figure(name: Server['measured'][number]) {
  return (server: Server): Key => (server.measured.includes(name) ? server[name] : null);
}

function inOrder(all: CopiedServer[], sort = 'status'): CopiedServer[] {
  const key = KEYS[sort.replace('-', '')] ?? (() => null);
  const way = sort.startsWith('-') ? -1 : 1;
  const compare = (a: Key, b: Key): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (
      way * (typeof a === 'number' && typeof b === 'number' ? a - b : byName.compare(String(a), String(b)))
    );
  };
  return all.toSorted(
    (a, b) =>
      compare(key(a.server), key(b.server)) ||
      byName.compare(a.server.name, b.server.name) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Cursors of the database end with the id as well, so a list goes on where it was. */
const Position = z.array(z.union([z.string(), z.number()])).min(1);

export function listCopiedServers(all: CopiedServer[], query: ServerQuery): Page<Server[]> {
  const { q = '', filter = '', environment = 'all', status = 'all', limit = Infinity, cursor } = query;
  const at = { now: systemClock(), timeZone: DEFAULT_TIME_ZONE };
  const [wanted, typed] = [readFilter(filter), readFilter(q.trim())];
  const found = inOrder(
    all.filter(
      (copied) =>
        (environment === 'all' || copied.server.environment === environment) &&
        (status === 'all' || copied.server.status === status) &&
        matches(copied, wanted, at) &&
        (q.trim() === '' || copied.folded.includes(fold(q.trim())) || matches(copied, typed, at)),
    ),
    query.sort,
  );
  const last = cursor === undefined ? undefined : decodeCursor(cursor, Position).at(-1);
  const start = last === undefined ? 0 : found.findIndex(({ id }) => id === last) + 1;
  const page = found.slice(start, start + limit);
  const end = start + page.length < found.length ? page.at(-1) : undefined;
  return new Page(
    page.map(({ server }) => server),
    found.length,
    end && encodeCursor([keyIn(query.sort, end.server), end.server.name, end.id]),
  );
}

const keyIn = (sort = 'status', server: Server): number | string =>
  KEYS[sort.replace('-', '')]?.(server) ?? '';

/** Documents that are linked to the server and that the reader may read, by title. */
export const linkedDocuments = (file: CopyFile, { links }: CopiedServer, reader: Reader): LinkedDocument[] =>
  copiedDocuments(
    file,
    reader,
    links.map(({ documentId }) => documentId),
  )
    .sort((a, b) => byName.compare(a.title, b.title))
    .map(({ id, title, updatedAt }) => ({
      id,
      title,
      updatedAt,
      documentType: links.find(({ documentId }) => documentId === id)?.documentType ?? null,
    }));

/** As `listServersOfDocument`: linked servers, and those that the text names. */
export function serversOf(all: CopiedServer[], { id, title, content }: CopiedDocument): DocumentServers {
  const words = new Set(possibleNames(`${title}\n${content}`));
  return all
    .map(({ server, links }) => ({
      id: server.id,
      name: server.name,
      status: server.status,
      linked: links.some(({ documentId }) => documentId === id),
      named: [server.name, server.hostname, server.ipAddress].some((name) =>
        words.has(name?.toLowerCase() ?? ''),
      ),
    }))
    .filter(({ linked, named }) => linked || named)
    .sort((a, b) => byName.compare(a.name, b.name))
    .slice(0, 200);
}
