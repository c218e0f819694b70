import type { FastifyInstance } from 'fastify';
import { objects } from '../../contract/objects.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, refuse, RefusalError } from '../http/errors.ts';
import { acceptBytesOnly } from '../http/request-bodies.ts';
import type { Storage } from '../storage/storage.ts';
import { DOWNLOAD, findReadableObject } from './queries.ts';
import { objectCallRoutes, uploadRoute } from './upload-routes.ts';

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
    const row = found(await findReadableObject(db, params.data.id, reader.userId), 'Image');
    const stored = found(await storage.get(row.key), 'Image');
    return reply
      .type(row.contentType)
      .header('content-length', stored.bytes)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .headers(row.contentType === DOWNLOAD ? downloadOf(row.name) : {})
      .send(stored.stream);
  });
}

/** The browser must download attached files instead of opening them. */
const downloadOf = (name: string | null) => ({
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name ?? 'file').replaceAll(/['()*]/g, percent)}`,
});

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
