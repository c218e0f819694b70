import { sql } from 'drizzle-orm';

/** What indexes are made of and limited to. A query must say the same to use such an index. */

export const NOT_IN_BIN = sql`deleted_at is null`;
export const IN_BIN = sql`deleted_at is not null`;

/** What a server is called by, in lower case: its name, its host name, the first part of it and its address. */
export const SERVER_NAMES = sql`(array[lower(name), lower(hostname), split_part(lower(hostname), '.', 1), lower(ip_address)])`;

/** Of the machines that documents name: those that a text links to, and words. */
export const IS_LINK = sql`server_id is not null`;
export const IS_NO_LINK = sql`server_id is null`;

/** From its end, because the hosts of a domain end alike. */
export const FROM_ITS_END = sql`reverse(word) text_pattern_ops`;

/** A word that is an address of a private network, but not of the network itself or of all its machines. */
export const IS_PRIVATE_ADDRESS = sql.raw(
  String.raw`(server_id is null and word ~ '^(10\.\d{1,3}|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}$' and word !~ '\.(0|255)$')`,
);
