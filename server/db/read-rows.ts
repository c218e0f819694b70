import { Column, getTableName, is, SQL, Subquery, type DriverValueDecoder } from 'drizzle-orm';
import type { PgSession, SelectedFieldsOrdered } from 'drizzle-orm/pg-core';

type RawRow = Record<string, unknown>;
type Decoder = DriverValueDecoder<unknown, unknown>;
/** Drizzle's own types hide how an expression is decoded. */
type Decoding = { decoder: Decoder };
/** By table: whether every row has it. False for those that an outer join may lack. */
type Joined = Record<string, boolean> | undefined;

/**
 * Drizzle looks up how to decode a value for each value of each row, which takes a seventh of the time of a list. Here a
 * query looks it up once for each column.
 */
export function readRowsFast<D extends { _: { session: Pick<PgSession, 'prepareQuery'> } }>(db: D): D {
  const { session } = db._;
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (...[query, fields, name, isArray, readRows, ...rest]) => {
    let read: ((row: unknown[]) => RawRow) | undefined;
    const readFast = (rows: unknown[][]) => {
      // Drizzle sets the joins after it has prepared the query.
      read ??= rowReader(fields ?? [], (prepared as { joinsNotNullableMap?: Joined }).joinsNotNullableMap);
      return rows.map(read) as never;
    };
    const prepared = prepareQuery(query, fields, name, isArray, readRows ?? (fields && readFast), ...rest);
    return prepared as never;
  };
  return db;
}

function rowReader(fields: SelectedFieldsOrdered, joined: Joined): (row: unknown[]) => RawRow {
  const columns = fields.map(({ path, field }) => ({
    parents: path.slice(0, -1),
    name: path.at(-1) ?? '',
    decoder: decoderOf(field),
  }));
  const optional = joined ? optionalParts(fields, joined) : [];
  return (row) => {
    const result: RawRow = {};
    for (const [n, { parents, name, decoder }] of columns.entries()) {
      let part = result;
      for (const parent of parents) part = (part[parent] ??= {}) as RawRow;
      const value = row[n];
      part[name] = value === null ? null : decoder.mapFromDriverValue(value);
    }
    for (const { name, first } of optional) if (row[first] === null) result[name] = null;
    return result;
  };
}

function decoderOf(field: SelectedFieldsOrdered[number]['field']): Decoder {
  if (is(field, Column)) return field;
  if (is(field, Subquery)) return (field._.sql as unknown as Decoding).decoder;
  return ((is(field, SQL) ? field : field.sql) as unknown as Decoding).decoder;
}

/** Parts of the result that hold columns of one table only, which an outer join may lack, with their first column. */
function optionalParts(fields: SelectedFieldsOrdered, joined: Record<string, boolean>) {
  const columns = fields.flatMap(({ path: [name, ...rest], field }, n) =>
    name !== undefined && rest.length === 1 && is(field, Column)
      ? [{ name, first: n, table: getTableName(field.table) }]
      : [],
  );
  return [...Map.groupBy(columns, ({ name }) => name).values()].flatMap(([one, ...others]) =>
    one && others.every(({ table }) => table === one.table) && !joined[one.table] ? [one] : [],
  );
}
