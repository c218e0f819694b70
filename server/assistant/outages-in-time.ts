import { and, desc, inArray, not, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { incidents, servers } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { timesIn } from './account-time.ts';
import type { Attribute } from './host-answers.ts';
import { counted, listed, literal } from './literal.ts';
import { outageLines, outagesWhere, restOf, toldBesides } from './outage-rows.ts';
import { lastedIn } from './outage-times.ts';
import { within } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';

/** Servers that fell in a time, by the outages that began then, or were down in it. */
export async function outagesIn(
  db: Db,
  those: SQL | undefined,
  {
    span,
    about,
    timeZone,
    hosts,
    kind,
    isState,
    asked,
  }: {
    span: TimeSpan;
    about: string;
    timeZone: string;
    hosts: ServerRow[];
    kind: 'new' | 'changed' | 'fell';
    /** Those that lasted into that time as well. */
    isState: boolean;
    asked: Attribute[];
  },
): Promise<string | undefined> {
  const ids = hosts.map(({ id }) => id);
  const named = ids.length > 0 ? inArray(servers.id, ids) : undefined;
  const began = within(sql`${incidents.startedAt}`, span);
  const rows = await outagesWhere(
    db,
    and(those, named, isState ? lastedIn(span) : began),
    desc(incidents.startedAt),
  );
  const [first] = rows;
  if (!first) return undefined;
  const earlier =
    kind === 'fell' && !isState && ids.length === 0
      ? await outagesWhere(db, and(those, named, lastedIn(span), not(began)), desc(incidents.startedAt))
      : [];
  const [before] = earlier;
  const lasting = before
    ? ['', `${counted(before.total, 'outage')} that began before ${before.total === 1 ? 'was' : 'were'} still going on then:`, '', ...outageLines(earlier, timeZone), ...restOf(before.total, earlier.length)]
    : []; // prettier-ignore
  const of =
    ids.length > 0
      ? listed(hosts.map(({ name }) => literal(name)))
      : `${first.hosts < first.total ? counted(first.hosts, 'server') : 'servers'}${about}`;
  return [
    `${counted(first.total, 'outage')} of ${of} ${span.said}${timesIn(timeZone)}:`,
    '',
    ...outageLines(rows, timeZone, await toldBesides(db, rows, { asked, timeZone })),
    ...restOf(first.total, rows.length),
    ...lasting,
  ].join('\n');
}
