import { and, eq, inArray } from 'drizzle-orm';
import type { FieldValue, VersionDiff } from '../../contract/versions.ts';
import type { Actor } from '../actor.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents, documentVersions } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { filled, storeVersion, type DocumentFields } from './save.ts';
import { diffTexts } from './text-diff.ts';

type Row = typeof documentVersions.$inferSelect;

/** The fields of a document in a version; undefined when the version does not exist. */
export async function fieldsOfVersion(
  db: Db,
  documentId: string,
  version: number,
): Promise<DocumentFields | undefined> {
  const [row] = await db
    .select()
    .from(documentVersions)
    .where(and(eq(documentVersions.documentId, documentId), eq(documentVersions.version, version)));
  return row && fieldsIn(row);
}

/** Title and fields of a version. Fields that were introduced later get their empty value. */
const fieldsIn = ({ title, content, fields }: Row): DocumentFields =>
  filled({ ...(fields as Partial<DocumentFields>), title, content });

/** Restores a version as a new current version. Refuses with 404 for a version of another document. */
export async function restoreVersion(tx: Db, actor: Actor, id: string, versionId: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), notInBin(documents)))
    .for('update');
  const current = found(row, 'Document');
  const [stored] = await tx
    .select()
    .from(documentVersions)
    .where(and(eq(documentVersions.id, versionId), eq(documentVersions.documentId, id)));
  const version = found(stored, 'Version');
  const changeLog = `Restored from version ${version.version}`;
  await storeVersion(tx, actor, current, { fields: fieldsIn(version), changeLog });
}

/** Compares two versions of a document by their numbers. */
export async function diffVersions(db: Db, id: string, from: number, to: number): Promise<VersionDiff> {
  const rows = await db
    .select({ version: documentVersions })
    .from(documentVersions)
    .innerJoin(documents, and(eq(documents.id, documentVersions.documentId), notInBin(documents)))
    .where(and(eq(documentVersions.documentId, id), inArray(documentVersions.version, [from, to])));
  const at = (number: number) =>
    fieldsIn(found(rows.find(({ version }) => version.version === number)?.version, 'Version'));
  const { content: oldText, ...before } = at(from);
  const { content: newText, ...after } = at(to);
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return {
    from,
    to,
    fields: changed.map((field) => ({
      field,
      before: before[field] as FieldValue,
      after: after[field] as FieldValue,
    })),
    ...diffTexts(oldText, newText),
  };
}
