import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import { MAX_LISTED, type ImportedRecord, type ImportReport } from '../../../contract/calls/imports.ts';
import { line } from '../../../contract/shared/fields.ts';
import { objectPath } from '../../../contract/calls/objects.ts';
import { ServerInput } from '../../../contract/shared/server-fields.ts';
import { NewTeamMember } from '../../../contract/calls/team.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import { DAYS_IN_BIN } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import { documents, importedRecords, serverDocuments, servers, teamMembers, users } from '../../db/schema.ts';
import { faultyFields } from '../../http/errors.ts';
import { insertServers, differencesOfServer, type ImportedServer } from '../../servers/imported.ts';
import { CHECK_COLUMNS, SERVER_CSV_COLUMNS } from '../../servers/csv/export.ts';
import type { Schedule } from '../../servers/schedule.ts';
import {
  insertMembers,
  differencesOfMember,
  membersByEmail,
  type ImportedMember,
} from '../../team/imported.ts';
import type { StoreFiles } from './import-files.ts';
import { FILES } from '../../exports/instance/layout.ts';
import type { InstanceSource } from './instance-source.ts';
import { Instant } from './instant.ts';
import type { TableRow } from './read-table.ts';
import type { Plan } from './plan.ts';

export type RecordContext = {
  actor: Actor;
  importId: string;
  plan: Plan;
  schedule: Schedule;
  ids: { documents: Map<string, string>; files: Map<string, string> };
  storeFiles: StoreFiles;
  dryRun: boolean;
};

type Cells = TableRow['cells'];
const Time = Instant.transform((text) => new Date(text));
/** A cell that may be empty. */
const TimeOrNone = z.union([z.literal('').transform(() => null), Time]).default(null);
const Times = z.object({
  createdAt: Time,
  updatedAt: Time,
  deletedAt: TimeOrNone,
  statusSince: TimeOrNone,
  lastActive: TimeOrNone,
});

const NUMBERS = new Set(['intervalSeconds', 'timeoutMs', 'retries', 'expectStatus']);

/** Parses a server, or reports the faulty column. */
function readServer(cells: Cells) {
  const isCheck = (column: string): column is keyof typeof CHECK_COLUMNS => column in CHECK_COLUMNS;
  const given = SERVER_CSV_COLUMNS.filter((column) => (cells[column] ?? '') !== '');
  const check = given.filter(isCheck).map((column) => {
    const key = CHECK_COLUMNS[column];
    return [key, NUMBERS.has(key) ? Number(cells[column]) : cells[column]];
  });
  const input = ServerInput.safeParse({
    ...Object.fromEntries(
      given.filter((column) => !isCheck(column)).map((column) => [column, cells[column]]),
    ),
    ...(check.length > 0 && { check: Object.fromEntries(check) as unknown }),
  });
  return withTimes(input, cells);
}

type Parsed<T> = { success: true; data: T } | { success: false; error: z.core.$ZodError };
type ReadRow<T> = { input: T; times: z.output<typeof Times> } | { problem: string };

function withTimes<T>(parsed: Parsed<T>, cells: Cells): ReadRow<T> {
  const times = Times.safeParse(cells);
  if (parsed.success && times.success) return { input: parsed.data, times: times.data };
  const error = parsed.success ? times.error : parsed.error;
  return { problem: error ? complaintsOf(error) : '' };
}

const complaintsOf = (error: z.core.$ZodError): string =>
  Object.entries(faultyFields(error))
    .map(([column, message]) => `${column}: ${message}`)
    .join('; ');

const LIVES_ON = 'is here already';

/** Creates all servers except those that exist here by id or name. */
export async function importServers(
  tx: Db,
  rows: InstanceSource['servers'],
  report: ImportReport,
  { actor, importId, plan, schedule, dryRun }: RecordContext,
): Promise<void> {
  const managers = await accountsByEmail(
    tx,
    rows.map(({ cells }) => cells['managedBy'] ?? ''),
  );
  const made: ImportedServer[] = [];
  for (const { line: at, cells, path } of rows) {
    const where = `${path} line ${at}`;
    const read = readServer(cells);
    const place = plan.servers.get(cells['id']?.toLowerCase() ?? '');
    const name = cells['name'] ?? '';
    const reportProblem = (reason: string) =>
      void report.problems.push({ path: where, reason, isLeftOut: true });
    const leaveOut = (reason: string) => {
      reportProblem(reason);
      plan.servers.delete(cells['id']?.toLowerCase() ?? '');
    };
    if ('problem' in read || !place) {
      leaveOut('problem' in read ? read.problem : 'The id is no UUID');
      continue;
    }
    const { input, times } = read;
    if (
      times.deletedAt &&
      !place.isHere &&
      Date.now() - times.deletedAt.getTime() > DAYS_IN_BIN * 86_400_000
    ) {
      leaveOut(`${name}: its ${DAYS_IN_BIN} days in the bin are over`);
      continue;
    }
    const email = cells['managedBy'] ?? '';
    const managedBy = managers.get(email.toLowerCase()) ?? null;
    const here = place.isHere ? place.id : undefined;
    if (here) {
      const differing = await differencesOfServer(
        tx,
        here,
        input,
        managedBy ?? (email === '' ? null : undefined),
      );
      if (differing.length > 0)
        reportProblem(`${name} ${LIVES_ON} with another ${differing.join(', ')}, and stays as it is`);
    } else {
      if (email !== '' && managedBy === null)
        report.problems.push({
          path: where,
          reason: `${name} is managed by ${email}, who has no active account here; nobody manages it now`,
          isLeftOut: false,
        });
      const { createdAt, updatedAt, deletedAt, statusSince } = times;
      made.push({ id: place.id, input, managedBy, createdAt, updatedAt, deletedAt, statusSince });
    }
    list(report, { kind: 'server', name, outcome: here ? 'present' : 'created' });
  }
  if (dryRun) return;
  const inserted = await insertServers(tx, actor, made, schedule);
  if (inserted.length > 0)
    await tx
      .insert(importedRecords)
      .values(
        inserted.map(({ id, digest }) => ({ importId, kind: 'server' as const, subjectId: id, digest })),
      );
}

function list(report: ImportReport, one: ImportedRecord): void {
  report[one.kind === 'server' ? 'servers' : 'members'][one.outcome] += 1;
  if (report.records.length < MAX_LISTED) report.records.push(one);
}

/** Active accounts, since only they can manage servers. */
async function accountsByEmail(db: Db, emails: string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(emails.filter(Boolean).map((email) => email.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.email, wanted), eq(users.accountStatus, 'active')));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Creates all members except those that exist here by id or e-mail. */
export async function importMembers(
  tx: Db,
  rows: TableRow[],
  report: ImportReport,
  { actor, importId, plan, ids, storeFiles, dryRun }: RecordContext,
): Promise<void> {
  const emails = rows.map(({ cells }) => (cells['email'] ?? '').toLowerCase());
  const byEmail = emails.length > 0 ? await membersByEmail(tx, emails) : new Map<string, never>();
  const here = [...plan.members.values()].filter(({ isHere }) => isHere).map(({ id }) => id);
  const stored =
    here.length > 0 ? await tx.select().from(teamMembers).where(inArray(teamMembers.id, here)) : [];
  const byId = new Map(stored.map((row) => [row.id, row]));
  const made: ImportedMember[] = [];
  for (const { line: at, cells } of rows) {
    const where = `${FILES.members} line ${at}`;
    const leaveOut = (reason: string) => void report.problems.push({ path: where, reason, isLeftOut: true });
    const read = readMember(cells);
    const place = plan.members.get(cells['id']?.toLowerCase() ?? '');
    if ('problem' in read || !place) {
      leaveOut('problem' in read ? read.problem : 'The id is no UUID');
      continue;
    }
    const picture = ids.files.get(cells['picture'] ?? '');
    const pictureId = picture && plan.objects.get(picture)?.id;
    const member: ImportedMember = {
      ...read.member,
      id: place.id,
      profileImageUrl: pictureId ? objectPath(pictureId) : null,
    };
    const same =
      byId.get(place.id) ?? byEmail.get(member.email) ?? made.find(({ email }) => email === member.email);
    if (same) {
      const differing = differencesOfMember({ deletedAt: null, ...same }, member);
      if (differing.length > 0)
        leaveOut(`${member.name} ${LIVES_ON} with another ${differing.join(', ')}, and stays as it is`);
    } else {
      if (pictureId) await storeFiles(tx, [pictureId], report);
      made.push(member);
    }
    list(report, { kind: 'member', name: member.name, outcome: same ? 'present' : 'created' });
  }
  if (dryRun) return;
  const inserted = await insertMembers(tx, actor, made);
  if (inserted.length > 0)
    await tx
      .insert(importedRecords)
      .values(
        inserted.map(({ id, digest }) => ({ importId, kind: 'member' as const, subjectId: id, digest })),
      );
}

function readMember(
  cells: Cells,
): { member: Omit<ImportedMember, 'id' | 'profileImageUrl'> } | { problem: string } {
  const { name, email, role, department, status } = cells;
  const input = NewTeamMember.safeParse({ name, email, role, department: department || null, status });
  const read = withTimes(input, cells);
  if ('problem' in read) return read;
  const { createdAt, updatedAt, lastActive } = read.times;
  const member = {
    name: read.input.name,
    email: read.input.email,
    role: read.input.role,
    department: read.input.department ?? null,
    status: read.input.status ?? ('active' as const),
    lastActive,
    createdAt,
    updatedAt,
  };
  return { member };
}

/** Ids of the plan that exist, which excludes skipped objects. */
async function idsThere(tx: Db, plan: Plan): Promise<Set<string>> {
  const [ofServers, ofDocuments] = [plan.servers, plan.documents].map((places) =>
    [...places.values()].map(({ id }) => id),
  );
  const among = (ids: string[] = []) => sql`any(${sql.param(ids)}::uuid[])`;
  const found = [
    ...(await tx
      .select({ id: servers.id })
      .from(servers)
      .where(sql`${servers.id} = ${among(ofServers)}`)),
    ...(await tx
      .select({ id: documents.id })
      .from(documents)
      .where(sql`${documents.id} = ${among(ofDocuments)}`)),
  ];
  return new Set(found.map(({ id }) => id));
}

const Link = z.object({ documentType: line(50), createdAt: Time });

/** Imports links between servers and documents when both exist here. */
export async function importServerDocuments(
  tx: Db,
  rows: TableRow[],
  report: ImportReport,
  { actor, plan, ids, dryRun }: RecordContext,
): Promise<void> {
  const there = dryRun ? undefined : await idsThere(tx, plan);
  const isThere = (id: string | undefined): id is string => id !== undefined && (!there || there.has(id));
  const values = rows.flatMap(({ line: at, cells }) => {
    const serverId = plan.servers.get(cells['serverId']?.toLowerCase() ?? '')?.id;
    const page = ids.documents.get(cells['document'] ?? '');
    const documentId = page && plan.documents.get(page)?.id;
    const link = Link.safeParse(cells);
    if (isThere(serverId) && isThere(documentId) && link.success) {
      const { documentType, createdAt } = link.data;
      return [{ serverId, documentId, documentType: documentType || null, createdAt }];
    }
    report.problems.push({
      path: `${FILES.serverDocuments} line ${at}`,
      reason: link.error
        ? complaintsOf(link.error)
        : `The link between ${cells['server']} and ${cells['document']} names something that did not come in`,
      isLeftOut: true,
    });
    return [];
  });
  const here = await linksThere(
    tx,
    values.map(({ serverId }) => serverId),
  );
  const added = values.filter(({ serverId, documentId }) => !here.has(`${serverId} ${documentId}`));
  report.serverDocuments += added.length;
  if (dryRun || added.length === 0) return;
  const made = await tx.insert(serverDocuments).values(added).onConflictDoNothing().returning();
  const events = made.map(({ serverId, documentId }) => ({
    action: 'server.link' as const,
    kind: 'server',
    subjectId: serverId,
    after: { documentId },
  }));
  await record(tx, actor, ...events);
}

async function linksThere(tx: Db, serverIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ serverId: serverDocuments.serverId, documentId: serverDocuments.documentId })
    .from(serverDocuments)
    .where(sql`${serverDocuments.serverId} = any(${sql.param(serverIds)}::uuid[])`);
  return new Set(rows.map(({ serverId, documentId }) => `${serverId} ${documentId}`));
}
