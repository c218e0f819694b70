import { eq } from 'drizzle-orm';
import type { ImportReport } from '../../../contract/calls/imports.ts';
import type { Db } from '../../db/open.ts';
import { objects } from '../../db/schema.ts';
import { readImage } from '../../objects/images.ts';
import { textOfFile } from '../../text/text-of-file.ts';
import { createObjects, DOWNLOAD } from '../../objects/queries.ts';
import { checksumOf, keyOf } from '../../objects/stored-bytes.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Archive } from '../archive.ts';
import type { Plan } from './plan.ts';
import type { InstanceSource } from './instance-source.ts';

type FilesTarget = {
  archive: Pick<Archive, 'read'>;
  storage: Storage;
  plan: Plan;
  importId: string;
  ownerId: string;
  dryRun: boolean;
};

/** Stores images and files by their ids in this instance. */
export type StoreFiles = (tx: Db, ids: string[], report: ImportReport) => Promise<void>;

/**
 * Stores images and files with the first document that shows them. The bytes stay unchanged, because encoding an image
 * again would lose quality with each move. Each image is still decoded once, to verify that it is one.
 */
export function filesOf(source: InstanceSource, target: FilesTarget): StoreFiles {
  const byId = new Map(
    source.files.map((file) => [target.plan.objects.get(file.id)?.id ?? '', file] as const),
  );
  const done = new Set<string>();
  return async (tx, ids, report) => {
    for (const id of ids) {
      const file = byId.get(id);
      if (!file || done.has(id)) continue;
      done.add(id);
      await bring(tx, file, target, report);
    }
  };
}

type File = InstanceSource['files'][number];

async function bring(tx: Db, file: File, target: FilesTarget, report: ImportReport): Promise<void> {
  const { archive, storage, plan, importId, ownerId, dryRun } = target;
  const place = plan.objects.get(file.id);
  if (!place) return;
  if (place.isHere) {
    // The undo of an earlier import may have withdrawn it.
    if (!dryRun) await tx.update(objects).set({ visibility: 'public' }).where(eq(objects.id, place.id));
    return;
  }
  const bytes = await archive.read(file.file);
  const isDownload = file.contentType === DOWNLOAD;
  const image = isDownload ? undefined : await readImage(bytes);
  if (image !== undefined && (typeof image === 'string' || image.contentType !== file.contentType)) {
    report.problems.push({
      path: file.path,
      reason: 'It is not an image that can be shown',
      isLeftOut: true,
    });
    return;
  }
  report[isDownload ? 'files' : 'images'] += 1;
  if (dryRun) return;
  const sha256 = checksumOf(bytes);
  const key = image ? keyOf('images', sha256, image.extension) : keyOf('files', sha256);
  await storage.put(key, bytes);
  await createObjects(tx, [
    {
      id: place.id,
      ownerId,
      key,
      visibility: 'public',
      contentType: file.contentType,
      name: isDownload ? file.name.replace(/\p{Cc}/gu, '').slice(-255) || 'file' : null,
      text: isDownload ? textOfFile(bytes) : null,
      bytes: bytes.length,
      sha256,
      checksum: sha256,
      importId,
    },
  ]);
}
