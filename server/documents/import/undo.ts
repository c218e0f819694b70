import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Import, ImportUndone } from '../../../contract/document-imports.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { documents, importedDocuments, imports, jobs, users } from '../../db/schema.ts';
import { found, refuse } from '../../errors.ts';
import type { Refusal } from '../../errors.ts';
import { withdrawObjectsOfImport } from '../../objects/queries.ts';
import { removeDocuments } from '../bin.ts';
import { storeVersion } from '../save.ts';
import { fieldsOfVersion } from '../versions.ts';

const MOST = 20;

/** An import belongs to who started it; administrators may see and undo all. */
const ofActor = (actor: Actor) => (actor.role === 'admin' ? undefined : eq(imports.userId, actor.userId));

/** Last first. Imports that made and changed nothing are left out. */
export async function listImports(db: Db, actor: Actor): Promise<Import[]> {
  const rows = await db
    .select({
      row: imports,
      importedByName: sql<string | null>`nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`,
      documents: count(),
      left: sql<number>`count(*) filter (where ${importedDocuments.undoneAt} is null)::int`,
    })
    .from(imports)
    .innerJoin(importedDocuments, eq(importedDocuments.importId, imports.id))
    .leftJoin(users, eq(users.id, imports.userId))
    .where(ofActor(actor))
    .groupBy(imports.id, users.id)
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

type Entry = { version: number; document: typeof documents.$inferSelect };

/**
 * Takes an import back, all of it in the one transaction: documents that it made go to the bin, those that it changed are
 * again as they were before. What somebody changed since stays as it is, unless `includeChanged`; what is in the bin
 * already stays there. May be repeated for what stayed.
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
  const entries = await lockEntries(tx, id);
  const isKept = ({ version, document }: Entry) =>
    !document.deletedAt && document.version !== version && !includeChanged;
  const kept = entries.filter(isKept).map(({ document }) => ({ id: document.id, title: document.title }));
  const taken = entries.filter((entry) => !isKept(entry));
  const standing = taken.filter(({ document }) => !document.deletedAt);
  const made = standing.filter(({ version }) => version === 1).map(({ document }) => document);
  const changed = standing.filter(({ version }) => version > 1);

  await removeDocuments(tx, actor, made);
  for (const { version, document } of changed) {
    const before = found(await fieldsOfVersion(tx, document.id, version - 1), 'Version');
    await storeVersion(
      tx,
      actor,
      document,
      before,
      `As it was before the import of ${fileName}`.slice(0, 500),
    );
  }
  const images = await withdrawObjectsOfImport(tx, id);
  await settle(
    tx,
    id,
    taken.map(({ document }) => document.id),
  );
  const undone = { removed: made.length, restored: changed.length, images, kept };
  const after = { fileName, ...undone, kept: kept.length };
  await record(tx, actor, { action: 'import.undo', kind: 'import', subjectId: id, after });
  return undone;
}

async function isAtWork(tx: Db, id: string): Promise<boolean> {
  const [job] = await tx
    .select({ state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.id, id), inArray(jobs.state, ['waiting', 'running'])));
  return job !== undefined;
}

/** What is still to be taken back, held against other writers, always in the same order. */
const lockEntries = (tx: Db, id: string): Promise<Entry[]> =>
  tx
    .select({ version: importedDocuments.version, document: documents })
    .from(importedDocuments)
    .innerJoin(documents, eq(documents.id, importedDocuments.documentId))
    .where(and(eq(importedDocuments.importId, id), isNull(importedDocuments.undoneAt)))
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
