import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type {
  Condition,
  EXTRA_FILLED,
  FilledField,
  Filter,
  Moment,
  QueryEvent,
} from '../../contract/shared/inventory-query.ts';
import { AGE_PATTERN } from '../../contract/shared/inventory-query.ts';
import { fieldOf, serverFields, type ServerField } from '../../contract/shared/server-fields.ts';
import { ServerStatus } from '../../contract/shared/server-words.ts';
import { addressForm } from '../../contract/shared/address-forms.ts';
import { fold } from '../../contract/shared/fold.ts';
import { beginningOf } from '../../contract/shared/search-words.ts';
import { saneFigure } from './fields.ts';
import { incidents, serverDocuments, servers, users } from '../db/schema.ts';
import { asBeginning, asWhole, containing, foldedColumn } from '../search/fold.ts';
import { instantIn, type At } from '../../contract/shared/time-zone.ts';
import { isOutageEvent, ofPeriod } from './incidents.ts';

/**
 * The SQL condition of a filter, without regard to the bin; undefined matches all servers. All filters are translated
 * here.
 */
export const whereServers = (filter: Filter, at: At): SQL | undefined =>
  and(...filter.map((group) => or(...group.map((condition) => conditionSql(condition, at)))));

function conditionSql(condition: Condition, at: At): SQL {
  const holds = positive(condition, at);
  return 'not' in condition && condition.not ? sql`not coalesce(${holds}, false)` : holds;
}

function positive(condition: Condition, at: At): SQL {
  switch (condition.kind) {
    case 'is':
      return holdsValue(condition);
    case 'figure':
      return sql`${saneFigure(condition.field)} ${sql.raw(condition.op)} ${condition.value}::float8`;
    case 'filled':
      return filled(condition.field);
    case 'time': {
      const from = condition.from === undefined ? undefined : instantOf(condition.from, at);
      const to = condition.to === undefined ? undefined : instantOf(condition.to, at);
      return happened(condition.event, from, to, at);
    }
    case 'address':
      return sql`coalesce(${addressOfServer} <<= ${condition.cidr}::cidr, false)`;
    case 'text':
      return holdsText(condition);
    case 'server':
      return inArray(servers.id, condition.ids);
  }
}

/** For fields with fixed values, compares the values themselves, whose frequency the planner knows. */
function holdsValue({ field, values, exact }: Condition & { kind: 'is' }): SQL {
  const wanted = values.map(fold);
  const { options } = fieldOf(field);
  if (options) {
    const meant = options.filter((option) =>
      wanted.some((value) => (exact ? option === value : option.startsWith(value))),
    );
    return meant.length > 0 ? inArray(sql`${servers[field as 'status']}`, meant) : sql`false`;
  }
  return anyOf(columnsOf(field).map((column) => isOneOf(column, wanted, exact === true)));
}

/** IPv4, or IPv6 as validated by zod, which all stored addresses passed. */
const ADDRESS = String.raw`^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$|^[0-9a-fA-F]*:[0-9a-fA-F:.]+$`;

/** Null without a valid address. PostgreSQL evaluates CASE in order, so an invalid one is never cast. */
export const addressOfServer = sql`(case when ${servers.ipAddress} ~ ${ADDRESS} then ${servers.ipAddress}::inet end)`;

const anyOf = (conditions: SQL[]): SQL => or(...conditions) ?? sql`false`;

const managerName = sql`(select ${foldedColumn(sql`named.texts`)} from (
  select concat_ws(E'\n', trim(concat_ws(' ', first_name, last_name)), email) as texts
  from ${users} as manager where manager.id = ${servers.managedBy}) as named)`;

/** Columns of a field's filter operator. */
const columnsOf = (field: ServerField): (PgColumn | SQL)[] =>
  field === 'managedBy'
    ? [managerName]
    : serverFields
        .filter((other) => other === field || fieldOf(other).searchedWith === field)
        .map((other) => servers[other]);

function isOneOf(column: PgColumn | SQL, values: string[], isExact: boolean): SQL {
  // A manager has two texts, name and address, already folded.
  if (column === managerName) {
    const lines = sql`E'\\n' || ${column} || E'\\n'`;
    return anyOf(values.map((value) => sql`strpos(${lines}, ${`\n${value}${isExact ? '\n' : ''}`}) > 0`));
  }
  // With coalesce the planner estimates half of the rows, not a few: it then walks the index of the list's order and
  // stops after the page, instead of sorting all matches by name, which costs five times as much.
  if (isExact) return sql`coalesce(${inArray(foldedColumn(column), values)}, false)`;
  return anyOf(values.map((value) => sql`coalesce(starts_with(${foldedColumn(column)}, ${value}), false)`));
}

const HAS: Record<(typeof EXTRA_FILLED)[number], SQL> = {
  check: sql`${servers.check} is not null`,
  document: sql`exists (select 1 from ${serverDocuments} as link where link.server_id = ${servers.id})`,
  outage: sql`exists (select 1 from ${incidents} as incident where incident.server_id = ${servers.id})`,
  certificate: sql`${servers.certificateExpiresAt} is not null`,
  lastHealthCheck: sql`${servers.lastHealthCheck} is not null`,
  cpuUsage: sql`${saneFigure('cpuUsage')} is not null`,
  memoryUsage: sql`${saneFigure('memoryUsage')} is not null`,
  diskUsage: sql`${saneFigure('diskUsage')} is not null`,
  uptime: sql`${saneFigure('uptime')} is not null`,
};

/** Null and blank values count as empty. */
const filled = (field: FilledField): SQL =>
  field in HAS
    ? HAS[field as keyof typeof HAS]
    : anyOf(columnsOf(field as ServerField).map((column) => sql`trim(${column}) <> ''`));

function happened(event: QueryEvent, from: Date | undefined, to: Date | undefined, at: At): SQL {
  if (isOutageEvent(event))
    return sql`${servers.id} in (select ${incidents.serverId} from ${incidents}
      where ${ofPeriod({ event, from, to, now: at.now })})`;
  const first = from ?? new Date(0);
  const last = to ?? new Date('9999-12-31T00:00:00Z');
  const column = {
    added: servers.createdAt,
    changed: servers.updatedAt,
    checked: servers.lastHealthCheck,
    certificate: servers.certificateExpiresAt,
  }[event];
  return sql`(${column} >= ${first} and ${column} < ${last})`;
}

/** `srv-app*`, and an address in any notation. */
function isInText(text: string): SQL {
  const beginning = beginningOf(fold(text));
  if (beginning !== undefined) return sql`${servers.folded} ~ ${asBeginning(beginning)}`;
  const forms = [fold(text), addressForm(fold(text)) ?? []].flat();
  return anyOf(forms.map((form) => sql`${servers.folded} like ${containing(form)}`));
}

/** The status is not part of the searched text, so its words are matched here. */
function holdsText({ text, exact }: Condition & { kind: 'text' }): SQL {
  const inText = exact ? sql`${servers.folded} like ${containing(fold(text))}` : isInText(text);
  const held = exact ? sql`(${inText} and ${servers.folded} ~ ${asWhole(fold(text))})` : inText;
  const status = ServerStatus.safeParse(fold(text));
  return status.success ? anyOf([held, eq(servers.status, status.data)]) : held;
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Resolves a moment to an instant: the start of a day, or an age before `now` (after it with a plus). */
export function instantOf(moment: Moment, { now, timeZone }: At): Date {
  const [, count, unit] = AGE_PATTERN.exec(moment) ?? [];
  if (count === undefined || unit === undefined)
    return moment.length === 10 ? instantIn(moment, 0, timeZone) : new Date(moment);
  const way = moment.startsWith('+') ? Number(count) : -Number(count);
  if (unit in UNITS) return new Date(now.getTime() + way * UNITS[unit as keyof typeof UNITS]);
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + way * (unit === 'y' ? 12 : 1));
  // A month before the 31st is the last day of a shorter month.
  date.setUTCDate(
    Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()),
  );
  return date;
}
