import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Import, ImportUndone } from '../../contract/calls/imports.ts';
import { mayRead } from '../access/may-read.ts';
import type { Actor, Reader } from '../actor.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { documents, importedDocuments, importedRecords, imports, jobs, users } from '../db/schema.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';
import { withdrawObjectsOfImport } from '../objects/queries.ts';
import { removeImportedServers } from '../servers/imported.ts';
import { removeImportedMembers } from '../team/imported.ts';
import { removeDocuments } from '../documents/bin.ts';
import { storeVersion } from '../documents/save.ts';
import { fieldsOfVersion } from '../documents/history.ts';

const MOST = 20;

/** People see and undo their own imports; administrators see and undo all. */
const ofActor = (actor: Actor) => (actor.role === 'admin' ? undefined : eq(imports.userId, actor.userId));

/** Newest first. Omits imports without effect. */
export async function listImports(db: Db, actor: Actor): Promise<Import[]> {
  const rows = await db
    .select({
      row: imports,
      importedByName: sql<string | null>`nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`,
      documents: counted(importedDocuments),
      records: counted(importedRecords),
      left: sql<number>`${counted(importedDocuments, true)} + ${counted(importedRecords, true)}`,
    })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.userId))
    .where(and(ofActor(actor), sql`${counted(importedDocuments)} + ${counted(importedRecords)} > 0`))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(MOST);
  return rows.map(({ row, ...counted }) => ({
    id: row.id,
    fileName: row.fileName,
    format: row.format,
    ...counted,
    createdAt: row.createdAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }));
}

const counted = (table: typeof importedDocuments | typeof importedRecords, areLeft = false) =>
  sql<number>`(select count(*)::int from ${table} as t
    where t.import_id = ${imports}.id${areLeft ? sql` and t.undone_at is null` : sql``})`;

type UndoneDocument = {
  version: number;
  firstVersion: number | null;
  document: typeof documents.$inferSelect;
};

/**
 * Undoes an import in one transaction: moves created documents to the bin and restores changed ones. Keeps what
 * somebody changed since, unless `includeChanged`, and what is already in the bin. Can be repeated for the rest.
 */
export async function undoImport(
  tx: Db,
  actor: Actor,
  id: string,
  { includeChanged }: { includeChanged: boolean },
): Promise<ImportUndone | Refusal> {
  const [locked] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), ofActor(actor)))
    .for('update');
  const { fileName } = found(locked, 'Import');
  if (await isAtWork(tx, id)) {
    const text = 'This import is still running. Wait until it is done, then undo it.';
    return refuse(409, 'import_running', text);
  }
  const entries = await lockEntries(tx, actor, id);
  const isKept = ({ version, document }: UndoneDocument) =>
    !document.deletedAt && document.version !== version && !includeChanged;
  const kept = entries.filter(isKept).map(({ document }) => ({ id: document.id, title: document.title }));
  const reverted = entries.filter((entry) => !isKept(entry));
  const present = reverted.filter(({ document }) => !document.deletedAt);
  const firstOf = ({ version, firstVersion }: UndoneDocument) => firstVersion ?? version;
  const made = present.filter((entry) => firstOf(entry) === 1).map(({ document }) => document);
  const changed = present.filter((entry) => firstOf(entry) > 1);

  await removeDocuments(tx, actor, made);
  for (const { document, ...entry } of changed) {
    const fields = found(
      await fieldsOfVersion(tx, document.id, firstOf({ document, ...entry }) - 1),
      'Version',
    );
    const changeLog = `As it was before the import of ${fileName}`.slice(0, 500);
    await storeVersion(tx, actor, document, { fields, changeLog });
  }
  await settle(
    tx,
    id,
    reverted.map(({ document }) => document.id),
  );
  const records = await removeRecords(tx, actor, id, includeChanged);
  const images = await withdrawObjectsOfImport(tx, id);
  const undone = {
    removed: made.length,
    restored: changed.length,
    images,
    servers: records.servers.removed,
    members: records.members.removed,
    kept: [...kept, ...records.servers.kept, ...records.members.kept],
  };
  const after = { fileName, ...undone, kept: undone.kept.length };
  await record(tx, actor, { action: 'import.undo', kind: 'import', subjectId: id, after });
  return undone;
}

/** Removes servers and members that the import created. */
async function removeRecords(tx: Db, actor: Actor, importId: string, includeChanged: boolean) {
  const open = and(eq(importedRecords.importId, importId), isNull(importedRecords.undoneAt));
  const rows = await tx.select().from(importedRecords).where(open).orderBy(importedRecords.subjectId);
  const importedOf = (recordKind: 'server' | 'member') =>
    rows
      .filter(({ kind }) => kind === recordKind)
      .map(({ subjectId, digest }) => ({ id: subjectId, digest }));
  const removed = {
    servers: await removeImportedServers(tx, actor, importedOf('server'), { includeChanged }),
    members: await removeImportedMembers(tx, actor, importedOf('member'), { includeChanged }),
  };
  const settled = [...removed.servers.settled, ...removed.members.settled];
  await tx
    .update(importedRecords)
    .set({ undoneAt: sql`now()` })
    .where(and(open, sql`${importedRecords.subjectId} = any(${sql.param(settled)}::uuid[])`));
  return removed;
}

async function isAtWork(tx: Db, id: string): Promise<boolean> {
  const [job] = await tx
    .select({ state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.id, id), inArray(jobs.state, ['waiting', 'running'])));
  return job !== undefined;
}

/** Rows that are not undone yet, of documents that are open to the actor, locked in a fixed order. */
const lockEntries = (tx: Db, reader: Reader, id: string): Promise<UndoneDocument[]> =>
  tx
    .select({
      version: importedDocuments.version,
      firstVersion: importedDocuments.firstVersion,
      document: documents,
    })
    .from(importedDocuments)
    .innerJoin(documents, eq(documents.id, importedDocuments.documentId))
    .where(
      and(
        eq(importedDocuments.importId, id),
        isNull(importedDocuments.undoneAt),
        mayRead(reader, documents.readers),
      ),
    )
    .orderBy(documents.id)
    .for('update', { of: documents });

async function settle(tx: Db, id: string, documentIds: string[]) {
  await tx
    .update(importedDocuments)
    .set({ undoneAt: sql`now()` })
    .where(
      and(
        eq(importedDocuments.importId, id),
        sql`${importedDocuments.documentId} = any(${sql.param(documentIds)}::uuid[])`,
      ),
    );
  await tx
    .update(imports)
    .set({ undoneAt: sql`now()` })
    .where(eq(imports.id, id));
}
