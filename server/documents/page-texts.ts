import type { FastifyRequest } from 'fastify';
import { Id } from '../../contract/shared/fields.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import type { OrCopy } from '../http/or-copy.ts';
import type { FindTexts } from '../http/page-texts.ts';
import { listServersOfDocument } from '../servers/links.ts';
import { findBeginning, findDocument, findTextBytes } from './queries.ts';

type Found = Awaited<ReturnType<FindTexts['reading']>>;
type ActorOf = (request: FastifyRequest) => Promise<Actor | undefined>;

/** The documents that the pages of their addresses contain. Each is for the person whose session asks for the page. */
export const textsFor = (db: Db, actorOf: ActorOf, orCopy: OrCopy): FindTexts => ({
  async editing(request, id) {
    const actor = isId(id) && (await actorOf(request));
    // The application leads viewers to the page to read.
    return actor && actor.role !== 'viewer' ? findBeginning(db, actor, id) : undefined;
  },
  async reading(request, id, takeTurn) {
    const actor = await actorOf(request);
    if (!actor) return undefined;
    // The memory of a long text counts for this person.
    request.actor = actor;
    if (!isId(id)) return 'missing';
    const ask = async () => {
      const bytes = await findTextBytes(db, actor, id);
      if (bytes === undefined) return 'missing';
      await takeTurn(bytes);
      const document = await findDocument(db, actor, id);
      return document ? { document, servers: await listServersOfDocument(db, actor, id) } : 'missing';
    };
    return orCopy<Found>(request, ask, (copy) => copy.documentToRead(actor, id) ?? 'missing');
  },
});

const isId = (id: string): boolean => Id.safeParse({ id }).success;
