import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { servers } from '../db/schema.ts';
import { literal } from './literal.ts';
import type { Sentence } from './words.ts';

/** A name or an address that begins or ends with a text, or has it in it. */
export type NamePart = {
  partOf: 'name' | 'hostname' | 'IP address';
  place: 'starting with' | 'ending with' | 'containing' | 'exactly';
  text: string;
  isNot?: boolean;
  mark: number;
};

const FIELD = '(?<field>ip(?: address(?:es)?)?|address(?:es)?|hostnames?|names?)';
const NOT = '(?:(?<not>not|doesnt|dont|does not|do not) )?';
const BEFORE = '(?:(?:whose|with|where|having|have|has|the|an?|their|that|which) )*';
const KIND = '(?: (?:the|letters?|prefix|word|suffix|digits?|number|text))*';
const TEXT = String.raw`(?<text>[^\s·]+)`;
const WAYS = [
  `${BEFORE}${FIELD} ${NOT}(?<place>exactly) ${TEXT}`,
  // What is called a front end has no name that ends so.
  `${BEFORE}(?:${FIELD} )?${NOT}(?<!(?:front|back) )(?<place>start|begin|end)(?:s|ing|ning)? (?:with|in|by)${KIND} ${TEXT}`,
  `${BEFORE}${FIELD} ${NOT}(?:contain|include|ha)(?:s|ing|ving)?${KIND} ${TEXT}`,
  `(?:with|having|that have|which have) ${TEXT} in (?:the|their|its) ${FIELD}`,
  `(?<=(?:servers|hosts|machines|vms|boxes) )(?:that are |which are )?${NOT}(?:called|named)(?: like)? ${TEXT}`,
].map((way) => new RegExp(way));

const SERVERS = /servers?|hosts?|machines?|vms?|box|boxes|nodes?|ones/;

export function takeNameParts(sentence: Sentence): NamePart[] {
  // People and documents have names too.
  if (sentence.has(/whose/) && !sentence.has(SERVERS)) return [];
  const parts: NamePart[] = [];
  for (const way of WAYS)
    for (let groups = sentence.take(way)?.groups; groups; groups = sentence.take(way)?.groups) {
      const { field = 'name', not, place = 'contain', text = '' } = groups;
      parts.push({
        partOf: /^(?:ip|addr)/.test(field) ? 'IP address' : field.startsWith('host') ? 'hostname' : 'name',
        place: PLACES[place] ?? 'containing',
        text,
        isNot: not !== undefined,
        mark: sentence.mark,
      });
    }
  return parts;
}

const PLACES: Record<string, NamePart['place']> = {
  start: 'starting with',
  begin: 'starting with',
  end: 'ending with',
  exactly: 'exactly',
};

const COLUMNS = { name: servers.name, hostname: servers.hostname, 'IP address': servers.ipAddress };

export function namePartCondition({ partOf, place, text, isNot }: NamePart): SQL {
  const value = sql`lower(coalesce(${COLUMNS[partOf]}, ''))`;
  const holds =
    place === 'containing'
      ? sql`strpos(${value}, ${text}) > 0`
      : place === 'starting with'
        ? sql`starts_with(${value}, ${text})`
        : place === 'ending with'
          ? sql`right(${value}, ${text.length}) = ${text}`
          : sql`${value} = ${text}`;
  return isNot ? sql`not (${holds})` : holds;
}

/** In words that are read as those of a question. */
export const describeNamePart = ({ partOf, place, text, isNot }: NamePart): string =>
  `${partOf} ${isNot ? 'not ' : ''}${place} “${literal(text)}”`;
