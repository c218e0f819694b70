import type { Endpoint } from '../../contract/calls/endpoint.ts';
import {
  documents,
  knowledgeBase,
  type DocumentFilters,
  type DocumentItem,
  type DocumentQuery,
} from '../../contract/calls/documents.ts';
import { search, SearchKind } from '../../contract/calls/search.ts';
import { servers, type ServerQuery } from '../../contract/calls/servers.ts';
import { settings } from '../../contract/calls/settings.ts';
import { signedIn } from '../../contract/calls/user.ts';
import type { Actor, Reader } from '../actor.ts';
import { systemClock, type Clock } from '../db/clock.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { Page } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { LongList } from '../http/long-list.ts';
import { copyUnavailable, type CopiedCall, type Copy } from '../http/or-copy.ts';
import * as z from 'zod';
import { facetsOf, findEntries, hitsOf, MAY_READ, type EntryQuery } from './entries.ts';
import type { CopyFile } from './file.ts';
import { copiedServers, linkedDocuments, listCopiedServers, serversOf } from './servers.ts';
import type { CopiedDocument } from './sources.ts';
import { stateOf } from './stored.ts';

/** Above this age, nobody knows whether somebody may still read a restricted document. */
const RIGHTS_MS = 15 * 60_000;

type Query<Q> = CopiedCall & { params: { id: string }; query: Q };
type Answer = (call: Query<never>) => unknown;

/** Answers from the file. Every result is for the reader: what is hidden is as what does not exist. */
export function copyOf(file: CopyFile, now: Clock = systemClock): Copy {
  const allServers = copiedServers(file);
  const asOf = (): Date | undefined => {
    const text = stateOf(file, 'as-of');
    return text === undefined ? undefined : new Date(text);
  };
  const areRightsKnown = () => now().getTime() - (asOf()?.getTime() ?? 0) <= RIGHTS_MS;
  /** With rights that may be out of date, somebody reads what everybody reads. */
  const known = ({ principals }: Reader): Reader => ({ principals: areRightsKnown() ? principals : [] });

  const listDocuments = (reader: Reader, ids: string[]): CopiedDocument[] =>
    file
      .all<{ data: string }>(
        `select data from items where kind = 'document' and id in (select value from json_each(:ids)) and ${MAY_READ}`,
        { ids: JSON.stringify(ids), principals: JSON.stringify(known(reader).principals) },
      )
      .map(({ data }) => JSON.parse(data) as CopiedDocument);
  const documentOf = (reader: Reader, id: string) => found(listDocuments(reader, [id])[0], 'Document');
  const serverOf = (id: string) =>
    found(
      allServers().find((each) => each.id === id),
      'Server',
    );
  const ofDocument = ({ actor, params }: Query<never>) =>
    serversOf(allServers(), documentOf(actor, params.id));
  const entriesFor = (actor: Reader, { q, ...filters }: DocumentFilters): EntryQuery => ({
    q,
    kinds: ['document'],
    reader: known(actor),
    filters: givenIn(filters),
  });

  const answers = new Map<Endpoint, Answer>([
    ...[documents, knowledgeBase].flatMap((calls): [Endpoint, Answer][] => [
      [
        calls.list,
        ({ actor, query }: Query<DocumentQuery>) => {
          const rows = findEntries(file, entriesFor(actor, query));
          return pageOf(rows, query, (ids) => listDocuments(actor, ids));
        },
      ],
      [
        calls.recent,
        ({ actor, query }: Query<{ limit: number }>) => {
          const rows = findEntries(file, entriesFor(actor, {})).slice(0, query.limit);
          return inOrderOf(
            rows.map(({ id }) => id),
            listDocuments(
              actor,
              rows.map(({ id }) => id),
            ),
          );
        },
      ],
      [calls.facets, ({ actor, query }: Query<DocumentFilters>) => facetsOf(file, entriesFor(actor, query))],
      [calls.find, ({ actor, params }) => documentOf(actor, params.id)],
    ]),
    [servers.list, ({ query }: Query<ServerQuery>) => listCopiedServers(allServers(), query)],
    [servers.find, ({ params }) => serverOf(params.id).server],
    [servers.documents, ({ actor, params }) => linkedDocuments(file, serverOf(params.id), known(actor))],
    [servers.ofDocument, ofDocument],
    [servers.ofKnowledgeItem, ofDocument],
    [
      search.find,
      ({ actor, query }: Query<{ q: string; kinds?: SearchKind[]; limit: number }>) => {
        const { q, kinds = SearchKind.options, limit } = query;
        if (q.trim() === '') return [];
        return hitsOf(file, findEntries(file, { q, kinds, reader: known(actor) }).slice(0, limit), q);
      },
    ],
  ]);

  return {
    asOf,
    actorOf(sid) {
      const [row] = file.all<{ actor: string }>(
        'select actor from sessions where sid = :sid and until > :now',
        { sid, now: now().getTime() },
      );
      // Not signed out: the session may be newer than the copy.
      if (!row) throw copyUnavailable();
      return asActor(JSON.parse(row.actor) as Actor, now());
    },
    answer(endpoint, call) {
      const answer = answers.get(endpoint);
      return answer ? answer(call as Query<never>) : lastAnswer(file, endpoint, call.actor);
    },
    documentToRead(reader, id) {
      const [document] = listDocuments(reader, [id]);
      return document && { document, servers: serversOf(allServers(), document) };
    },
    note(endpoint, { userId }, body) {
      if (!OWN.has(endpoint)) return;
      const kept = 'insert or replace into answers values (:userId, :path, :body)';
      file.run(kept, {
        userId,
        path: endpoint.path,
        body: JSON.stringify(body),
      });
    },
  };
}

/** Calls about the account itself. The copy has their last results. */
const OWN = new Set<Endpoint>([signedIn.currentUser, settings.show]);

function lastAnswer(file: CopyFile, { path }: Endpoint, { userId }: Actor): unknown {
  const [row] = file.all<{ body: string }>(
    'select body from answers where user_id = :userId and path = :path',
    { userId, path },
  );
  if (!row) throw copyUnavailable();
  return JSON.parse(row.body);
}

/** The time of a second factor may have come since the copy was made. */
function asActor({ policy, ...actor }: Actor, now: Date): Actor {
  if (!policy) return actor;
  const by = policy.secondFactorBy && new Date(policy.secondFactorBy);
  return { ...actor, policy: { ...policy, secondFactorBy: by, mustEnrol: by !== null && by <= now } };
}

const givenIn = ({ type, category, tag }: DocumentFilters) => ({
  type: type === 'all' ? undefined : type || undefined,
  category: category?.trim() ? category : undefined,
  tag: tag?.trim() ? tag : undefined,
});

const inOrderOf = <T extends { id: string }>(ids: string[], rows: T[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** As cursors of the database: score, time and id of the last row. */
const Position = z.tuple([z.number(), z.string(), z.uuid()], z.unknown());

function pageOf(
  rows: { id: string; score: number; updated: string; bytes: number }[],
  { limit = Infinity, cursor, fields }: DocumentQuery,
  read: (ids: string[]) => CopiedDocument[],
): Page<LongList<DocumentItem>> {
  const id = cursor === undefined ? undefined : decodeCursor(cursor, Position)[2];
  const start = id === undefined ? 0 : rows.findIndex((row) => row.id === id) + 1;
  const page = rows.slice(start, start + limit);
  const last = start + page.length < rows.length ? page.at(-1) : undefined;
  const isCard = fields === 'card';
  const sized = page.map((row) => ({ id: row.id, bytes: isCard ? 1_000 : row.bytes }));
  const list = new LongList<DocumentItem>(sized, async (ids) =>
    read(ids).map(({ content, summary, ...item }) => (isCard ? { ...item, summary } : { ...item, content })),
  );
  return new Page(list, rows.length, last && encodeCursor([last.score, last.updated, last.id]));
}
