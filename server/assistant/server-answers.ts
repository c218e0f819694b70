import { and, avg, count, desc, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { isSane } from '../../contract/sane-figure.ts';
import type { Figure } from '../../contract/server-fields.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { saneFigure } from '../db/sane-figure.ts';
import { servers } from '../db/schema.ts';
import type { GroupField } from './dimensions.ts';
import { conditionsOf, describeFilter, FIELD_NAMES, isFiltered } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { GROUP_NAMES, valueOf } from './group-sql.ts';
import { figureName, percentText } from './figures.ts';
import type { Ranking } from './ranking.ts';
import { attributeNamed, durationText, inSentence } from './host-answers.ts';
import type { Attribute } from './host-answers.ts';
import { code, counted, literal, serverLink } from './literal.ts';

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

/** What is told of each server beside the figures that it was chosen by. */
export type Telling = { timeZone: string; asked?: Attribute[] };

export async function answerList(db: Db, filter: ServerFilter, telling: Telling): Promise<string> {
  const total = await countServers(db, filter);
  if (total === 0) return nothing(filter);
  const rows = await select(db, filter, LISTED);
  const parts = [...filter.others, ...filter.either.flat()];
  const figures = [...new Set(parts.flatMap((part) => ('figure' in part ? [part.figure] : [])))];
  const names = figures.map((figure) => figureName(figure).toLowerCase());
  return [
    `${counted(total, 'server')}${withText(filter)}:`,
    '',
    ...rows.map((row) => lineOf(row, figures, askedOf(row, telling, names))),
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

/** Beside these a line tells what was asked. */
const IN_LINE: ReadonlySet<string> = new Set(['IP address', 'Environment', 'Status']);

const askedOf = (row: Row, { asked = [], timeZone }: Telling, told: string[] = []): string[] =>
  asked
    .map((attribute) => ({ ...attribute, known: attribute.value(row, timeZone) }))
    .filter(({ name, known }) => !(known && IN_LINE.has(name)) && !told.includes(name.toLowerCase()))
    .map((attribute) => `${inSentence(attribute)} ${attribute.known ?? 'not recorded'}`);

function lineOf(row: Row, figures: Figure[], asked: string[] = []): string {
  const measured = figures.map((figure) => `${figureName(figure)} ${figureText(figure, row[figure])}`);
  const parts = [
    row.ipAddress ? code(row.ipAddress) : '',
    row.environment,
    row.status,
    ...measured,
    ...asked,
  ].filter(Boolean);
  return `- ${serverLink(row)} · ${parts.join(' · ')}`;
}

/** How many servers each value of a field has, most first; `isOfValues`: how many values there are is what was asked. */
export async function answerGroups(
  db: Db,
  filter: ServerFilter,
  field: GroupField,
  isOfValues = false,
): Promise<string> {
  if (field === 'serverLocation' && isOfValues) return answerSites(db, filter);
  const [value, total] = [valueOf(field), count()];
  const groups = await db
    .select({ value, total })
    .from(servers)
    .where(conditionsOf(filter))
    .groupBy(value)
    .orderBy(desc(total), byName(value));
  const all = await countServers(db, filter);
  if (all === 0) return nothing(filter);
  const lines = groups
    .slice(0, LISTED)
    .map((group) => `- ${group.value ? literal(group.value) : 'not recorded'}: **${group.total}**`);
  const recorded = groups.filter(({ value }) => value?.trim()).length;
  const values = isOfValues ? `${counted(recorded, `different ${GROUP_NAMES[field]}`, field === 'rack' ? 'different racks' : `different values of ${GROUP_NAMES[field]}`)}. ` : ''; // prettier-ignore
  const head = `${values}${counted(all, 'server')}${isFiltered(filter) ? withText(filter) : ''} by ${GROUP_NAMES[field]}:`;
  const more = groups.length > LISTED ? ['', `And ${groups.length - LISTED} more values.`] : [];
  return [head, '', ...lines, ...more].join('\n');
}

/** One grouping after another: how many are in two groups at once is not counted, and that is said. */
export async function answerGroupings(db: Db, filter: ServerFilter, fields: GroupField[]): Promise<string> {
  const groups = await Promise.all(fields.map((field) => answerGroups(db, filter, field)));
  return [
    'Each grouping is told for itself; for one inside of another, ask for example “by status in production”.',
    ...groups,
  ].join('\n\n');
}

/** What a field holds: how many have each value, and which value each has. */
export async function answerEach(
  db: Db,
  filter: ServerFilter,
  field: GroupField,
  timeZone: string,
): Promise<string> {
  const groups = await answerGroups(db, filter, field);
  const total = await countServers(db, filter);
  if (total === 0 || total > LISTED) return groups;
  const rows = await select(db, filter, LISTED);
  const attribute = attributeNamed(field === 'rack' || field === 'site' ? 'location' : FIELD_NAMES[field]);
  const lines = rows.map(
    (row) => `- ${serverLink(row)}: ${attribute?.value(row, timeZone) ?? 'not recorded'}`,
  );
  return [groups, '', ...lines].join('\n');
}

/** How many places there are without the racks in them, and how many servers each has. */
export async function answerSites(db: Db, filter: ServerFilter): Promise<string> {
  const location = servers.serverLocation;
  const site = valueOf('site');
  const groups = await db
    .select({ site, total: count(), values: sql<number>`count(distinct ${location})::int` })
    .from(servers)
    .where(conditionsOf(filter))
    .groupBy(site)
    .orderBy(desc(count()), byName(site));
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

/** The most, the least or the average of a figure; only what was measured counts. */
export async function answerRanking(
  db: Db,
  filter: ServerFilter,
  { kind, figure, count: wanted, written }: Ranking,
  telling: Telling,
): Promise<string> {
  const column = saneFigure(figure);
  const measured = and(conditionsOf(filter), isNotNull(column));
  const name = figureName(figure);
  const [all] = await db
    .select({ total: count(), mean: avg(column) })
    .from(servers)
    .where(measured);
  if (!all || all.total === 0)
    return `The ${name} of no server${isFiltered(filter) ? withText(filter) : ''} was measured.`;
  if (kind === 'average') {
    const of = `${counted(all.total, 'server')}${isFiltered(filter) ? withText(filter) : ''}`;
    return `The average ${name} is **${figureText(figure, Number(all.mean))}**, measured on ${of}.`;
  }
  const order = kind === 'most' ? sql`${column} desc` : sql`${column} asc`;
  const isOne = wanted === 1 && !written;
  const rows = await db
    .select({ ...getTableColumns(servers), ties: sql<number>`count(*) over (partition by ${column})::int` })
    .from(servers)
    .where(measured)
    .orderBy(order, byName(servers.name), servers.id)
    .limit(isOne ? LISTED : wanted);
  // Those that are equal to the only one are as much an answer as it is.
  const isEqual = (row: Row, other: Row | undefined) => row[figure] === other?.[figure];
  const shown = isOne ? rows.filter((row) => isEqual(row, rows[0])) : rows;
  const last = shown.at(-1);
  const equal = (last?.ties ?? 0) - shown.filter((row) => isEqual(row, last)).length;
  const more =
    equal > 0
      ? [
          '',
          `${counted(equal, 'more server has', 'more servers have')} the same ${name} as the last of these.`,
        ]
      : [];
  const head = `${kind === 'most' ? 'Highest' : 'Lowest'} ${name}${isFiltered(filter) ? ` of servers${withText(filter)}` : ''}:`;
  return [
    head,
    '',
    ...shown.map((row) =>
      [
        `- ${serverLink(row)}: **${figureText(figure, row[figure])}**`,
        row.environment,
        row.status,
        ...askedOf(row, telling, [name.toLowerCase()]),
      ].join(' · '),
    ),
    ...more,
  ].join('\n');
}
