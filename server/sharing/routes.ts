import type { FastifyInstance } from 'fastify';
import { objectIdsIn, objectPath } from '../../contract/calls/objects.ts';
import {
  documentShares,
  knowledgeBaseShares,
  sharing,
  type ShareCalls,
} from '../../contract/calls/sharing.ts';
import { canRead } from '../access/readers.ts';
import { personReader } from '../../contract/shared/readers.ts';
import type { Actor, Reader } from '../actor.ts';
import { record } from '../audit/record.ts';
import type { Config } from '../config.ts';
import { isOver } from '../db/clock.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { changeLinks } from '../text/markdown/addresses.ts';
import { findDocument } from '../documents/queries.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, refuse, RefusalError, type Refusal, refuseField } from '../http/errors.ts';
import { closeNotifications, notify } from '../notifications/queries.ts';
import { DOWNLOAD, findReadableObject } from '../objects/queries.ts';
import { bodyOf } from '../objects/stored-bytes.ts';
import { addressOf } from '../http/source.ts';
import type { Storage } from '../storage/storage.ts';
import { hashToken, newToken } from '../tokens.ts';
import { countView, createShare, findActivePerson, findGiver, findOpenDocument } from './queries.ts';
import {
  findShare,
  listPeople,
  listSharedWith,
  listShares,
  listViews,
  removeShare,
  removeShareWith,
} from './queries.ts';
import { documentPage } from '../../contract/shared/item-address.ts';

export function sharingRoutes(
  app: FastifyInstance,
  mount: Mount,
  { db, storage, config }: { db: Db; storage: Storage; config: Config },
) {
  for (const calls of [documentShares, knowledgeBaseShares]) sharesOfDocument(mount, calls, config);
  mount(sharing.withMe, ({ db: within, actor }) => listSharedWith(within, actor));
  mount(sharing.people, ({ db: within, actor, query }) => listPeople(within, actor.userId, query.q ?? ''));
  mount(sharing.revoke, ({ db: within, actor, params }) => revoke(within, actor, params.id));
  mount(sharing.views, async ({ db: within, actor, params }) => {
    const share = found(await findShare(within, actor, params.id), 'Share');
    found(isTheirs(share.sharedByUserId, actor) || undefined, 'Share');
    return listViews(within, params.id);
  });
  mount(sharing.open, async ({ db: within, params, request }) => {
    // A HEAD request opens nothing and uses up no view.
    if (request.method === 'HEAD') return refuse(404, 'not_found', CLOSED);
    const from = { address: addressOf(request), device: (request.headers['user-agent'] ?? '').slice(0, 500) };
    return within.transaction((tx) => openByLink(tx, params.token, from));
  });
  imageRoute(app, db, storage);
}

function sharesOfDocument(mount: Mount, calls: ShareCalls, config: Config) {
  mount(calls.list, async ({ db, actor, params }) => {
    found((await findDocument(db, actor, params.id)) && true, 'Document');
    return listShares(db, actor, params.id);
  });
  mount(calls.create, async ({ db, actor, params, body }) => {
    const document = found(await findDocument(db, actor, params.id), 'Document');
    const { title } = document;
    if (document.readers && document.authorId !== actor.userId)
      return refuse(403, 'forbidden', 'Only its owner may share a restricted document.');
    const { sharedWithUserId = null, expiresAt = null, maxViews = null } = body;
    if (expiresAt !== null && (await isOver(db, expiresAt)))
      return refuseField('expiresAt', 'Choose a time to come');
    const name = sharedWithUserId === null ? undefined : await findActivePerson(db, sharedWithUserId);
    if (sharedWithUserId !== null && !name)
      return refuseField('sharedWithUserId', 'There is no such active account');
    if (sharedWithUserId !== null && !(await canRead(db, sharedWithUserId, params.id)))
      return refuseField(
        'sharedWithUserId',
        `${name} may not read this document. Add them to its readers first`,
      );
    // Sharing again, such as until another day, replaces the share: people have a document once and hear of it once.
    await holdTurn(db, 'shares', `${params.id} ${actor.userId}`);
    const isRenewed =
      sharedWithUserId !== null &&
      (await removeShareWith(db, { documentId: params.id, by: actor.userId, to: sharedWithUserId }));
    const token = newToken();
    const id = await createShare(db, {
      documentId: params.id,
      sharedByUserId: actor.userId,
      sharedWithUserId,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      ...(sharedWithUserId === null && { maxViews, shareToken: hashToken(token) }),
    });
    const inside = documentPage(params.id);
    if (sharedWithUserId !== null && !isRenewed)
      await notify(db, sharedWithUserId, {
        kind: 'share',
        title: `${actor.name} shared "${title}" with you`,
        link: inside,
        subject: shareSubject(params.id, actor.userId, sharedWithUserId),
      });
    const after = { title, with: name ?? 'everybody with the link', expiresAt, maxViews };
    await record(db, actor, { action: 'document.share', kind: 'document', subjectId: params.id, after });
    const url = config.PUBLIC_URL + (sharedWithUserId === null ? `/share/${token}` : inside);
    return { ...found(await findShare(db, actor, id), 'Share'), url };
  });
}

/** Sharing again keeps the notification of the first time. */
const shareSubject = (documentId: string, from: string, to: string) => `${documentId} ${from} ${to}`;

const isTheirs = (giver: string, actor: Actor) => giver === actor.userId || actor.role === 'admin';

async function revoke(db: Db, actor: Actor, id: string): Promise<Refusal | undefined> {
  const giver = found(await findGiver(db, id), 'Share');
  if (!isTheirs(giver, actor))
    return refuse(403, 'forbidden', 'Only who shared it and administrators may close it');
  const removed = found(await removeShare(db, id), 'Share');
  await record(db, actor, {
    action: 'document.unshare',
    kind: 'document',
    subjectId: removed.documentId,
    before: { views: removed.views, sharedWithUserId: removed.sharedWithUserId },
  });
  if (removed.sharedWithUserId)
    await closeNotifications(db, 'share', shareSubject(removed.documentId, giver, removed.sharedWithUserId));
  return undefined;
}

/** One response for every reason, so that it does not show which links existed. */
const CLOSED = 'This link is closed: it was revoked, has expired, or was opened as often as it may be.';

/** A link shows what the person who shared it may read by name. */
const asGiver = ({ giverId }: { giverId: string }): Reader => ({ principals: [personReader(giverId)] });

async function openByLink(db: Db, token: string, from: Parameters<typeof countView>[2]) {
  const opened = await countView(db, hashToken(token), from);
  const document = opened && (await findDocument(db, asGiver(opened), opened.documentId));
  if (!document) return refuse(404, 'not_found', CLOSED);
  const { title, version, updatedAt } = document;
  const own = new Set(objectIdsIn(document.content).map(objectPath));
  // Accepts only exact addresses: one that merely ends alike would leak the link to another site.
  const address = (target: string) => (own.has(target) ? `${target}/shared/${token}` : undefined);
  const content = own.size > 0 ? changeLinks(document.content, address) : document.content;
  return { title, content, version, updatedAt };
}

/** Only images that the document shows and every signed-in person may see. */
function imageRoute(app: FastifyInstance, db: Db, storage: Storage) {
  app.get(sharing.image.path, { config: { endpoint: sharing.image } }, async (request, reply) => {
    const params = sharing.image.params.safeParse(request.params);
    if (!params.success) throw new RefusalError(refuse(404, 'not_found', 'Image not found'));
    const { id, token } = params.data;
    const opened = found(await findOpenDocument(db, hashToken(token)), 'Image');
    const giver = asGiver(opened);
    const { content } = found(await findDocument(db, giver, opened.documentId), 'Image');
    found(objectIdsIn(content).includes(id) || undefined, 'Image');
    const row = found(await findReadableObject(db, giver, id), 'Image');
    found(row.visibility === 'public' || undefined, 'Image');
    found(row.contentType !== DOWNLOAD || undefined, 'Image');
    const body = found(await bodyOf(storage, row), 'Image');
    return reply
      .type(row.contentType)
      .header('content-length', row.bytes)
      .header('cache-control', 'private, max-age=600')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(body);
  });
}
