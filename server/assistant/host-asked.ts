import { and, inArray } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { isCommon, isFiller } from './common-words.ts';
import { conditionsOf, isFiltered, partsOf, subjectOf } from './filter-sql.ts';
import type { Part, ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { attributeNamed, takeAttributes, takeFree } from './host-answers.ts';
import type { Attribute } from './host-answers.ts';
import { fold } from '../search/queries.ts';
import { readVocabulary } from './vocabulary.ts';
import { asksForOther, isClaim, othersIn, placed, thingOfNamed } from './other-than-named.ts';
import { Sentence, wordsOf } from './words.ts';

/** What a question asks of servers by name. */
export type Asked = {
  attributes: Attribute[];
  /** For "does web-1 run windows?": which of the servers it holds for. */
  holds?: ReadonlySet<string>;
  /** The words that nothing read. */
  unknown: string[];
  /** Where it asks for something else than what the server is: all its words, those for that thing, and what it asks of it. */
  other?: { said: string[]; things: string[]; isServer: boolean; attributes: Attribute[] };
};

const WHETHER = /^ (?:(?:and|so|but|please|tell me whether|tell me if|check whether|check if) )*(?:is|are|does|do|has|have)(?= )/; // prettier-ignore
/** "is it up and how long has it been?" */
const MORE_THAN_WHETHER = /how (?:long|many|much|often)|when/;
/** Asks for another machine than the one that is named. */
const ITS_HOST = /(?:vm|virtual|virtualisation|virtualization|esx|parent) hosts?|hypervisors?/;

/** "is web-1 up and who owns it?" */
const BESIDES = / (?:who|where|whose|which|what|how) .*$/;

/** Every word beside the names is read as a field, a value of one or a filler, or told to be none. */
export async function takeAsked(
  db: Db,
  query: string,
  sentence: Sentence,
  hosts: ServerRow[],
): Promise<Asked> {
  const vocabulary = await readVocabulary(db);
  sentence.text = sentence.text.replace(UP_AGAIN, '$<subject>up ');
  const whole = placed(sentence);
  const claimed = Sentence.of(whole.text);
  const claims = takeFilter(claimed, vocabulary);
  const own = Sentence.of(sentence.text.replaceAll(/ (?:·\d+ )+/g, ' '));
  const values = takeFilter(own, vocabulary);
  const isRead = own.rest(new Set()).every(isFiller) && !own.has(MORE_THAN_WHETHER);
  if (WHETHER.test(sentence.text) && isRead && isOneOfEach(values) && isClaim(claimed, claims)) {
    const told = partsOf(values).flatMap(attributeOf);
    const besides = takeAttributes(Sentence.of(BESIDES.exec(own.text)?.[0] ?? ' '));
    const attributes = [...new Set(told.length > 0 ? [...told, ...besides] : told)];
    const holds = isClear(values, hosts) ? { holds: await holdFor(db, values, hosts) } : {};
    if (attributes.length > 0) return { attributes, ...holds, unknown: [] };
  }
  const other = await otherAsked(db, query, { whole, claimed, claims, hosts });
  if (other) return other;
  const host = sentence.take(ITS_HOST)?.[0].trim();
  const attributes = takeFree(sentence, takeAttributes(sentence));
  const left = Sentence.of(sentence.text.replaceAll(/ (?:·\d+ )+/g, ' '));
  const said = takeFilter(left, vocabulary);
  // A value that is not theirs is told from theirs.
  const isTrue = isFiltered(said) && (await holdFor(db, said, hosts)).size === hosts.length;
  // "web-1 backup" asks for what is written of its backup, and not whether that is what it does.
  const isThing = (part: Part) => 'field' in part && part.field === 'function' && !WHETHER.test(new Sentence(query).text); // prettier-ignore
  const things = isTrue ? [] : partsOf(said).filter(isThing);
  const others = isTrue ? [] : partsOf(said).filter((part) => !things.includes(part)).flatMap(attributeOf); // prettier-ignore
  const isKnown = attributes.length > 0 ? isFiller : (word: string) => isCommon(word) && !TURNS.test(word);
  const isOfBoot = attributes.some(({ name }) => name === 'Uptime');
  const unknown = left.rest(new Set()).filter((word) => !isKnown(word) && !(isOfBoot && OF_TIME.test(word)));
  return {
    attributes: [...new Set([...attributes, ...others])],
    unknown: [
      ...(host ? [host] : []),
      ...things.flatMap((part) => ('label' in part ? wordsOf(part.label) : [])),
      ...unknown,
    ],
  };
}

/** "which server keeps the backups of web-1": nothing of web-1 itself is the answer. */
async function otherAsked(
  db: Db,
  query: string,
  {
    whole,
    claimed,
    claims,
    hosts,
  }: { whole: Sentence; claimed: Sentence; claims: ServerFilter; hosts: ServerRow[] },
): Promise<Asked | undefined> {
  const words = whole.text.trim().split(' ');
  if (words.some((word) => TURNS.test(word))) return undefined;
  // What has an address is asked for by it: "which server uses 10.0.0.5".
  const isByName = hosts.every(({ name }) => !query.includes('.') || fold(query).includes(fold(name)));
  const isServer = isByName && asksForOther(whole);
  const held = isFiltered(claims) && (await holdFor(db, claims, hosts)).size === hosts.length;
  const things = held ? [] : othersIn(claimed, claims);
  const rest = Sentence.of(whole.text);
  const attributes = takeAttributes(rest);
  const thing = thingOfNamed(rest).filter((word) => !isCommon(word));
  const done = DONE.exec(whole.text)?.[0].trim().split(' ') ?? [];
  const named = [...things.flatMap(({ label }) => wordsOf(label)), ...thing, ...done];
  if (!isServer && named.length === 0) return undefined;
  const isKept = (word = '') => named.includes(word) || (word !== '@' && !isFiller(word));
  const said = words.filter(
    (word, at) => isKept(word) || (things.length > 0 && THING.test(word) && isKept(words[at - 1])),
  );
  const unknown = said.filter((word) => !isCommon(word));
  return { attributes: [], unknown, other: { said, things: named, isServer, attributes } };
}

/** "is web-1 back up?" asks for no backup, and "is web-1 back yet?" for the same. */
const UP_AGAIN = /(?<subject> (?:is|are) .*)back (?:up |online )?(?:again |now |yet )?$/;

/** What is done to a server by two words, of which one alone would say that it is up. */
const DONE = / (?:(?:back|clean|roll)(?:s|ed)|(?:to|i|we|you) back) (?:up|back)(?= )/;
const THING = /^(?:server|host|machine|vm|box)$/;

/** "was it booted this week?": the uptime tells it. */
const OF_TIME =
  /^(?:last|past|within|since|hours?|days?|weeks?|months?|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/;

/** Asks for other servers than the one that is named. */
export const TURNS = /^(?:same|else|other|others|another|shares?|sharing)$/;

/** "production or staging?" asks which of the two. */
const isOneOfEach = (filter: ServerFilter): boolean => {
  const fields = filter.choices.map(({ field }) => field);
  return isFiltered(filter) && filter.either.length === 0 && new Set(fields).size === fields.length;
};

/** A server with a warning, or in maintenance, may be up or not. */
const isClear = ({ choices }: ServerFilter, hosts: ServerRow[]): boolean =>
  !choices.some(({ field, values }) => field === 'status' && values.includes('online')) ||
  hosts.every(({ status }) => status === 'online' || status === 'offline');

function attributeOf(part: Part): Attribute[] {
  const attribute = attributeNamed(subjectOf(part));
  return attribute ? [attribute] : [];
}

async function holdFor(db: Db, filter: ServerFilter, hosts: ServerRow[]): Promise<Set<string>> {
  const ids = hosts.map(({ id }) => id);
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(and(inArray(servers.id, ids), conditionsOf(filter)));
  return new Set(rows.map(({ id }) => id));
}
