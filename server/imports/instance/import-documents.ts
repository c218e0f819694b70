import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { MAX_LISTED, type ImportedDocument, type ImportReport } from '../../../contract/calls/imports.ts';
import { mentionedBy } from '../../../contract/shared/mentions.ts';
import { objectIdsIn } from '../../../contract/calls/objects.ts';
import { listHidden } from '../../access/may-read.ts';
import type { Actor } from '../../actor.ts';
import { DAYS_IN_BIN, notInBin } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import { documents, documentVersions, importedDocuments } from '../../db/schema.ts';
import { changeLinks } from '../../text/markdown/addresses.ts';
import type { Archive, ArchiveFile } from '../archive.ts';
import type { StoreFiles } from './import-files.ts';
import type { Plan } from './plan.ts';
import type { InstanceSource } from './instance-source.ts';
import { appendVersions, storeDocument, type PastVersion } from '../../documents/history.ts';
import type { FindReaders } from './readers.ts';
import { reportOnce, type FindAuthor } from './authors.ts';
import { pathBehind } from '../../exports/page-file.ts';
import { readVersion, type ReadVersion } from '../own-page.ts';
import { documentAddress } from '../../text/written-markdown.ts';

export type DocumentContext = {
  archive: Pick<Archive, 'read'>;
  actor: Actor;
  importId: string;
  plan: Plan;
  /** Ids in the export by path: of documents, and of images and files. */
  ids: { documents: Map<string, string>; files: Map<string, string> };
  findAuthor: FindAuthor;
  findReaders: FindReaders;
  storeFiles: StoreFiles;
  dryRun: boolean;
};

/** The context within the transaction of one document. */
type DocumentRun = DocumentContext & { tx: Db; report: ImportReport };

type DocumentItem = InstanceSource['documents'][number];
type Outcome = ImportedDocument['outcome'];
type ReadFile = ReadVersion & { path: string };

const DAY_MS = 86_400_000;

/** Imports a document with its history, or the versions that are missing here. Returns the number of versions read. */
export async function importDocument(
  tx: Db,
  item: DocumentItem,
  report: ImportReport,
  context: DocumentContext,
): Promise<number> {
  const place = context.plan.documents.get(item.id);
  const current = readVersion(await context.archive.read(item.file));
  const skip = (reason: string) => {
    report.problems.push({ path: item.path, reason, isLeftOut: true });
    context.plan.documents.delete(item.id);
  };
  if (!place) return 0;
  if ('problem' in current) {
    skip(current.problem);
    return 1;
  }
  if (place.isHere && (await listHidden(tx, context.actor, [place.id])).length > 0) {
    skip('A document of its id is restricted here, and you are not among its readers');
    return 1;
  }
  const { deleted } = current.kept;
  if (deleted && !place.isHere && Date.now() - Date.parse(deleted) > DAYS_IN_BIN * DAY_MS) {
    skip(`Its ${DAYS_IN_BIN} days in the bin are over: it was deleted on ${deleted.slice(0, 10)}`);
    return 1;
  }
  const read = { ...current, path: item.path };
  const run = { ...context, tx, report };
  const outcome = place.isHere
    ? await importMissingVersions(place.id, item, read, run)
    : await importNewDocument(place.id, item, read, run);
  report[outcome === 'unchanged' ? 'skipped' : outcome] += 1;
  const { title, category, tags } = current.fields;
  if (report.documents.length < MAX_LISTED)
    report.documents.push({ path: item.path, title, category, tags, outcome });
  return item.versions.length + 1;
}

/** Stores a document that this instance does not have, with all its versions. */
async function importNewDocument(
  id: string,
  item: DocumentItem,
  current: ReadFile,
  run: DocumentRun,
): Promise<Outcome> {
  const { tx, report } = run;
  const { kept, saved } = current;
  const earlier = readEarlier(item.versions, saved.version, run);
  const before = pastVersions(earlier, run);
  const now = await pastVersion(current, textHere(current, run), run);
  const author = await run.findAuthor(kept.author ?? saved.savedBy, item.path, report);
  if (run.dryRun) {
    for await (const _ of before) report.versions += 1;
    report.versions += 1;
    return 'created';
  }
  const createdAt = new Date(kept.created ?? saved.savedAt);
  const past = {
    id,
    author,
    createdAt,
    updatedAt: new Date(kept.updated ?? saved.savedAt),
    deletedAt: kept.deleted ? new Date(kept.deleted) : null,
    importPath: await freeImportPath(tx, kept.importedFrom ?? null),
    readers: await run.findReaders(tx, kept.readers ?? null, item.path, report),
    current: now,
  };
  report.versions += await storeDocument(tx, run.actor, past, before);
  await recordImport(run, id, saved.version, 1);
  return 'created';
}

/** The path may belong to a different document here. */
async function freeImportPath(tx: Db, path: string | null): Promise<string | null> {
  if (path === null) return null;
  const same = and(eq(documents.importPath, path), notInBin(documents));
  return (await tx.select({ id: documents.id }).from(documents).where(same)).length > 0 ? null : path;
}

const recordImport = (
  { tx, importId }: DocumentRun,
  documentId: string,
  version: number,
  firstVersion: number,
) => tx.insert(importedDocuments).values({ importId, documentId, version, firstVersion });

/** Same as the database's hash. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Adds the versions that this instance lacks. Two versions are the same when their text and their time are. */
async function importMissingVersions(
  id: string,
  item: DocumentItem,
  current: ReadFile,
  run: DocumentRun,
): Promise<Outcome> {
  const { tx, report } = run;
  const [row] = await tx.select().from(documents).where(eq(documents.id, id)).for('update');
  if (!row) throw new Error('a document that was here went away');
  if (current.kept.deleted && !row.deletedAt)
    reportOnce(
      report,
      item.path,
      'It lies in the bin of the export and not in that of this instance, and stays here',
    );
  const stored = await tx
    .select({
      savedAt: documentVersions.createdAt,
      text: sql<string>`encode(sha256(convert_to(${documentVersions.title} || chr(10) || ${documentVersions.content}, 'UTF8')), 'hex')`,
    })
    .from(documentVersions)
    .where(eq(documentVersions.documentId, id));
  const here = new Set(stored.map(({ savedAt, text }) => `${savedAt.toISOString()} ${text}`));
  const all = stored.length;
  let known = 0;
  let next = row.version;
  const missing = async function* () {
    for await (const version of withCurrent(item, current, run)) {
      const text = textHere(version, run);
      const { savedAt } = version.saved;
      if (
        here.has(`${new Date(savedAt).toISOString()} ${hashOf(`${version.fields.title}\n${text.content}`)}`)
      ) {
        known += 1;
        continue;
      }
      next += 1;
      yield { ...(await pastVersion(version, text, run)), version: next };
    }
  };
  let count = 0;
  if (run.dryRun) for await (const _ of missing()) count += 1;
  else count = await appendVersions(tx, run.actor, id, missing());
  if (count === 0) return 'unchanged';
  report.versions += count;
  if (!run.dryRun) await recordImport(run, id, next, row.version + 1);
  if (known < all)
    report.problems.push({
      path: item.path,
      reason:
        'It was changed here as well: what the export has beyond that comes in as version ' +
        `${row.version + 1}${count > 1 ? ` to ${row.version + count}` : ''}`,
      isLeftOut: false,
    });
  return 'updated';
}

/** Earlier versions, each file read on demand. Unreadable versions are skipped. */
async function* readEarlier(
  files: ArchiveFile[],
  before: number,
  { archive, report }: DocumentRun,
): AsyncGenerator<ReadFile> {
  let last = 0;
  for (const file of files) {
    const read = readVersion(await archive.read(file));
    const problem =
      'problem' in read
        ? read.problem
        : read.saved.version > last && read.saved.version < before
          ? undefined
          : `Its number ${read.saved.version} is not between those of the versions before and after it`;
    if (problem !== undefined || 'problem' in read) {
      report.problems.push({ path: file.path, reason: problem ?? '', isLeftOut: true });
      continue;
    }
    last = read.saved.version;
    yield { ...read, path: file.path };
  }
}

async function* withCurrent(
  item: DocumentItem,
  current: ReadFile,
  run: DocumentRun,
): AsyncGenerator<ReadFile> {
  yield* readEarlier(item.versions, current.saved.version, run);
  yield current;
}

async function* pastVersions(
  versions: AsyncIterable<ReadFile>,
  run: DocumentRun,
): AsyncGenerator<PastVersion> {
  for await (const version of versions) yield pastVersion(version, textHere(version, run), run);
}

/** A text with links of this instance, and the mentioned e-mails without an account here. */
type TextHere = { content: string; strangers: string[] };

function textHere({ fields, addresses, path }: ReadFile, { plan, ids }: DocumentContext): TextHere {
  const strangers: string[] = [];
  const content = changeLinks(fields.content, (written) => {
    const meant = addresses.get(written) ?? addressOf(written, path, ids) ?? written;
    // Only addresses of the product refer to objects of the export.
    if (!meant.startsWith('/')) return meant === written ? undefined : meant;
    const email = plan.unknownPeople.get(mentionedBy(meant) ?? '');
    if (email) strangers.push(email);
    const address = meant.replaceAll(IDS, (id) => plan.changed.get(id) ?? id);
    return address === written ? undefined : address;
  });
  return { content, strangers };
}

const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Converts a version for storing here, with the images that it shows. */
async function pastVersion(
  { fields, saved, path }: ReadFile,
  { content, strangers }: TextHere,
  { tx, report, storeFiles, findAuthor }: DocumentRun,
): Promise<PastVersion> {
  for (const email of strangers)
    reportOnce(report, path, `It names ${email}, who has no account here; the name leads to nobody`);
  await storeFiles(tx, objectIdsIn(content), report);
  return {
    fields: { ...fields, content },
    version: saved.version,
    author: await findAuthor(saved.savedBy, path, report),
    note: saved.note,
    savedAt: new Date(saved.savedAt),
  };
}

function addressOf(
  written: string,
  path: string,
  { documents: pages, files }: DocumentContext['ids'],
): string | undefined {
  const target = pathBehind(written, path);
  const [page, file] = [pages.get(target?.path ?? ''), files.get(target?.path ?? '')];
  if (page) return documentAddress(page) + (target?.anchor ?? '');
  return file ? `/objects/${file}` : undefined;
}
