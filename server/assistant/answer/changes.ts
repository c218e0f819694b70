import { and, desc, inArray, sql } from 'drizzle-orm';
import { exactTime } from '../../../contract/dates.ts';
import { filterLabel, spanLabel } from '../../../contract/filter-labels.ts';
import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import { fieldOf, SERVER_FIELDS } from '../../../contract/server-fields.ts';
import type { ServerField } from '../../../contract/server-fields.ts';
import { notInBin } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import { auditEntries, documents, servers } from '../../db/schema.ts';
import { instantOf } from '../../servers/filter-sql.ts';
import type { At } from '../../servers/filter-sql.ts';
import { counted, documentLink, literal, serverLink } from './markdown.ts';
import type { QueryResult } from './run.ts';
import { inServers } from './servers.ts';

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
    inArray(auditEntries.subjectId, inServers(where, at)),
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
  const label = filterLabel(where);
  const about =
    `${label ? ` of servers (${literal(label)})` : ' of servers'} ${spanLabel(span.from, span.to)}`.trimEnd();
  if (ask.kind === 'count')
    return { rows: [{ count: total }], total, text: `${counted(total, 'change')}${about}.` };
  const lines = rows.map(
    (row) =>
      `- ${serverLink(row)} · ${whatChanged(row.action, row.after)} · ${literal(row.actor)} · ${exactTime(row.at, at.timeZone)}`,
  );
  const more = total > rows.length ? ['', `And ${total - rows.length} more.`] : [];
  const head =
    total === 0
      ? `No change${about} is recorded.`
      : `${counted(total, 'change')}${about}, the last first (times in ${at.timeZone}):`;
  return {
    rows: rows.map(({ id, name, at: when, actor, action, after }) => ({
      server: name,
      link: `/infrastructure?server=${id}`,
      at: when.toISOString(),
      actor,
      action,
      after,
    })),
    total,
    text: [head, ...(total > 0 ? ['', ...lines, ...more] : []), ...texts].join('\n'),
  };
}

async function changedDocuments(db: Db, span: ReturnType<typeof and>, at: At): Promise<string[]> {
  const those = and(notInBin(documents), span);
  const [rows, total] = await Promise.all([
    db
      .select({ id: documents.id, title: documents.title, updatedAt: documents.updatedAt })
      .from(documents)
      .where(those)
      .orderBy(desc(documents.updatedAt))
      .limit(LISTED),
    db.$count(documents, those),
  ]);
  if (total === 0) return [];
  const lines = rows.map((row) => `- ${documentLink(row)} · ${exactTime(row.updatedAt, at.timeZone)}`);
  return [
    '',
    `${counted(total, 'document')} changed in the same time:`,
    '',
    ...lines,
    ...(total > rows.length ? ['', `And ${total - rows.length} more.`] : []),
  ];
}

/** The documents that were changed last; undefined where there are none. */
export async function recentDocuments(db: Db, at: At): Promise<string | undefined> {
  const rows = await db
    .select({ id: documents.id, title: documents.title, updatedAt: documents.updatedAt })
    .from(documents)
    .where(notInBin(documents))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(10);
  if (rows.length === 0) return undefined;
  const lines = rows.map((row) => `- ${documentLink(row)} · ${exactTime(row.updatedAt, at.timeZone)}`);
  return ['Documents that were changed last:', '', ...lines].join('\n');
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
