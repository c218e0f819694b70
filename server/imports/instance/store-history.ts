import { eq, sql, and } from 'drizzle-orm';
import { objectIdsIn } from '../../../contract/objects.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { documents, documentVersions, users } from '../../db/schema.ts';
import { found } from '../../http/errors.ts';
import { noteUses } from '../../objects/queries.ts';
import { readText } from '../../text/reader-text.ts';
import { noteLinks } from '../../documents/links.ts';
import type { DocumentFields } from '../../documents/save.ts';
import { indexDocuments, summaryOf } from '../../documents/derived-texts.ts';
import type { ImportReport } from '../../../contract/imports.ts';
import { emailIn } from '../../exports/instance/layout.ts';

/** A version from another instance, with links of this one. */
export type PastVersion = {
  fields: DocumentFields;
  version: number;
  author: Author;
  note: string | null;
  savedAt: Date;
};

export type PastDocument = {
  id: string;
  author: Author;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  importPath: string | null;
  current: PastVersion;
};

/**
 * Stores a document with a history from elsewhere, with everything that a save updates. `earlier` is read version by
 * version, since a history may exceed memory. Sends no notifications. Returns the number of versions.
 */
export async function storeDocument(
  tx: Db,
  actor: Actor,
  { id, author, current, ...past }: PastDocument,
  earlier: AsyncIterable<PastVersion>,
): Promise<number> {
  const content = readText(current.fields.content);
  const [row] = await tx
    .insert(documents)
    .values({
      ...current.fields,
      summary: summaryOf(current.fields, content.text),
      ...past,
      id,
      authorId: author.userId,
      authorElsewhere: author.elsewhere,
      lastUpdatedBy: current.author.userId,
      updaterElsewhere: current.author.elsewhere,
      version: current.version,
    })
    .returning();
  const made = found(row, 'Document');
  const count = await addVersions(tx, id, earlier);
  await addVersions(tx, id, once(current));
  await noteLinks(tx, [made]);
  if (!made.deletedAt) await indexDocuments(tx, [made], [content]);
  const after = { title: made.title, version: made.version };
  await record(tx, actor, { action: 'document.create', kind: 'document', subjectId: id, after });
  return count + 1;
}

/** Adds versions to a locked document; the last one becomes current. */
export async function appendVersions(
  tx: Db,
  actor: Actor,
  id: string,
  added: AsyncIterable<PastVersion>,
): Promise<number> {
  let last: PastVersion | undefined;
  const count = await addVersions(
    tx,
    id,
    (async function* () {
      for await (const version of added) {
        last = version;
        yield version;
      }
    })(),
  );
  if (!last) return 0;
  const content = readText(last.fields.content);
  const [row] = await tx
    .update(documents)
    .set({
      ...last.fields,
      summary: summaryOf(last.fields, content.text),
      version: last.version,
      lastUpdatedBy: last.author.userId,
      updaterElsewhere: last.author.elsewhere,
      updatedAt: sql`greatest(${last.savedAt.toISOString()}::timestamptz, ${documents.updatedAt} + interval '1 millisecond')`,
    })
    .where(eq(documents.id, id))
    .returning();
  const after = found(row, 'Document');
  await noteLinks(tx, [after]);
  if (!after.deletedAt) await indexDocuments(tx, [after], [content]);
  const change = { title: after.title, version: after.version };
  await record(tx, actor, { action: 'document.update', kind: 'document', subjectId: id, after: change });
  return count;
}

/** Versions per statement, and characters of their texts. */
const MOST = 50;
const MOST_CHARACTERS = 4_000_000;

async function addVersions(
  tx: Db,
  documentId: string,
  versions: AsyncIterable<PastVersion>,
): Promise<number> {
  let portion: PastVersion[] = [];
  let characters = 0;
  let count = 0;
  const write = async () => {
    if (portion.length === 0) return;
    await tx.insert(documentVersions).values(portion.map((version) => versionRow(documentId, version)));
    const objectIds = [...new Set(portion.flatMap(({ fields }) => objectIdsIn(fields.content)))];
    await noteUses(tx, [{ documentId, objectIds }]);
    count += portion.length;
    portion = [];
    characters = 0;
  };
  for await (const version of versions) {
    portion.push(version);
    characters += version.fields.content.length;
    if (portion.length >= MOST || characters > MOST_CHARACTERS) await write();
  }
  await write();
  return count;
}

function versionRow(documentId: string, { fields: all, version, author, note, savedAt }: PastVersion) {
  const { title, content, ...fields } = all;
  return {
    documentId,
    version,
    title,
    content,
    fields,
    authorId: author.userId,
    authorElsewhere: author.elsewhere,
    changeLog: note,
    createdAt: savedAt,
  };
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** The author: an account of this instance, or the importer together with the original name. */
type Author = { userId: string; elsewhere: string | null };

export type FindAuthor = (text: string, path: string, report: ImportReport) => Promise<Author>;

/** Finds accounts by the e-mail of `Name <e-mail>`. Reports each person without an account once. */
export function authorsOf(db: Db, importerId: string): FindAuthor {
  const known = new Map<string, Promise<string | undefined>>();
  const accountOf = async (email: string) => {
    const one = and(eq(users.email, email), eq(users.isDeleted, false));
    return (await db.select({ id: users.id }).from(users).where(one))[0]?.id;
  };
  return async (text, path, report) => {
    const email = emailIn(text);
    if (!email) return { userId: importerId, elsewhere: text };
    const account = known.get(email) ?? accountOf(email);
    known.set(email, account);
    const userId = await account;
    if (userId) return { userId, elsewhere: null };
    reportOnce(
      report,
      path,
      `${text} has no account here; the name stays as text with what this person wrote`,
    );
    return { userId: importerId, elsewhere: text };
  };
}

/** Reports a change of many files once, with the first file. */
export function reportOnce(report: ImportReport, path: string, reason: string): void {
  if (!report.problems.some((problem) => problem.reason === reason))
    report.problems.push({ path, reason, isLeftOut: false });
}
