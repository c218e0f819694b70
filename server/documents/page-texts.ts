import type { FastifyRequest } from 'fastify';
import { Id } from '../../contract/shared/fields.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import type { FindTexts } from '../http/page-texts.ts';
import { listServersOfDocument } from '../servers/links.ts';
import { findBeginning, findDocument } from './queries.ts';

type ActorOf = (request: FastifyRequest) => Promise<Actor | undefined>;

/** The documents that the pages of their addresses contain. Each is for the person whose session asks for the page. */
export const textsFor = (db: Db, actorOf: ActorOf): FindTexts => ({
  async editing(request, id) {
    const actor = isId(id) && (await actorOf(request));
    return actor ? findBeginning(db, actor.userId, id) : undefined;
  },
  async reading(request, id) {
    const actor = await actorOf(request);
    if (!actor) return undefined;
    const document = isId(id) ? await findDocument(db, id) : undefined;
    return document ? { document, servers: await listServersOfDocument(db, id) } : 'missing';
  },
});

const isId = (id: string): boolean => Id.safeParse({ id }).success;
