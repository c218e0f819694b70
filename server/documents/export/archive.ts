import type { Readable } from 'node:stream';
import type { ExportQuery } from '../../../contract/document-selection.ts';
import type { DocumentFilters } from '../../../contract/documents.ts';
import { objectIdsIn } from '../../../contract/objects.ts';
import type { Db } from '../../db/open.ts';
import { DOWNLOAD, findReadableObject } from '../../objects/queries.ts';
import { readerZone } from '../../search/queries.ts';
import type { Storage } from '../../storage/storage.ts';
import { findDocument, listTitles, listTitlesOf } from '../queries.ts';
import { zipStream } from '../../zip-stream.ts';
import { threadForLongTexts } from '../../separate-thread.ts';
import { pageFile, pathsFor, safeFileName, type Places } from './page-file.ts';

/** A text of five million characters takes seconds. */
const write = threadForLongTexts(
  new URL('page-file.ts', import.meta.url),
  { pageFile },
  {
    short: 100_000,
    longestMs: 30_000,
    mostWaiting: 20,
  },
);

/** The places that a text may name, since all of a large zip would be copied into the thread for each page. */
function placesIn(content: string, { documents, images }: Places): Places {
  const ids = new Set(content.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g));
  const named = (all: Map<string, string>) =>
    new Map([...ids].flatMap((id) => (all.has(id) ? [[id, all.get(id) ?? '']] : [])));
  return { documents: named(documents), images: named(images) };
}

/** Streams the zip, so that its content is never in memory as a whole. */
export const zipOfDocuments = (
  db: Db,
  storage: Storage,
  readerId: string,
  { ids, ...filters }: ExportQuery,
): Readable =>
  zipStream(async (add) => {
    const documents = pathsFor(ids ? await listTitles(db, ids) : await titlesOf(db, filters, readerId));
    const images = new Map<string, string>();
    for (const [id, path] of documents) {
      const document = await findDocument(db, id);
      // Deleted since the export began.
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
        await add(imagePath, stored.stream, { store: true });
      }
      const places = placesIn(document.content, { documents, images });
      await add(path, await write('pageFile', document.content.length, { document, path, places }));
    }
  });

/** Texts link to each other, so all paths must be known before the first file is written. */
const titlesOf = async (db: Db, filters: DocumentFilters, readerId: string) =>
  listTitlesOf(db, filters, await readerZone(db, { userId: readerId }, filters.q));
