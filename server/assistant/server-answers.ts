import { isSane } from '../../contract/sane-figure.ts';
import type { Figure } from '../../contract/server-fields.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { servers } from '../db/schema.ts';
import { CERTIFICATE_EXPIRY, conditionsOf, describeFilter, isFiltered } from './filter-sql.ts';
import type { Part, ServerFilter } from './filter-sql.ts';
import { figureName, percentText } from './figures.ts';
import { attributeNamed, durationText, inSentence, shortened } from './host-answers.ts';
import type { Attribute } from './host-answers.ts';
import { code, counted, literal, serverLink } from './literal.ts';

/** Servers named in one answer; more are counted, and the inventory shows them. */
export const LISTED = 50;

export type Row = typeof servers.$inferSelect;

export const select = (db: Db, filter: ServerFilter, limit: number) =>
  db
    .select()
    .from(servers)
    .where(conditionsOf(filter))
    .orderBy(
      expiryOf(filter) ? servers.certificateExpiresAt : servers.statusRank,
      byName(servers.name),
      servers.id,
    )
    .limit(limit);

/** Of certificates, those that expire first are told first. */
const expiryOf = ({ others }: ServerFilter) => others.find((part) => 'expiry' in part);

export const countServers = (db: Db, filter: ServerFilter): Promise<number> =>
  db.$count(servers, conditionsOf(filter));

export const withText = (filter: ServerFilter) =>
  isFiltered(filter) ? ` with ${describeFilter(filter)}` : ' in the inventory';

export const nothing = (filter: ServerFilter) => `There is no server${withText(filter)}.`;

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
  const expiry = expiryOf(filter);
  const shown = Math.min(expiry?.first ?? LISTED, LISTED);
  const rows = await select(db, filter, shown);
  const of = expiry && attributeNamed(CERTIFICATE_EXPIRY);
  const asked = [...(telling.asked ?? []), ...(of ? [of] : [])];
  const parts = [...filter.others, ...filter.either.flat()];
  const figures = [...new Set(parts.flatMap(figureOf))];
  const names = figures.map((figure) => figureName(figure).toLowerCase());
  return [
    `${shown < total && expiry?.first ? 'First to expire of ' : ''}${counted(total, 'server')}${withText(filter)}:`,
    '',
    ...rows.map((row) => lineOf(row, figures, askedOf(row, { ...telling, asked }, [...IN_LINE, ...names]))),
    ...restOf(total, shown),
  ].join('\n');
}

const figureOf = (part: Part): Figure[] =>
  'figure' in part ? [part.figure] : 'happened' in part && part.happened === 'reboot' ? ['uptime'] : [];

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

export const restOf = (total: number, shown = LISTED): string[] =>
  total > shown ? ['', `${total - shown} more are in [the inventory](/infrastructure).`] : [];

/** Beside these a line tells what was asked. */
const IN_LINE = ['ip address', 'environment', 'status'];
/** The same of a line in an order, which has no address. */
export const IN_RANKING = ['environment', 'status'];

export const askedOf = (row: Row, { asked = [], timeZone }: Telling, told = IN_LINE): string[] =>
  asked
    .map((attribute) => ({ ...attribute, known: attribute.value(row, timeZone) }))
    .map(({ known, ...attribute }) => ({ ...attribute, known: known && shortened(known) }))
    .filter(
      ({ name, known }) => !told.includes(name.toLowerCase()) || (known === null && name === 'IP address'),
    )
    .map((attribute) => `${inSentence(attribute)} ${attribute.known ?? 'not recorded'}`);

export function lineOf(row: Row, figures: Figure[], asked: string[] = []): string {
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

/** How many of them, of those that they are a part of. */
export async function answerShare(db: Db, base: ServerFilter, filter: ServerFilter): Promise<string> {
  const [all, some] = [await countServers(db, base), await countServers(db, filter)];
  if (all === 0) return nothing(base);
  const share = Math.round((some / all) * 10_000) / 100;
  return `**${some}** of ${counted(all, 'server')}${withText(base)}, **${share} %**: those${withText(filter)}.`;
}
