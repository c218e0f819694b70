import { sql } from 'drizzle-orm';

/** Expressions and conditions of indexes. PostgreSQL uses such an index only for a query with the same expression. */

export const NOT_IN_BIN = sql`deleted_at is null`;
export const IN_BIN = sql`deleted_at is not null`;

/** The names of a server in lower case: its name, host name, the host name's first label, and address. */
export const SERVER_NAMES = sql`(array[lower(name), lower(hostname), split_part(lower(hostname), '.', 1), lower(ip_address)])`;

/** Rows of document_machines: links to servers, and words. */
export const IS_LINK = sql`server_id is not null`;
export const IS_NO_LINK = sql`server_id is null`;

/** Indexed in reverse, because hosts of a domain have the same ending. */
export const FROM_ITS_END = sql`reverse(word) text_pattern_ops`;

/** Addresses in private networks, except network and broadcast addresses. */
export const IS_PRIVATE_ADDRESS = sql.raw(
  String.raw`(server_id is null and word ~ '^(10\.\d{1,3}|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}$' and word !~ '\.(0|255)$')`,
);
