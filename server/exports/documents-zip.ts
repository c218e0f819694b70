import type { Readable } from 'node:stream';
import type { ExportQuery } from '../../contract/calls/exports.ts';
import type { DocumentFilters } from '../../contract/calls/documents.ts';
import { objectIdsIn } from '../../contract/calls/objects.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { DOWNLOAD, findReadableObject } from '../objects/queries.ts';
import { readerZone } from '../search/queries.ts';
import type { Storage } from '../storage/storage.ts';
import { findDocument, listTitles, listTitlesOf } from '../documents/queries.ts';
import { safeFileName } from '../text/safe-name.ts';
import { zipStream } from '../zip-stream.ts';
import { pathsFor } from './paths.ts';
import { pageText } from './write-page.ts';

/** Streams the zip, so that its content is never in memory as a whole. */
export const zipOfDocuments = (
  db: Db,
  storage: Storage,
  actor: Actor,
  { ids, ...filters }: ExportQuery,
): Readable =>
  zipStream(async (add) => {
    const documents = pathsFor(ids ? await listTitles(db, actor, ids) : await titlesOf(db, actor, filters));
    const places = { documents, files: new Map<string, string>(), paths: new Set(documents.values()) };
    for (const [id, path] of documents) {
      const document = await findDocument(db, actor, id);
      // Deleted since the export began.
      if (!document) continue;
      for (const imageId of objectIdsIn(document.content)) {
        if (places.files.has(imageId)) continue;
        const row = await findReadableObject(db, actor, imageId);
        const stored = row && (await storage.get(row.key));
        if (!stored) continue;
        const imagePath =
          row.contentType === DOWNLOAD
            ? `files/${imageId}/${safeFileName(row.name ?? 'file')}`
            : `images/${imageId}.${row.contentType.split('/')[1]}`;
        places.files.set(imageId, imagePath);
        await add(imagePath, stored.stream, { store: true });
      }
      await add(path, await pageText({ fields: document, documentId: id }, path, places));
    }
  });

/** Texts link to each other, so all paths must be known before the first file is written. */
const titlesOf = async (db: Db, actor: Actor, filters: DocumentFilters) =>
  listTitlesOf(db, actor, filters, await readerZone(db, actor, filters.q));
