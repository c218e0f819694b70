import { count, desc, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { servers, teamMembers } from '../db/schema.ts';
import type { Extreme, GroupField } from './dimensions.ts';
import { conditionsOf, FIELD_NAMES, isFiltered, NOTHING } from './filter-sql.ts';
import type { Choice, ServerFilter } from './filter-sql.ts';
import { percentText } from './figures.ts';
import { GROUP_NAMES, valueOf } from './group-sql.ts';
import { attributeNamed } from './host-answers.ts';
import { counted, listed, literal, serverLink } from './literal.ts';
import { countServers, lineOf, LISTED, nothing, restOf, select, withText } from './server-answers.ts';

/** How many servers each value of a field has, most first; `isOfValues`: how many values there are is what was asked; `isPercent`: how much of all. */
export async function answerGroups(
  db: Db,
  filter: ServerFilter,
  field: GroupField,
  { isOfValues = false, isPercent = false }: { isOfValues?: boolean; isPercent?: boolean } = {},
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
    .map(
      (group) =>
        `- ${group.value ? literal(group.value) : 'not recorded'}: **${group.total}**${isPercent ? ` (${percentText((100 * group.total) / all)})` : ''}`,
    );
  const recorded = groups.filter(({ value }) => value?.trim()).length;
  const values = isOfValues ? `${counted(recorded, `different ${GROUP_NAMES[field]}`, field === 'rack' ? 'different racks' : `different values of ${GROUP_NAMES[field]}`)}. ` : ''; // prettier-ignore
  const head = `${values}${counted(all, 'server')}${isFiltered(filter) ? withText(filter) : ''} by ${GROUP_NAMES[field]}:`;
  const more = groups.length > LISTED ? ['', `And ${groups.length - LISTED} more values.`] : [];
  return [head, '', ...lines, ...more].join('\n');
}

/** Of each value of a field, how many servers of a base there are, and how many of those are meant. */
const partsOfEach = (db: Db, base: ServerFilter, filter: ServerFilter, field: GroupField) => {
  const value = valueOf(field);
  const some = sql<number>`(count(*) filter (where ${conditionsOf(filter)}))::int`;
  return db
    .select({ value, all: count(), some })
    .from(servers)
    .where(conditionsOf(base))
    .groupBy(value)
    .orderBy(byName(value));
};

const nameOf = (value: string | null) => (value ? literal(value) : 'not recorded');

/** What part of the servers of each value are meant: "what share of each location is offline". */
export async function answerShares(
  db: Db,
  base: ServerFilter,
  filter: ServerFilter,
  field: GroupField,
): Promise<string> {
  const [all, some] = [await countServers(db, base), await countServers(db, filter)];
  if (all === 0) return nothing(base);
  const groups = (await partsOfEach(db, base, filter, field)).toSorted(
    (a, b) => b.some / b.all - a.some / a.all || b.some - a.some,
  );
  const lines = groups
    .slice(0, LISTED)
    .map((group) => `- ${nameOf(group.value)}: **${group.some}** of ${group.all} (${percentText((100 * group.some) / group.all)})`); // prettier-ignore
  const more = groups.length > LISTED ? ['', `And ${groups.length - LISTED} more values.`] : [];
  const of = isFiltered(base) ? withText(base) : '';
  const isInBase = (one: Choice) => base.choices.some(({ field, label, isNot }) => field === one.field && label === one.label && isNot === one.isNot); // prettier-ignore
  const so = { ...filter, choices: filter.choices.filter((one) => !isInBase(one)) };
  const head = `**${some}** of ${counted(all, 'server')}${of} are those${withText(so)}, by ${GROUP_NAMES[field]}:`;
  return [head, '', ...lines, ...more].join('\n');
}

/** The values that most or fewest servers have, then as many as are asked for, or all of them; of those that are asked for by name, the others are none. */
export async function answerExtreme(
  db: Db,
  filter: ServerFilter,
  field: GroupField,
  { isLeast, isOfFound, isOfTeams, most }: Extreme,
): Promise<string> {
  const all = await countServers(db, filter);
  if (all === 0) return nothing(filter);
  const column = field === 'rack' || field === 'site' ? 'serverLocation' : field;
  const base = isOfFound
    ? filter
    : { ...NOTHING, choices: filter.choices.filter((one) => one.field === column) };
  const sign = isLeast ? 1 : -1;
  const groups = (await partsOfEach(db, base, filter, field)).toSorted((a, b) => sign * (a.some - b.some));
  const persons = field === 'teamOwner' && isOfTeams ? await personsOwning(db) : new Set();
  const counting = groups.filter(({ value }) => value && !persons.has(value));
  const [first] = counting;
  const best = counting.filter(({ some }) => some === first?.some);
  const left = groups.filter(({ value, some }) => value && persons.has(value) && (isLeast || some > 0));
  const apart = left.length > 0 ? [`Not counted as teams: ${listed(left.map(({ value }) => nameOf(value)))}, who are persons.`, ''] : []; // prettier-ignore
  const names = listed(best.slice(0, LISTED).map(({ value }) => `**${nameOf(value)}**`));
  const have = `${best.length === 1 ? 'has' : 'have'} the ${isLeast ? 'fewest' : 'most'}: ${first?.some}${best.length === 1 ? '' : ' each'}.`;
  const head = `${counted(all, 'server')}${isFiltered(filter) ? withText(filter) : ''} by ${GROUP_NAMES[field]}:`;
  const shown = (most ? counting : groups).filter(({ some }) => isLeast || some > 0);
  const lines = shown.slice(0, most ?? LISTED).map(({ value, some }) => `- ${nameOf(value)}: **${some}**`);
  const rest = most
    ? shown.slice(most).filter(({ some }) => some === shown[most - 1]?.some).length
    : shown.length - LISTED;
  const others = most
    ? `${counted(rest, 'more value has', 'more values have')} as many as the last of these.`
    : `And ${rest} more values.`;
  const more = rest > 0 ? ['', others] : [];
  return [...(first ? [`${names} ${have}`, ''] : []), ...apart, head, '', ...lines, ...more].join('\n');
}

/** Owners that are the name of somebody in the team. */
async function personsOwning(db: Db): Promise<ReadonlySet<string>> {
  const owner = servers.teamOwner;
  const rows = await db
    .selectDistinct({ owner })
    .from(servers)
    .where(sql`lower(trim(${owner})) in (select lower(trim(${teamMembers.name})) from ${teamMembers})`);
  return new Set(rows.flatMap((row) => row.owner?.trim() ?? []));
}

/** How many servers have two or more values at once, in the order of the first one. */
export async function answerGroupings(
  db: Db,
  filter: ServerFilter,
  fields: GroupField[],
  isPercent: boolean,
): Promise<string> {
  const values = Object.fromEntries(fields.map((field) => [field, valueOf(field)]));
  const total = count();
  const groups = await db
    .select({ ...values, total })
    .from(servers)
    .where(conditionsOf(filter))
    .groupBy(...Object.values(values))
    .orderBy(...Object.values(values).map(byName), desc(total));
  const all = await countServers(db, filter);
  if (all === 0) return nothing(filter);
  const lines = groups.slice(0, LISTED).map((group: Record<string, unknown>) => {
    const said = fields.map((field) => literal(asText(group[field]))).join(' · ');
    const part = Number(group.total);
    return `- ${said}: **${part}**${isPercent ? ` (${percentText((100 * part) / all)})` : ''}`;
  });
  const more = groups.length > LISTED ? ['', `And ${groups.length - LISTED} more combinations.`] : [];
  const names = listed(fields.map((field) => GROUP_NAMES[field]));
  return [`${counted(all, 'server')}${isFiltered(filter) ? withText(filter) : ''} by ${names}:`, '', ...lines, ...more].join('\n'); // prettier-ignore
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : 'not recorded');

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
  if (total === 0)
    return `${overview}\n\n${isFiltered(filter) ? 'None of them' : 'No server'} is offline or has a warning.`;
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
