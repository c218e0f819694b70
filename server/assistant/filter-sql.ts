import { and, inArray, not, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import { saneFigure } from '../db/sane-figure.ts';
import { incidents, serverDocuments, servers } from '../db/schema.ts';
import { asBeginning } from '../search/queries.ts';
import { describeExpiry, expiryCondition } from './certificates.ts';
import type { Expiry } from './certificates.ts';
import { figureName } from './figures.ts';
import type { FigureLimit } from './figures.ts';
import { describeInTime, inTimeCondition } from './in-time.ts';
import type { InTime } from './in-time.ts';
import { literal } from './literal.ts';
import { describeNamePart, namePartCondition } from './name-parts.ts';
import type { NamePart } from './name-parts.ts';
import { isWithin } from './ranges.ts';
import type { Range } from './ranges.ts';
import type { NamedField } from './vocabulary.ts';

export type Field = NamedField | 'environment' | 'status' | 'serverType';
/** A field has one of the values, or has not; `mark` is that of the words in the question. */
export type Choice = { field: Field; values: string[]; isNot: boolean; label: string; mark: number };
/** A field that nobody filled in; `isNot`: that somebody did. */
export type Missing = { missing: MissingField; isNot?: boolean; mark: number };
export type Part = Choice | Missing | FigureLimit | NamePart | Range | InTime | Expiry;

/** Which servers are meant. All parts must hold; choices of the same field widen each other, and of `either` one part of each list. */
export type ServerFilter = {
  choices: Choice[];
  others: Exclude<Part, Choice>[];
  either: Part[][];
  words: string[];
};

const COLUMNS = {
  environment: [servers.environment],
  status: [servers.status],
  serverType: [servers.serverType],
  serverLocation: [servers.serverLocation],
  network: [servers.network],
  operatingSystem: [servers.operatingSystem],
  teamOwner: [servers.teamOwner],
  domain: [servers.domain],
  function: [servers.primaryFunction, servers.secondaryFunction, servers.tertiaryFunction],
  hardwareModel: [servers.hardwareModel],
};
const MISSING_COLUMNS = {
  ...COLUMNS,
  ipAddress: [servers.ipAddress],
  hostname: [servers.hostname],
  keyContacts: [servers.keyContacts],
  description: [servers.description],
  notes: [servers.notes],
  check: [servers.check],
  lastHealthCheck: [servers.lastHealthCheck],
  document: [sql`(select min(l.id::text) from ${serverDocuments} as l where l.server_id = ${servers.id})`],
  // One that somebody set offline is down without an outage.
  outage: [
    sql`case when ${servers.status} = 'offline' then 'open' else (select min(i.id::text) from ${incidents} as i where i.server_id = ${servers.id}) end`,
  ],
};
export type MissingField = keyof typeof MISSING_COLUMNS;
export const FIELD_NAMES: Record<Field, string> = {
  environment: 'environment',
  status: 'status',
  serverType: 'type',
  serverLocation: 'location',
  network: 'network zone',
  operatingSystem: 'operating system',
  teamOwner: 'team owner',
  domain: 'domain',
  function: 'function',
  hardwareModel: 'hardware model',
};
const MISSING_NAMES: Record<MissingField, string> = {
  ...FIELD_NAMES,
  ipAddress: 'IP address',
  hostname: 'hostname',
  keyContacts: 'key contacts',
  description: 'description',
  notes: 'notes',
  check: 'health check',
  lastHealthCheck: 'last health check',
  document: 'linked document',
  outage: 'outage',
};

/** All servers. */
export const NOTHING: ServerFilter = { choices: [], others: [], either: [], words: [] };

/** As SQL over the servers that are not in the bin. */
export function conditionsOf({ choices, others, either, words }: ServerFilter): SQL | undefined {
  const wanted = Map.groupBy(
    choices.filter(({ isNot }) => !isNot),
    ({ field }) => field,
  );
  return and(
    notInBin(servers),
    ...[...wanted].map(([field, some]) =>
      oneOf(
        field,
        some.flatMap(({ values }) => values),
      ),
    ),
    ...choices.filter(({ isNot }) => isNot).map(conditionOf),
    ...others.map(conditionOf),
    ...either.map((parts) =>
      or(
        ...[...Map.groupBy(parts, ({ mark }) => mark).values()].map((some) => and(...some.map(conditionOf))),
      ),
    ),
    ...words.map(hasWord),
  );
}

/** "relays" is in "Mail Relay". */
const withoutEnding = (word: string) =>
  word.length > 4 && /^\p{L}+$/u.test(word) ? word.replace(/s$/, '') : word;

/** What a server is, and what people wrote about it. */
const BEING = 'name, hostname, domain, network, operating_system, hardware_model, server_location, primary_function, secondary_function, tertiary_function'; // prettier-ignore
const WRITTEN = 'key_contacts, description, notes';
const textOf = (columns: string, table: string): SQL =>
  sql.raw(`lower(concat_ws(' ', ${columns.replaceAll(/\w+/g, `${table}.$&`)}))`);

/**
 * Whose server it is says nothing of what it is: the owner is named by the words for owners. "pharmacy servers" are those
 * that are some, and where none is, those that are said to have to do with it.
 */
function hasWord(word: string): SQL {
  const pattern = asBeginning(withoutEnding(word));
  const isSo = sql`${textOf(BEING, 'servers')} ~ ${pattern}`;
  const isSaid = sql`${textOf(WRITTEN, 'servers')} ~ ${pattern}`;
  const isNone = sql`not exists (select 1 from ${servers} as other where other.deleted_at is null and ${textOf(BEING, 'other')} ~ ${pattern})`;
  const isOwned = sql`coalesce(lower(${servers.teamOwner}), '') ~ ${pattern}`;
  return sql`(${servers.folded} ~ ${pattern} and (${isSo} or (${isSaid} and ${isNone}) or not (${isSaid} or ${isOwned})))`;
}

function conditionOf(part: Part): SQL | undefined {
  if ('missing' in part) {
    const missing = and(
      ...MISSING_COLUMNS[part.missing].map((column) => sql`coalesce(trim(${column}::text), '') = ''`),
    );
    return part.isNot && missing ? not(missing) : missing;
  }
  if ('from' in part) return isWithin(part);
  if ('happened' in part) return inTimeCondition(part);
  if ('expiry' in part) return expiryCondition(part);
  if ('partOf' in part) return namePartCondition(part);
  if ('figure' in part) {
    const holds = sql`${saneFigure(part.figure)} ${sql.raw(part.sign)} ${part.value}::float8`;
    // One that is down has not been up for a short time.
    const isRunning = sql`not (${servers.status} = 'offline' and ${servers.uptime} = 0)`;
    return part.figure === 'uptime' && part.sign.startsWith('<') ? sql`(${holds} and ${isRunning})` : holds;
  }
  const holds = oneOf(part.field, part.values);
  return part.isNot ? not(sql`coalesce(${holds}, false)`) : holds;
}

const oneOf = (field: Field, values: string[]): SQL | undefined =>
  or(...COLUMNS[field].map((column) => (values.length > 0 ? inArray(column, values) : sql`false`)));

export const isFiltered = ({ choices, others, either, words }: ServerFilter): boolean =>
  choices.length + others.length + either.length + words.length > 0;

/** What was understood, for people to check: "environment production, status not online, CPU usage over 80 %". */
export function describeFilter({ choices, others, either, words }: ServerFilter): string {
  const fields = Map.groupBy(choices, ({ field, isNot }) => `${FIELD_NAMES[field]}${isNot ? ' not' : ''}`);
  return [
    ...[...fields].map(([name, some]) => `${name} ${some.map(({ label }) => literal(label)).join(' or ')}`),
    ...new Set(others.map(describePart)),
    ...either.map((parts) => [...new Set(parts.map(describePart))].join(' or ')),
    ...words.map((word) => `the text “${literal(word)}”`),
  ].join(', ');
}

function describePart(part: Part): string {
  if ('missing' in part) return `${part.isNot ? 'some' : 'no'} ${MISSING_NAMES[part.missing]} recorded`;
  if ('from' in part) return `IP address between ${part.from} and ${part.to}`;
  if ('happened' in part) return describeInTime(part);
  if ('expiry' in part) return describeExpiry(part);
  if ('partOf' in part) return describeNamePart(part);
  if ('figure' in part) return part.label;
  return `${FIELD_NAMES[part.field]} ${part.isNot ? 'not ' : ''}${literal(part.label)}`;
}

/** All that is said of which servers, but for their texts. */
export const partsOf = ({ choices, others, either }: ServerFilter): Part[] => [
  ...choices,
  ...others,
  ...either.flat(),
];

export const CERTIFICATE_EXPIRY = 'certificate expiry';

/** The name of what a part is about. */
export function subjectOf(part: Part): string {
  if ('from' in part) return 'IP address';
  if ('partOf' in part) return part.partOf;
  if ('expiry' in part) return CERTIFICATE_EXPIRY;
  if ('happened' in part)
    return part.happened === 'reboot'
      ? figureName('uptime')
      : part.happened === 'check'
        ? MISSING_NAMES.lastHealthCheck
        : MISSING_NAMES.outage;
  if ('missing' in part) return MISSING_NAMES[part.missing];
  return 'figure' in part ? figureName(part.figure) : FIELD_NAMES[part.field];
}
