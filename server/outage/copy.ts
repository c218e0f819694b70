import {
  documents,
  knowledgeBase,
  type DocumentFilters,
  type DocumentQuery,
} from '../../contract/calls/documents.ts';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import { search, SearchKind } from '../../contract/calls/search.ts';
import { servers, type ServerQuery } from '../../contract/calls/servers.ts';
import { settings } from '../../contract/calls/settings.ts';
import { signedIn } from '../../contract/calls/user.ts';
import type { Actor, Reader } from '../actor.ts';
import { systemClock, type Clock } from '../db/clock.ts';
import { found } from '../http/errors.ts';
import { copyUnavailable, type Copy } from '../http/or-copy.ts';
import { copiedDocuments, entryQuery, listCopiedDocuments, listRecentlyCopied } from './documents.ts';
import { facetsOf, findEntries, hitsOf } from './entries.ts';
import type { CopyFile } from './file.ts';
import { copiedServers, linkedDocuments, listCopiedServers, serversOf } from './servers.ts';
import { stateOf } from './stored.ts';

/** Above this age, nobody knows whether somebody may still read a restricted document. */
const RIGHTS_MS = 15 * 60_000;

/** `reader` is the actor as far as the rights are known. */
type Call<Q> = { reader: Reader; actor: Actor; params: { id: string }; query: Q };
type Answer = (call: Call<never>) => unknown;
type SearchQuery = { q: string; kinds?: SearchKind[]; limit: number };

/** Answers from the file. Every result is for the reader: what is hidden is as what does not exist. */
export function copyOf(file: CopyFile, now: Clock = systemClock): Copy {
  const asOf = (): Date | undefined => {
    const text = stateOf(file, 'as-of');
    return text === undefined ? undefined : new Date(text);
  };
  const areRightsKnown = () => now().getTime() - (asOf()?.getTime() ?? 0) <= RIGHTS_MS;
  /** With rights that may be out of date, somebody reads what everybody reads. */
  const known = ({ principals }: Reader): Reader => ({ principals: areRightsKnown() ? principals : [] });
  const allServers = copiedServers(file);
  const answers = answersFrom(file, allServers);
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
      if (!answer) throw new Error(`the copy has no answer to ${endpoint.path}`);
      return answer({ ...call, reader: known(call.actor) } as Call<never>);
    },
    documentToRead(reader, id) {
      const [document] = copiedDocuments(file, known(reader), [id]);
      return document && { document, servers: serversOf(allServers(), document) };
    },
    note(endpoint, { userId }, body) {
      if (!OWN.includes(endpoint)) return;
      const { path } = endpoint;
      const kept = 'insert or replace into answers values (:userId, :path, :body)';
      file.run(kept, { userId, path, body: JSON.stringify(body) });
    },
  };
}

/** Calls about the account itself. The copy has their last results. */
const OWN: Endpoint[] = [signedIn.currentUser, settings.show];

/** One row for each call with `inOutage`. */
function answersFrom(file: CopyFile, all: ReturnType<typeof copiedServers>): Map<Endpoint, Answer> {
  const documentOf = ({ reader, params }: Call<never>) =>
    found(copiedDocuments(file, reader, [params.id])[0], 'Document');
  const serverOf = ({ params }: Call<never>) =>
    found(
      all().find(({ id }) => id === params.id),
      'Server',
    );
  const ofDocument = (call: Call<never>) => serversOf(all(), documentOf(call));
  return new Map<Endpoint, Answer>([
    ...[documents, knowledgeBase].flatMap((calls): [Endpoint, Answer][] => [
      [calls.list, ({ reader, query }: Call<DocumentQuery>) => listCopiedDocuments(file, reader, query)],
      [
        calls.recent,
        ({ reader, query }: Call<{ limit: number }>) => listRecentlyCopied(file, reader, query.limit),
      ],
      [calls.facets, ({ reader, query }: Call<DocumentFilters>) => facetsOf(file, entryQuery(reader, query))],
      [calls.find, documentOf],
    ]),
    [servers.list, ({ query }: Call<ServerQuery>) => listCopiedServers(all(), query)],
    [servers.find, (call) => serverOf(call).server],
    [servers.documents, (call) => linkedDocuments(file, serverOf(call), call.reader)],
    [servers.ofDocument, ofDocument],
    [servers.ofKnowledgeItem, ofDocument],
    [search.find, ({ reader, query }: Call<SearchQuery>) => searchHits(file, reader, query)],
    ...OWN.map((endpoint): [Endpoint, Answer] => [
      endpoint,
      ({ actor }) => lastAnswer(file, endpoint, actor),
    ]),
  ]);
}

function searchHits(file: CopyFile, reader: Reader, { q, kinds = SearchKind.options, limit }: SearchQuery) {
  if (q.trim() === '') return [];
  return hitsOf(file, findEntries(file, { q, kinds, reader }).slice(0, limit), q);
}

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
