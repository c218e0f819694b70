import { and, desc, gte, lt } from 'drizzle-orm';
import { isShownTo } from '../../access/may-read.ts';
import { exactTime } from '../../../contract/shared/dates.ts';
import { spanLabel } from '../../../contract/shared/filter-labels.ts';
import type { Condition, InventoryQuery } from '../../../contract/shared/inventory-query.ts';
import { SERVER_FIELDS, shortLabel, type ServerField } from '../../../contract/shared/server-fields.ts';
import { listServerChanges } from '../../audit/queries.ts';
import type { Db } from '../../db/open.ts';
import { documents } from '../../db/schema.ts';
import { whereServers } from '../../servers/filter-sql.ts';
import { OUTAGE_EVENTS } from '../../servers/incidents.ts';
import { idsOfServers } from '../../servers/statistics.ts';
import type { Asked } from '../answerer.ts';
import { serverPage } from '../../../contract/shared/item-address.ts';
import { counted, documentLink, literal, serverLink } from '../../text/written-markdown.ts';
import { boundsOf, withoutTime } from './outages.ts';
import { about, listText, type QueryResult } from './result.ts';

const LISTED = 20;
/** The period of "what changed?" without a time. */
const RECENT = '7d';

/** Changes of servers by people, from the audit log; also changed documents when there is no condition on servers. */
export async function answerChanges(
  db: Db,
  { where: filter, ask }: InventoryQuery,
  at: Asked,
): Promise<QueryResult> {
  const { where, ...time } = withoutTime(filter, 'changed', ...OUTAGE_EVENTS);
  const isAll = where.length === 0;
  const span = { from: time.from ?? (isAll && time.to === undefined ? RECENT : undefined), to: time.to };
  const bounds = boundsOf(span, at);
  const { rows, total } = await listServerChanges(db, {
    of: idsOfServers(whereServers(where, at)),
    ...bounds,
    limit: LISTED,
  });
  const of = ` of servers${about(where, at)} ${spanLabel(span.from, span.to, at)}`.trimEnd();
  if (ask.kind === 'count')
    return { rows: [{ count: total }], total, text: `${counted(total, 'change')}${of}.` };
  const lines = rows.map((row) =>
    [
      `- ${serverLink(row)}`,
      whatChanged(row.action, row.after),
      literal(row.actor),
      exactTime(row.at, at),
    ].join(' · '),
  );
  const head = `${counted(total, 'change')}${of}, the last first (times in ${at.timeZone}):`;
  const text = total === 0 ? `No change${of} is recorded.` : listText(head, lines, total - rows.length);
  const changed = isAll ? await listDocuments(db, 'updatedAt', bounds, at) : { lines: [], total: 0 };
  const documentText = listText(
    `${counted(changed.total, 'document')} changed in the same time:`,
    changed.lines,
    changed.total - changed.lines.length,
  );
  return {
    rows: rows.map(({ id, name, ...row }) => ({ server: name, link: serverPage(id), ...row })),
    total,
    text: changed.total > 0 ? `${text}\n\n${documentText}` : text,
  };
}

type Bounds = ReturnType<typeof boundsOf>;

/** Documents that were added or changed in a time, the last first. */
async function listDocuments(
  db: Db,
  by: 'createdAt' | 'updatedAt',
  { from, to }: Bounds,
  at: Asked,
): Promise<{ lines: string[]; total: number }> {
  const time = documents[by];
  const where = and(isShownTo(at), from && gte(time, from), to && lt(time, to));
  const { id, title } = documents;
  const rows = await db
    .select({ id, title, time })
    .from(documents)
    .where(where)
    .orderBy(desc(time), desc(id))
    .limit(LISTED);
  const lines = rows.map((row) => `- ${documentLink(row)} · ${exactTime(row.time, at)}`);
  return { lines, total: await db.$count(documents, where) };
}

/** The documents that changed last; undefined when there are none. */
export async function recentDocuments(db: Db, at: Asked): Promise<string | undefined> {
  const { lines } = await listDocuments(db, 'updatedAt', { from: undefined, to: undefined }, at);
  return lines.length === 0 ? undefined : listText('Documents that were changed last:', lines);
}

/** The documents that were added or changed in a time. */
export async function documentsOfTime(
  db: Db,
  { event, from, to }: Condition & { kind: 'time' },
  at: Asked,
): Promise<string> {
  const [by, verb] =
    event === 'added' ? (['createdAt', 'added'] as const) : (['updatedAt', 'changed'] as const);
  const { lines, total } = await listDocuments(db, by, boundsOf({ from, to }, at), at);
  const time = spanLabel(from, to, at);
  if (total === 0) return `No document was ${verb} ${time}.`;
  return listText(
    `${counted(total, 'document')} ${verb} ${time}, the last first:`,
    lines,
    total - lines.length,
  );
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
    field in SERVER_FIELDS ? shortLabel(field as ServerField) : 'Health check',
  );
  return labels.length > 0 ? `changed ${literal([...new Set(labels)].join(', '))}` : literal(action);
}
