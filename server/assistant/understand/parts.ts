import type { Condition } from '../../../contract/shared/inventory-query.ts';
import type { Match } from './matcher.ts';
import type { Piece, Row } from './pattern.ts';

/** A phrase that was read, with what it says. */
export type Read = { match: Match<Row>; piece: Piece };
/** A condition with the phrase that it came from. Conditions joined by OR share a group. */
export type Part = { condition: Condition; read: Read; group: number };

export const startOf = ({ read }: Part): number => Math.min(...read.match.taken);
export const endOf = ({ read }: Part): number => Math.max(...read.match.taken);
