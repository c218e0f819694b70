import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import * as z from 'zod';
import { Environment, type ServerSort, type SERVER_SORTS } from '../../contract/shared/server-words.ts';
import { byName } from '../db/order.ts';
import { servers } from '../db/schema.ts';
import { decodeCursor } from '../http/cursor.ts';
import { saneFigure, type ServerRow } from './fields.ts';

/** The value that servers are sorted by. Those without one come last, in both directions. */
type Key = (isDescending: boolean) => SQL;

/** Beyond every figure and time in seconds. */
const BEYOND = 1e15;
/** Sorts after every other character (Unicode collation algorithm). */
const LAST_CHARACTER = '\uFFFF';

const number =
  (value: SQLWrapper): Key =>
  (isDescending) =>
    sql`coalesce(${value}::float8, ${sql.raw(isDescending ? `-${BEYOND}` : `${BEYOND}`)}::float8)`;
const time = (value: SQLWrapper): Key => number(sql`extract(epoch from ${value})`);
const text =
  (value: SQLWrapper): Key =>
  (isDescending) =>
    byName(sql`coalesce(${value}, ${sql.raw(isDescending ? `''` : `'${LAST_CHARACTER}'`)})`);

const environmentRank = sql`array_position(array[${sql.raw(
  Environment.options.map((name) => `'${name}'`).join(','),
)}]::text[], ${servers.environment}::text)`;

/** The rank of the status is compared as it is, because an index has it. */
const KEYS: Record<(typeof SERVER_SORTS)[number], Key> = {
  status: () => sql`${servers.statusRank}`,
  name: text(servers.name),
  environment: number(environmentRank),
  cpu: number(saneFigure('cpuUsage')),
  memory: number(saneFigure('memoryUsage')),
  disk: number(saneFigure('diskUsage')),
  uptime: number(saneFigure('uptime')),
  since: time(servers.statusSince),
  checked: time(servers.lastHealthCheck),
  os: text(servers.operatingSystem),
  type: text(servers.serverType),
  location: text(servers.serverLocation),
  function: text(servers.primaryFunction),
  team: text(servers.teamOwner),
};

/** Position in a list: the key, name and id of the last row. */
const Position = z.tuple([z.union([z.number(), z.string()]), z.string(), z.uuid()]);

/** The order of a list, by default that of the status: bad news first, and equal ones by name. */
export function sortingOf(sort: ServerSort = 'status') {
  const isDescending = sort.startsWith('-');
  const name = sort.replace('-', '') as keyof typeof KEYS;
  const key = KEYS[name](isDescending);
  return {
    /** For the position of a row. */
    key: sql<number | string>`${key}`,
    orderBy: [isDescending ? sql`${key} desc` : key, byName(servers.name), servers.id],
    /** The condition of the rows after a position. */
    after(cursor: string): SQL {
      const [value, serverName, id] = decodeCursor(cursor, Position);
      const at = typeof value === 'string' ? byName(sql`${value}::text`) : sql`${value}::${numberType(name)}`;
      const [row, others] = [
        sql`${byName(servers.name)}, ${servers.id}`,
        sql`${byName(sql`${serverName}::text`)}, ${id}::uuid`,
      ];
      if (!isDescending) return sql`(${key}, ${row}) > (${at}, ${others})`;
      return sql`(${key} < ${at} or (${key} = ${at} and (${row}) > (${others})))`;
    },
  };
}

const numberType = (name: keyof typeof KEYS): SQL => sql.raw(name === 'status' ? 'int' : 'float8');

export const positionOf = (key: number | string, { name, id }: ServerRow) => [key, name, id];
