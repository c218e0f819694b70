import * as z from 'zod/mini';
import { Figure, groupFields, serverFields, uniqueFields } from './server-fields.ts';
import { Instant, line } from './fields.ts';
import { QUERY_LIMITS } from './server-words.ts';

/**
 * The one query language of the inventory. A filter says which servers are meant; a query adds what to say about them. The
 * Infrastructure screen, GET /api/servers, exports, saved views and the assistant all use these values, and
 * `server/servers/filter-sql.ts` is the one place that turns them into SQL. The text form is in `filter-text.ts`.
 */

const value = line(QUERY_LIMITS.value).check(z.minLength(1));
const not = z.optional(z.literal(true));
const Field = z.enum(serverFields);
/** Fields for `has` and `has no` conditions, in addition to those of the table. */
export const EXTRA_FILLED = [
  'check',
  'document',
  'outage',
  'certificate',
  'lastHealthCheck',
  ...Figure.options,
] as const;
export const FilledField = z.enum([...serverFields, ...EXTRA_FILLED]);
export type FilledField = z.infer<typeof FilledField>;

/**
 * A point in time: an instant, a day (its first moment in the reader's time zone), an age such as `7d` (that long ago) or `+30d`
 * (that far ahead). Ages keep a saved view moving with the clock. Units: m minutes, h hours, d days, w weeks, mo months, y years.
 */
export const AGE_PATTERN = /^\+?(\d{1,4})(mo|[mhdwy])$/;
export const Moment = z.union([
  Instant,
  z.iso.date(),
  z.string().check(z.regex(AGE_PATTERN, 'Use an instant, a day or an age such as 7d')),
]);
export type Moment = z.infer<typeof Moment>;

/**
 * added, changed: by people. outage: offline at some moment of the period. failed: an outage began. down: the outage that
 * lasts began. recovered: an outage ended. checked: last check. certificate: expires.
 */
export const QueryEvent = z.enum([
  'added',
  'changed',
  'outage',
  'failed',
  'down',
  'recovered',
  'checked',
  'certificate',
]);
export type QueryEvent = z.infer<typeof QueryEvent>;
export const Comparison = z.enum(['<', '<=', '>', '>=']);
export type Comparison = z.infer<typeof Comparison>;

export const Condition = z.discriminatedUnion('kind', [
  /** The field's value starts with one of `values` (ignoring case), or with `exact` equals one of them. */
  z.object({
    kind: z.literal('is'),
    field: Field,
    values: z.array(value).check(z.minLength(1), z.maxLength(QUERY_LIMITS.values)),
    exact: z.optional(z.literal(true)),
    not,
  }),
  /** Percent for cpuUsage, memoryUsage and diskUsage; seconds for uptime. Servers without that figure never match. */
  z.object({
    kind: z.literal('figure'),
    field: Figure,
    op: Comparison,
    value: z.number().check(z.minimum(0), z.maximum(10_000_000_000)),
  }),
  z.object({ kind: z.literal('filled'), field: FilledField, not }),
  /** `from` is inclusive, `to` exclusive. At least one is required. */
  z
    .object({
      kind: z.literal('time'),
      event: QueryEvent,
      from: z.optional(Moment),
      to: z.optional(Moment),
      not,
    })
    .check(z.refine(({ from, to }) => Boolean(from ?? to), 'Say from when or until when')),
  z.object({ kind: z.literal('address'), cidr: z.union([z.cidrv4(), z.cidrv6()]), not }),
  /**
   * Some text of the server contains it, ignoring case, or with `exact` contains it as a whole word. The name of a status
   * also matches that status.
   */
  z.object({ kind: z.literal('text'), text: value, exact: z.optional(z.literal(true)), not }),
  z.object({
    kind: z.literal('server'),
    ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(QUERY_LIMITS.ids)),
    not,
  }),
]);
export type Condition = z.infer<typeof Condition>;

/** All groups must match; within a group one condition suffices. Without groups every server matches. */
export const Filter = z
  .array(z.array(Condition).check(z.minLength(1), z.maxLength(QUERY_LIMITS.either)))
  .check(z.maxLength(QUERY_LIMITS.groups));
export type Filter = z.infer<typeof Filter>;

export const QuerySource = z.enum(['servers', 'outages', 'changes', 'members']);
export type QuerySource = z.infer<typeof QuerySource>;
/** Readable data of a server: fields, figures and times. */
export const READABLE = [
  ...serverFields,
  ...Figure.options,
  'lastHealthCheck',
  'certificate',
  'check',
  'createdAt',
  'updatedAt',
] as const;
export const ReadableField = z.enum(READABLE);
export type ReadableField = z.infer<typeof ReadableField>;
export const Measure = z.enum([...Figure.options, 'duration', 'responseTime']);
export type Measure = z.infer<typeof Measure>;
const fields = z.array(ReadableField).check(z.maxLength(READABLE.length));

export const Ask = z.discriminatedUnion('kind', [
  /** Links to the servers, with these fields. */
  z.object({ kind: z.literal('list'), fields }),
  z.object({ kind: z.literal('count') }),
  /** Number and percentage of the servers in `where` that also match `of`. */
  z.object({ kind: z.literal('share'), of: Filter }),
  /** The number of servers with each of these conditions, or their average of a figure, side by side. */
  z.object({
    kind: z.literal('compare'),
    sides: z.array(Condition).check(z.minLength(2), z.maxLength(QUERY_LIMITS.sides)),
    of: z.optional(Figure),
  }),
  /** Counts per value of the field; `order` selects the value with most or fewest. */
  z.object({
    kind: z.literal('group'),
    by: z.enum(groupFields),
    order: z.optional(z.enum(['most', 'fewest'])),
    take: z.optional(z.int().check(z.minimum(1), z.maximum(QUERY_LIMITS.take))),
  }),
  /**
   * `duration` ranks outages by their length, and servers by all the time that they were down; `createdAt` ranks outages by
   * their begin. A time of outages in `where` limits what is ranked. `responseTime` is the mean of the last day's good checks.
   */
  z.object({
    kind: z.literal('top'),
    by: z.union([
      Figure,
      z.enum([
        'createdAt',
        'updatedAt',
        'lastHealthCheck',
        'certificate',
        'outages',
        'duration',
        'responseTime',
      ]),
    ]),
    direction: z.enum(['asc', 'desc']),
    take: z.int().check(z.minimum(1), z.maximum(QUERY_LIMITS.take)),
    /** Only that place: 2 is the second highest. */
    nth: z.optional(z.int().check(z.minimum(1), z.maximum(QUERY_LIMITS.take))),
    fields: z.optional(fields),
  }),
  /**
   * The mean, or with `percentile` that percentile: 50 is the median. duration: length of outages. responseTime: that of the
   * checks of the last day.
   */
  z.object({
    kind: z.literal('average'),
    of: Measure,
    percentile: z.optional(z.int().check(z.minimum(1), z.maximum(99))),
    by: z.optional(z.enum(groupFields)),
  }),
  /** Values that several servers have, if one of those is in `where`. */
  z.object({ kind: z.literal('duplicates'), of: z.enum(uniqueFields) }),
  /** The given fields of the servers in `where`. */
  z.object({ kind: z.literal('value'), fields }),
  /** Share of good checks, and outages, since `from`. */
  z.object({ kind: z.literal('availability'), from: z.optional(Moment), to: z.optional(Moment) }),
  /** Reasons for the state of the servers in `where`: status, last message, open outage, figures near their limits. */
  z.object({ kind: z.literal('why') }),
]);
export type Ask = z.infer<typeof Ask>;

export const InventoryQuery = z.object({ from: QuerySource, where: Filter, ask: Ask });
export type InventoryQuery = z.infer<typeof InventoryQuery>;
