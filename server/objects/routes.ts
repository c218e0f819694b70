import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../../contract/calls/call.ts';
import { objects, objectPath } from '../../contract/calls/objects.ts';
import { record } from '../audit/record.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, refuse, RefusalError, refuseField } from '../http/errors.ts';
import { hit } from '../http/rate-limit.ts';
import { acceptBytesOnly } from '../http/request-bodies.ts';
import type { Storage } from '../storage/storage.ts';
import { newToken } from '../tokens.ts';
import { bodyOf, checksumOf } from './stored-bytes.ts';
import { readImage, type Image, type NoImage } from './images.ts';
import {
  DOWNLOAD,
  findReadableObject,
  createObjects,
  createUpload,
  isUploadOpen,
  publishObject,
  removeObject,
  takeUpload,
  overQuota,
} from './queries.ts';

export async function objectRoutes(
  app: FastifyInstance,
  mountIn: (scope: FastifyInstance) => Mount,
  { db, storage, config }: { db: Db; storage: Storage; config: Config },
) {
  objectCallRoutes(mountIn(app), config);
  await app.register(async (scope) => {
    acceptBytesOnly(scope);
    uploadRoute(mountIn(scope), storage);
  });
  // Returns bytes instead of JSON, so it is not mounted. The access check still recognises it by its endpoint.
  app.get(objects.read.path, { config: { endpoint: objects.read } }, async (request, reply) => {
    const params = objects.read.params.safeParse(request.params);
    const reader = request.actor;
    if (!params.success || !reader) throw new RefusalError(refuse(404, 'not_found', 'Image not found'));
    const row = found(await findReadableObject(db, reader, params.data.id), 'Image');
    const body = found(await bodyOf(storage, row), 'Image');
    return reply
      .type(row.contentType)
      .header('content-length', row.bytes)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .headers(row.contentType === DOWNLOAD ? downloadOf(row.name) : {})
      .send(body);
  });
}

/** Characters that split a name into folders, that some system forbids, or that hide its real ending. */
const NOT_IN_FILE_NAMES = /[\p{C}\u2028\u2029\\/:*?"<>|]/gu;

/** The browser must download attached files instead of opening them. */
const downloadOf = (name: string | null) => ({
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(
    (name ?? 'file').replace(NOT_IN_FILE_NAMES, '_'),
  ).replaceAll(/['()]/g, percent)}`,
});

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

const UPLOAD_MINUTES = 5;
const UPLOADS = { name: 'object-uploads', times: 1_200, seconds: 3_600 };

/** The same response for every reason, and for an address that never existed. */
const closed = () =>
  refuse(403, 'upload_closed', 'This upload address was used or has expired. Ask for a new one.');

/** Requests an upload address and publishes an image; the upload itself has a different body type. */
function objectCallRoutes(mount: Mount, config: Config) {
  mount(objects.requestUpload, async ({ db, actor }) => {
    const refusal =
      (await hit(db, UPLOADS, actor.userId, config.RATE_LIMIT_SCALE)) ??
      (await overQuota(db, actor.userId, 0));
    if (refusal) return refusal;
    const [id, token] = [randomUUID(), newToken()];
    await createUpload(db, { id, ownerId: actor.userId, token, minutes: UPLOAD_MINUTES });
    return { uploadURL: addressOf(objects.put.path, { id }, { token }) };
  });

  mount(objects.publish, async ({ db, actor, body, request }) => {
    const ownHosts = [config.PUBLIC_URL, `${request.protocol}://${request.host}`].map(
      (url) => new URL(url).host,
    );
    const id = objectIdIn(body.imageURL, ownHosts);
    if (!id) {
      return refuseField('imageURL', 'This is no address of an image of ours');
    }
    if (!(await publishObject(db, id, actor.userId))) return refuse(404, 'not_found', 'Image not found');
    await record(db, actor, { action: 'object.publish', kind: 'object', subjectId: id });
    return { objectPath: objectPath(id) };
  });
}

/** Mounted where bodies are bytes. Inserts the row before storing the bytes, so that no stored file lacks a row. */
function uploadRoute(mount: Mount, storage: Storage) {
  mount(
    objects.put,
    async ({ db, actor, params, query, request }) => {
      const { id } = params;
      if (!(await isUploadOpen(db, id, actor.userId, query.token))) return closed();
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const image = await readImage(bytes);
      if (typeof image === 'string') return refusalFor(image);
      const row = rowOf(id, actor.userId, bytes, image);
      const refusal = await db.transaction(async (tx) => {
        const tooMuch = await overQuota(tx, actor.userId, image.bytes.length);
        if (tooMuch) return tooMuch;
        if (!(await takeUpload(tx, id, actor.userId, query.token))) return closed();
        await createObjects(tx, [row]);
        await record(tx, actor, { action: 'object.upload', kind: 'object', subjectId: id });
        return undefined;
      });
      if (refusal) return refusal;
      try {
        await storage.put(row.key, image.bytes);
      } catch (error) {
        await removeObject(db, id);
        throw error;
      }
      return { width: image.width, height: image.height };
    },
    { transaction: 'own' },
  );
}

const rowOf = (id: string, ownerId: string, bytes: Buffer, image: Image) => ({
  id,
  ownerId,
  key: `images/${id.slice(0, 2)}/${id}.${image.extension}`,
  contentType: image.contentType,
  bytes: image.bytes.length,
  sha256: checksumOf(bytes),
  checksum: checksumOf(image.bytes),
});

function refusalFor(reason: NoImage) {
  if (reason === 'too many pixels')
    return refuse(413, 'too_large', 'The image is too large: at most 50 million pixels are taken');
  const kinds = 'Use a PNG, JPEG, GIF or WebP.';
  const text =
    reason === 'broken' ? `The image is damaged. ${kinds}` : `This is no image that is taken. ${kinds}`;
  return refuse(415, 'unsupported_media_type', text);
}

/** The object id in an upload address or image path on one of our hosts. */
function objectIdIn(imageURL: string, ownHosts: string[]): string | undefined {
  if (!URL.canParse(imageURL, 'http://own.invalid')) return undefined;
  const { host, pathname } = new URL(imageURL, 'http://own.invalid');
  if (![...ownHosts, 'own.invalid'].includes(host)) return undefined;
  return /^\/(?:api\/objects\/uploads|objects)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(
    pathname,
  )?.[1];
}
