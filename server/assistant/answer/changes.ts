import { and, desc, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { exactTime } from '../../../contract/dates.ts';
import { spanLabel } from '../../../contract/filter-labels.ts';
import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import { fieldOf, SERVER_FIELDS } from '../../../contract/server-fields.ts';
import type { ServerField } from '../../../contract/server-fields.ts';
import { notInBin } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import { auditEntries, documents, servers } from '../../db/schema.ts';
import { idsOfServers, instantOf, whereServers } from '../../servers/queries.ts';
import type { At } from '../../servers/queries.ts';
import { counted, documentLink, literal, serverAddress, serverLink } from './markdown.ts';
import { about, listText } from './result.ts';
import type { QueryResult } from './result.ts';

const LISTED = 20;
/** What "what changed?" without a time means. */
const RECENT = '7d';

/** Changes of servers by people, from the audit log; without a condition on servers also documents that changed. */
export async function answerChanges(
  db: Db,
  { where: filter, ask }: InventoryQuery,
  at: At,
): Promise<QueryResult> {
  const isTime = (group: InventoryQuery['where'][number]) =>
    group.length === 1 &&
    group[0]?.kind === 'time' &&
    (group[0].event === 'changed' || group[0].event === 'outage');
  const time = filter.find(isTime)?.[0];
  const where = filter.filter((group) => !isTime(group));
  const span = time?.kind === 'time' ? time : { from: where.length > 0 ? undefined : RECENT, to: undefined };
  const from = span.from === undefined ? undefined : instantOf(span.from, at);
  const to = span.to === undefined ? undefined : instantOf(span.to, at);
  const bounds = (column: typeof auditEntries.at | typeof documents.updatedAt) =>
    and(from && sql`${column} >= ${from}`, to && sql`${column} < ${to}`);
  const those = and(
    sql`${auditEntries.kind} = 'server'`,
    inArray(auditEntries.subjectId, idsOfServers(whereServers(where, at))),
    bounds(auditEntries.at),
  );
  const [rows, total] = await Promise.all([
    db
      .select({
        id: servers.id,
        name: servers.name,
        at: auditEntries.at,
        actor: auditEntries.actorName,
        action: auditEntries.action,
        after: auditEntries.after,
      })
      .from(auditEntries)
      .innerJoin(servers, sql`${servers.id} = ${auditEntries.subjectId}`)
      .where(those)
      .orderBy(desc(auditEntries.id))
      .limit(LISTED),
    db.$count(auditEntries, those),
  ]);
  const texts = where.length > 0 ? [] : await changedDocuments(db, bounds(documents.updatedAt), at);
  const of = ` of servers${about(where)} ${spanLabel(span.from, span.to)}`.trimEnd();
  if (ask.kind === 'count')
    return { rows: [{ count: total }], total, text: `${counted(total, 'change')}${of}.` };
  const lines = rows.map((row) =>
    [
      `- ${serverLink(row)}`,
      whatChanged(row.action, row.after),
      literal(row.actor),
      exactTime(row.at, at.timeZone),
    ].join(' · '),
  );
  const head = `${counted(total, 'change')}${of}, the last first (times in ${at.timeZone}):`;
  const text = total === 0 ? `No change${of} is recorded.` : listText(head, lines, total - rows.length);
  return {
    rows: rows.map(({ id, name, at: when, ...row }) => ({
      server: name,
      link: serverAddress(id),
      at: when.toISOString(),
      ...row,
    })),
    total,
    text: [text, ...texts].join('\n\n'),
  };
}

async function changedDocuments(db: Db, span: SQL | undefined, at: At): Promise<string[]> {
  const those = and(notInBin(documents), span);
  const total = await db.$count(documents, those);
  const lines = await documentLines(db, those, at);
  const head = `${counted(total, 'document')} changed in the same time:`;
  return total === 0 ? [] : [listText(head, lines, total - lines.length)];
}

async function documentLines(db: Db, those: SQL | undefined, at: At): Promise<string[]> {
  const rows = await db
    .select({ id: documents.id, title: documents.title, updatedAt: documents.updatedAt })
    .from(documents)
    .where(those)
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(LISTED);
  return rows.map((row) => `- ${documentLink(row)} · ${exactTime(row.updatedAt, at.timeZone)}`);
}

/** The documents that were changed last; undefined where there are none. */
export async function recentDocuments(db: Db, at: At): Promise<string | undefined> {
  const lines = await documentLines(db, notInBin(documents), at);
  return lines.length === 0 ? undefined : listText('Documents that were changed last:', lines);
}

const ACTIONS: Record<string, string> = {
  'server.create': 'added',
  'server.delete': 'deleted',
  'server.undelete': 'restored',
};

function whatChanged(action: string, after: unknown): string {
  const known = ACTIONS[action];
  if (known) return known;
  const fields = Object.keys((after as Record<string, unknown> | null) ?? {});
  const labels = fields.map((field) =>
    field in SERVER_FIELDS ? fieldOf(field as ServerField).short : 'Health check',
  );
  return labels.length > 0 ? `changed ${literal([...new Set(labels)].join(', '))}` : literal(action);
}
