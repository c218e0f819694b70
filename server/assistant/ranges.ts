import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { servers } from '../db/schema.ts';
import type { Sentence } from './words.ts';

/** Addresses between two. */
export type Range = { from: string; to: string; mark: number };

const O = String.raw`\d{1,3}`;
const ADDRESS = String.raw`${O}(?:\.${O}){3}`;
const ANY = String.raw`(?:\.x){1,3}`;
const NET = '(?:sub)?nets?|networks?|ranges?|segments?|blocks?|vlans?';
const OF = `(?:(?:with |has |have |having |whose )?(?:an? |the |their )?(?:ips?|ip address(?:es)?|address(?:es)?) )?(?:(?:that|which|is|are|being) )*`;
const IN = `(?:(?:in|within|inside|from|on|of|like|start(?:s|ing)? (?:with|by|in|at)|begin(?:s|ning)? (?:with|by|in|at)) )`;
const THE_NET = `(?:(?:the|our) )?(?:(?:ip )?(?:${NET}) )?(?:of )?`;
const BEHIND = `(?: (?:ip )?(?:${NET}))?`;
/** The ways to say a range; only the last ones could be other numbers too, and want a word that says that they are none. */
const WAYS: RegExp[] = [
  new RegExp(`${OF}(?:between|from) (?<from>${ADDRESS}) (?:and|to|until|up to) (?<to>${ADDRESS})`),
  new RegExp(`${OF}${IN}?${THE_NET}(?<from>${ADDRESS}) ?[-–] ?(?<to>${ADDRESS})`),
  new RegExp(`${OF}${IN}?${THE_NET}(?<base>${ADDRESS})/(?<bits>\\d{1,2})${BEHIND}`),
  new RegExp(`${OF}${IN}?${THE_NET}(?<part>${O}(?:\\.${O}){0,2})${ANY}${BEHIND}`),
  new RegExp(`${OF}${IN}${THE_NET}(?<part>${O}(?:\\.${O}){1,2})${BEHIND}`),
];
/** Two addresses are no servers that are asked for by name. */
export const BETWEEN_ADDRESSES = WAYS[0] ?? /(?!)/;

/** Takes "in 10.64.0.0/16" and "10.64.0.x" out of the question. */
export function takeRanges(sentence: Sentence): Range[] {
  const ranges: Range[] = [];
  for (const way of WAYS) {
    const groups = sentence.take(way)?.groups;
    const ends = groups && endsOf(groups);
    if (!groups || !ends) continue;
    const [from, to] = ends.map(addressOf);
    if (from !== undefined && to !== undefined) ranges.push({ from, to, mark: sentence.mark });
  }
  return ranges;
}

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0); // prettier-ignore
const addressOf = (number: number): string => [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.'); // prettier-ignore

function endsOf({ from, to, base, bits, part }: Record<string, string | undefined>): number[] {
  if (from && to) return [numberOf(from), numberOf(to)];
  const parts = part?.split('.') ?? [];
  const size = 2 ** (32 - (bits ? Math.min(32, Number(bits)) : parts.length * 8));
  const address = numberOf(base ?? [...parts, '0', '0', '0'].slice(0, 4).join('.'));
  const first = Math.floor(address / size) * size;
  return [first, first + size - 1];
}

/** Texts that are no address are in no range. */
export const isWithin = ({ from, to }: Range): SQL =>
  sql`case when ${servers.ipAddress} ~ ${VALID} then ${servers.ipAddress}::inet between ${from}::inet and ${to}::inet else false end`;

const VALID = String.raw`^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.|$)){4}$`;
