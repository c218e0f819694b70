import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { isShownTo } from '../access/may-read.ts';
import type { Version, VersionItem, VersionQuery } from '../../contract/calls/documents.ts';
import type { FieldValue, VersionDiff } from '../../contract/calls/versions.ts';
import type { Actor, Reader } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { nameElsewhereOr, nameIfAny } from '../db/person-name.ts';
import { documents, documentVersions, users as authors } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { textsAsJson } from '../db/texts-as-json.ts';
import { LongList } from '../http/long-list.ts';
import { bytesOf } from './queries.ts';
import { fieldsInVersion } from './history.ts';
import { storeVersion } from './save.ts';
import { threadForLongTexts } from '../work/separate-thread.ts';
import { diffTexts } from './text-diff.ts';

const isOfShown = (reader: Reader) => and(eq(documents.id, documentVersions.documentId), isShownTo(reader));

/** All versions including the current one, newest first; undefined when the document does not exist. */
export async function listVersions(
  db: Db,
  reader: Reader,
  documentId: string,
  fields?: VersionQuery['fields'],
): Promise<LongList<VersionItem> | undefined> {
  const rows = await db
    .select({ id: documentVersions.id, bytes: bytesOf(documentVersions.content) })
    .from(documentVersions)
    .innerJoin(documents, isOfShown(reader))
    .where(eq(documentVersions.documentId, documentId))
    .orderBy(desc(documentVersions.version));
  if (rows.length === 0) return undefined;
  if (fields === 'card') {
    const sized = rows.map(({ id }) => ({ id, bytes: 0 }));
    return new LongList(sized, (ids) => listVersionsByIds(db, ids, VERSION));
  }
  return new LongList<VersionItem>(rows, (ids) => listVersionsByIds(db, ids, WHOLE_VERSION), {
    read: (ids) => listVersionsByIds(db, ids, { ...VERSION, content: sql<string>`${documentVersions.id}` }),
    json: (ids) => textsAsJson(db, documentVersions, ids),
  });
}

const VERSION = {
  id: documentVersions.id,
  documentId: documentVersions.documentId,
  version: documentVersions.version,
  title: documentVersions.title,
  authorId: documentVersions.authorId,
  authorName: nameElsewhereOr(documentVersions.authorElsewhere, nameIfAny(authors)),
  changeLog: documentVersions.changeLog,
  createdAt: documentVersions.createdAt,
};
const WHOLE_VERSION = { ...VERSION, content: sql<string>`${documentVersions.content}` };

const asVersion = <T extends { createdAt: Date }>(row: T) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

async function listVersionsByIds(
  db: Db,
  ids: string[],
  fields: typeof VERSION & { content?: SQL<string> },
): Promise<VersionItem[]> {
  const rows = await db
    .select(fields)
    .from(documentVersions)
    .leftJoin(authors, eq(authors.id, documentVersions.authorId))
    .where(sql`${documentVersions.id} = any(${sql.param(ids)}::uuid[])`);
  return rows.map(asVersion);
}

/** A version with its content; undefined when it or the document does not exist. */
export async function findVersion(
  db: Db,
  reader: Reader,
  { id: documentId, version }: { id: string; version: number },
): Promise<Version | undefined> {
  const [row] = await db
    .select(WHOLE_VERSION)
    .from(documentVersions)
    .innerJoin(documents, isOfShown(reader))
    .leftJoin(authors, eq(authors.id, documentVersions.authorId))
    .where(and(eq(documentVersions.documentId, documentId), eq(documentVersions.version, version)));
  return row && asVersion(row);
}

/** Restores a version as a new current version. Refuses with 404 for a version of another document. */
export async function restoreVersion(tx: Db, actor: Actor, id: string, versionId: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isShownTo(actor)))
    .for('update');
  const current = found(row, 'Document');
  const [stored] = await tx
    .select()
    .from(documentVersions)
    .where(and(eq(documentVersions.id, versionId), eq(documentVersions.documentId, id)));
  const version = found(stored, 'Version');
  const changeLog = `Restored from version ${version.version}`;
  await storeVersion(tx, actor, current, { fields: fieldsInVersion(version), changeLog });
}

/** Two texts of five million characters take a second. */
const compare = threadForLongTexts(
  new URL('text-diff.ts', import.meta.url),
  { diffTexts },
  {
    short: 200_000,
    longestMs: 10_000,
  },
);

/** Compares two versions of a document by their numbers. */
export async function diffVersions(
  db: Db,
  reader: Reader,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<VersionDiff> {
  const rows = await db
    .select({ version: documentVersions })
    .from(documentVersions)
    .innerJoin(documents, isOfShown(reader))
    .where(and(eq(documentVersions.documentId, id), inArray(documentVersions.version, [from, to])));
  const at = (number: number) =>
    fieldsInVersion(found(rows.find(({ version }) => version.version === number)?.version, 'Version'));
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
    ...(await compare('diffTexts', oldText.length + newText.length, { before: oldText, after: newText })),
  };
}
