import { count, desc, sql } from 'drizzle-orm';
import { isSane } from '../../contract/sane-figure.ts';
import type { Figure } from '../../contract/server-fields.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { servers } from '../db/schema.ts';
import { columnOf, conditionsOf, describeFilter, FIELD_NAMES, groupName, isFiltered } from './filter-sql.ts';
import type { Field, ServerFilter } from './filter-sql.ts';
import { figureName, percentText } from './figures.ts';
import { durationText } from './host-answers.ts';
import type { Attribute } from './host-answers.ts';
import { code, counted, listed, literal, serverLink } from './literal.ts';

/** Servers named in one answer; more are counted, and the inventory shows them. */
export const LISTED = 50;

type Row = typeof servers.$inferSelect;

const select = (db: Db, filter: ServerFilter, limit: number) =>
  db
    .select()
    .from(servers)
    .where(conditionsOf(filter))
    .orderBy(servers.statusRank, byName(servers.name), servers.id)
    .limit(limit);

export const countServers = (db: Db, filter: ServerFilter): Promise<number> =>
  db.$count(servers, conditionsOf(filter));

export const withText = (filter: ServerFilter) =>
  isFiltered(filter) ? ` with ${describeFilter(filter)}` : ' in the inventory';

const nothing = (filter: ServerFilter) => `There is no server${withText(filter)}.`;

export const figureText = (figure: Figure, value: number | null) =>
  !isSane(figure, value) ? '—' : figure === 'uptime' ? durationText(value) : percentText(value);

export async function answerCount(db: Db, filter: ServerFilter): Promise<string> {
  const total = await countServers(db, filter);
  if (total === 0) return nothing(filter);
  return `There ${total === 1 ? 'is' : 'are'} ${counted(total, 'server')}${withText(filter)}.`;
}

/** `asked`: figures that are told of each beside those that it was chosen by; `columns`: other fields. */
export async function answerList(
  db: Db,
  filter: ServerFilter,
  { asked, columns, timeZone }: { asked: Figure[]; columns: Attribute[]; timeZone: string },
): Promise<string> {
  const total = await countServers(db, filter);
  if (total === 0) return nothing(filter);
  const rows = await select(db, filter, LISTED);
  const figures = [
    ...new Set([
      ...asked,
      ...[...filter.others, ...filter.either.flat()].flatMap((part) =>
        'figure' in part ? [part.figure] : [],
      ),
    ]),
  ];
  return [
    `${counted(total, 'server')}${withText(filter)}:`,
    '',
    ...rows.map((row) =>
      [lineOf(row, figures), ...columns.map((column) => cellOf(row, column, timeZone))].join(' · '),
    ),
    ...restOf(total),
  ].join('\n');
}

export async function answerAddresses(db: Db, filter: ServerFilter): Promise<string> {
  const total = await countServers(db, filter);
  if (total === 0) return nothing(filter);
  const rows = await select(db, filter, LISTED);
  const lines = rows.map(
    (row) => `- ${serverLink(row)}: ${row.ipAddress ? code(row.ipAddress) : 'no address recorded'}`,
  );
  return [
    `Addresses of ${counted(total, 'server')}${isFiltered(filter) ? withText(filter) : ''}:`,
    '',
    ...lines,
    ...restOf(total),
  ].join('\n');
}

/** Whom to ask about servers: their key contacts, and the team that owns them. */
export async function answerContacts(db: Db, filter: ServerFilter): Promise<string> {
  const total = await countServers(db, filter);
  if (total === 0) return nothing(filter);
  const rows = await select(db, filter, LISTED);
  const lines = rows.map((row) => {
    const [contacts, owner] = [row.keyContacts?.trim(), row.teamOwner?.trim()];
    return `- ${serverLink(row)}: ${contacts ? literal(contacts) : 'no key contacts recorded'}${owner ? ` · team owner ${literal(owner)}` : ''}`;
  });
  return [
    `Key contacts of ${counted(total, 'server')}${isFiltered(filter) ? withText(filter) : ''}:`,
    '',
    ...lines,
    ...restOf(total),
  ].join('\n');
}

export const restOf = (total: number): string[] =>
  total > LISTED ? ['', `${total - LISTED} more are in [the inventory](/infrastructure).`] : [];

const cellOf = (row: Row, { name, value }: Attribute, timeZone: string): string =>
  `${/^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)} ${value(row, timeZone) ?? 'not recorded'}`;

function lineOf(row: Row, figures: Figure[]): string {
  const measured = figures.map((figure) => `${figureName(figure)} ${figureText(figure, row[figure])}`);
  const parts = [row.ipAddress ? code(row.ipAddress) : '', row.environment, row.status, ...measured].filter(
    Boolean,
  );
  return `- ${serverLink(row)} · ${parts.join(' · ')}`;
}

/** How many servers each value of a field has, most first; `isOfValues`: how many values there are is what was asked. */
export async function answerGroups(
  db: Db,
  filter: ServerFilter,
  field: Field,
  isOfValues = false,
): Promise<string> {
  const column = columnOf(field);
  const total = count();
  const groups = await db
    .select({ value: sql<string | null>`${column}`, total })
    .from(servers)
    .where(conditionsOf(filter))
    .groupBy(column)
    .orderBy(desc(total), byName(column));
  const all = groups.reduce((sum, group) => sum + group.total, 0);
  if (all === 0) return nothing(filter);
  const lines = groups
    .slice(0, LISTED)
    .map((group) => `- ${group.value ? literal(group.value) : 'not recorded'}: **${group.total}**`);
  const recorded = groups.filter(({ value }) => value?.trim()).length;
  const values = isOfValues ? `${counted(recorded, `different ${groupName(field)}`, `different values of ${groupName(field)}`)}. ` : ''; // prettier-ignore
  const head = `${values}${counted(all, 'server')}${isFiltered(filter) ? withText(filter) : ''} by ${groupName(field)}:`;
  const more = groups.length > LISTED ? ['', `And ${groups.length - LISTED} more values.`] : [];
  return [head, '', ...lines, ...more].join('\n');
}

/** One grouping after another: how many are in two groups at once is not counted, and that is said. */
export async function answerGroupings(db: Db, filter: ServerFilter, fields: Field[]): Promise<string> {
  const groups = await Promise.all(fields.map((field) => answerGroups(db, filter, field)));
  return [
    'Each grouping is told for itself; for one inside of another, ask for example “by status in production”.',
    ...groups,
  ].join('\n\n');
}

/** What a field holds: how many have each value, and which value each has. */
export async function answerEach(db: Db, filter: ServerFilter, field: Field): Promise<string> {
  const groups = await answerGroups(db, filter, field);
  const total = await countServers(db, filter);
  if (total === 0 || total > LISTED) return groups;
  const rows = await select(db, filter, LISTED);
  const lines = rows.map((row) => `- ${serverLink(row)}: ${valueOf(row, field) ?? 'not recorded'}`);
  return [groups, '', ...lines].join('\n');
}

function valueOf(row: Row, field: Field): string | undefined {
  const functions = [row.primaryFunction, row.secondaryFunction, row.tertiaryFunction];
  const values = field === 'function' ? functions : [row[field]];
  return listed(values.flatMap((value) => (value?.trim() ? [literal(value)] : []))) || undefined;
}

/** Where in a place a server stands is no place of its own. */
const IN_SITE = String.raw`[\s,;/-]+(rack|cabinet|cage|row|aisle|room|floor|level|shelf|slot|unit|bay)\M.*$`;

/** How many places there are without the racks in them, and how many servers each has. */
export async function answerSites(db: Db, filter: ServerFilter): Promise<string> {
  const location = servers.serverLocation;
  const site = sql<string | null>`nullif(trim(regexp_replace(${location}, ${IN_SITE}, '', 'i')), '')`;
  const groups = await db
    .select({ site, total: count(), values: sql<number>`count(distinct ${location})::int` })
    .from(servers)
    .where(conditionsOf(filter))
    .groupBy(sql`1`)
    .orderBy(desc(count()), sql`1`);
  const all = groups.reduce((sum, { total }) => sum + total, 0);
  if (all === 0) return nothing(filter);
  const sites = groups.filter((group) => group.site !== null);
  const values = sites.reduce((sum, group) => sum + group.values, 0);
  const lines = groups
    .slice(0, LISTED)
    .map((group) => `- ${group.site ? literal(group.site) : 'not recorded'}: **${group.total}**`);
  const more = groups.length > LISTED ? ['', `And ${groups.length - LISTED} more.`] : [];
  const racks = values === sites.length ? '' : ', counted without their racks and rooms';
  return [
    `${counted(sites.length, 'site')}${racks}: ${counted(values, `different value of ${FIELD_NAMES.serverLocation}`, `different values of ${FIELD_NAMES.serverLocation}`)}. ${counted(all, 'server')}${isFiltered(filter) ? withText(filter) : ''} by site:`,
    '',
    ...lines,
    ...more,
  ].join('\n');
}

/** How many of them, of those that they are a part of. */
export async function answerShare(db: Db, base: ServerFilter, filter: ServerFilter): Promise<string> {
  const [all, some] = [await countServers(db, base), await countServers(db, filter)];
  if (all === 0) return nothing(base);
  const share = Math.round((some / all) * 10_000) / 100;
  return `**${some}** of ${counted(all, 'server')}${withText(base)}, **${share} %**: those${withText(filter)}.`;
}

/** What 'Check server status' asks: how many are how, and which need somebody. */
export async function answerStatus(db: Db, filter: ServerFilter): Promise<string> {
  const overview = await answerGroups(db, filter, 'status');
  const attention: ServerFilter = {
    ...filter,
    choices: [
      ...filter.choices,
      { field: 'status', values: ['offline', 'warning'], isNot: false, label: 'offline or warning', mark: 0 },
    ],
  };
  const total = await countServers(db, attention);
  if (total === 0) return `${overview}\n\nNo server is offline or has a warning.`;
  const rows = await select(db, attention, LISTED);
  return [
    overview,
    '',
    `${counted(total, 'server needs', 'servers need')} attention:`,
    '',
    ...rows.map((row) => lineOf(row, [])),
    ...restOf(total),
  ].join('\n');
}
