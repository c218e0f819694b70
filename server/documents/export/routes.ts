import type { FastifyInstance } from 'fastify';
import { documentExport, knowledgeBaseExport } from '../../../contract/document-export.ts';
import type { ExportQuery } from '../../../contract/document-export.ts';
import type { Db } from '../../db/open.ts';
import { refuse, RefusalError, validationFailed } from '../../http/errors.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DocumentFilters, DocumentItem } from '../../../contract/documents.ts';
import { objectIdsIn } from '../../../contract/objects.ts';
import { DOWNLOAD, findReadableObject } from '../../objects/queries.ts';
import { readerZone } from '../../search/queries.ts';
import { findDocument, listDocuments, listTitles } from '../queries.ts';
import { zipStream } from '../../zip-stream.ts';
import { pageFile, pathsFor, safeFileName } from './page-file.ts';

/** A file instead of JSON, so it is not mounted; the scope guard knows it by its endpoint all the same. */
export function exportRoutes(app: FastifyInstance, db: Db, storage: Storage) {
  for (const { zip } of [documentExport, knowledgeBaseExport]) {
    app.get(zip.path, { config: { endpoint: zip } }, async (request, reply) => {
      const filters = zip.query.safeParse(request.query);
      if (filters.error) throw new RefusalError(validationFailed(filters.error));
      if (!request.actor) throw new RefusalError(refuse(401, 'signed_out', 'Sign in first'));
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="knowledge-base.zip"')
        .send(zipOfDocuments(db, storage, request.actor.userId, filters.data));
    });
  }
}

const PAGE = 200;

/** The zip as it is made: what is asked for is never in memory as a whole. */
const zipOfDocuments = (
  db: Db,
  storage: Storage,
  readerId: string,
  { ids, ...filters }: ExportQuery,
): Readable =>
  zipStream(async (add) => {
    const documents = pathsFor(ids ? await listTitles(db, ids) : await everyCard(db, filters, readerId));
    const images = new Map<string, string>();
    for (const [id, path] of documents) {
      const document = await findDocument(db, id);
      // Somebody deleted it since the export began.
      if (!document) continue;
      for (const imageId of objectIdsIn(document.content)) {
        if (images.has(imageId)) continue;
        const row = await findReadableObject(db, imageId, readerId);
        const stored = row && (await storage.get(row.key));
        if (!stored) continue;
        const imagePath =
          row.contentType === DOWNLOAD
            ? `files/${imageId}/${safeFileName(row.name ?? 'file')}`
            : `images/${imageId}.${row.contentType.split('/')[1]}`;
        images.set(imageId, imagePath);
        await add(imagePath, await buffer(stored.stream), { store: true });
      }
      await add(path, pageFile(document, path, { documents, images }));
    }
  });

async function everyCard(db: Db, filters: DocumentFilters, readerId: string): Promise<DocumentItem[]> {
  const timeZone = await readerZone(db, { userId: readerId }, filters.q);
  const cards: DocumentItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await listDocuments(db, { ...filters, limit: PAGE, cursor, fields: 'card' }, timeZone);
    cards.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return cards;
}
