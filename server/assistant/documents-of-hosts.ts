import { and, inArray, sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { fold, inOneWord, lexemesOf, rankByText } from '../search/queries.ts';
import type { ServerRow } from '../servers/queries.ts';
import { isCommon } from './common-words.ts';
import { conditionsOf, isFiltered, NOTHING } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { takeServers } from './named.ts';
import { readVocabulary } from './vocabulary.ts';
import { HOW_TO, Sentence } from './words.ts';

export type Host = Pick<
  ServerRow,
  | 'id'
  | 'name'
  | 'primaryFunction'
  | 'secondaryFunction'
  | 'tertiaryFunction'
  | 'operatingSystem'
  | 'hardwareModel'
  | 'teamOwner'
>;
/** What servers do, of an inventory that has more of it than people could tell apart. */
const FUNCTIONS = 2_000;

/** What documents about a server may say of it. */
export const besides = (hosts: Host[]) =>
  hosts.map(({ name, primaryFunction }) => `${name} ${primaryFunction ?? ''}`).join(' ');

/** Of documents those that may be about the servers: none that is called by another one or by what only others do, and first of all those called by what they do. */
export async function ofHosts<T extends { title: string }>(
  db: Db,
  texts: T[],
  { hosts, question }: { hosts: Host[]; question: string },
): Promise<T[]> {
  const named = texts.map(({ title }) => new Set(lexemesOf(title)));
  const words = [...new Set(named.flatMap((own) => [...own]))];
  const own = new Set(hosts.map(({ name }) => name.toLowerCase()));
  const rows = words.length === 0 ? [] : await db.select({ name: sql<string>`lower(${servers.name})` }).from(servers)
    .where(sql`lower(${servers.name}) = any(${sql.param(words)}::text[]) and ${notInBin(servers)}`); // prettier-ignore
  const others = rows.map(({ name }) => name).filter((name) => name.includes('-') && !own.has(name));
  const left = texts.filter((_, place) => !others.some((name) => named[place]?.has(name)));
  const doing = hosts
    .map(({ primaryFunction }) => lexemesOf(primaryFunction ?? ''))
    .filter((one) => one.length > 0);
  const isCalledSo = ({ title }: T) => {
    const held = lexemesOf(title);
    return (
      doing.some((one) => one.every((word) => held.includes(word))) ||
      [...own].some((name) => held.includes(name))
    );
  };
  const called = left.filter(isCalledSo);
  if (called.length > 0 || doing.length === 0) return called.length > 0 ? called : left;
  const elsewhere = await doneElsewhere(db, hosts, question);
  return left.filter(({ title }) => {
    const held = lexemesOf(title);
    return !elsewhere.some((one) => one.every((word) => held.includes(word)));
  });
}

/** "how do I restart the Windows servers": of all of them. */
const OF_SERVERS = new RegExp(
  ` ${HOW_TO.source} .*(?:servers?|hosts?|machines?|vms?|boxes|them|these|those) `,
);
/** What is done and called otherwise. */
const ALSO: Record<string, string> = { reboot: 'restart' };

/**
 * Where a question names what servers do, or asks how something is done with servers, of the documents those that tell something of what it asks besides, and that are called
 * by no other function: neither the copies of a mail relay nor the restart of a print server are how a mail relay is restarted.
 */
export async function ofFunction<T extends { title: string; content: string }>(
  db: Db,
  texts: T[],
  question: string,
): Promise<T[]> {
  const vocabulary = await readVocabulary(db);
  const named = takeFilter(new Sentence(question), vocabulary).choices.filter(
    ({ field }) => field === 'function',
  );
  if (named.length === 0 && !OF_SERVERS.test(new Sentence(question).text)) return texts;
  const known = new Set(lexemesOf([question, ...named.flatMap(({ values }) => values)].join(' ')));
  const all = vocabulary.filter(({ field }) => field === 'function').flatMap(({ values }) => values);
  // What is done by a single word, a backup or a report, is in many titles.
  const others = [...new Set(all)]
    .map((value) => lexemesOf(value))
    .filter((stems) => stems.length > 1 && stems.some((stem) => !known.has(stem)));
  const own = new Set(lexemesOf(named.flatMap(({ values, label }) => [...values, label]).join(' ')));
  const asked = new Sentence(inOneWord(question)).rest(new Set()).filter((word) => !isCommon(word));
  const besides = lexemesOf(asked.join(' ')).filter((stem) => !own.has(stem));
  return texts.filter(({ title, content }) => {
    const held = lexemesOf(title);
    const text = new Set([...held, ...lexemesOf(content)]);
    const tells =
      besides.length === 0 || besides.some((stem) => text.has(stem) || text.has(ALSO[stem] ?? stem));
    return tells && !others.some((stems) => stems.every((stem) => held.includes(stem)));
  });
}

/** What servers of the inventory do and these do not; what the question asks for by its name is done with these. */
async function doneElsewhere(db: Db, hosts: Host[], question: string): Promise<string[][]> {
  const own = hosts.flatMap((host) => [
    host.primaryFunction, host.secondaryFunction, host.tertiaryFunction, host.operatingSystem, host.hardwareModel,
  ]); // prettier-ignore
  const known = new Set(lexemesOf([question, ...own].join(' ')));
  const { rows } = await db.execute<{ does: string }>(sql`
    select distinct does from ${servers}, lateral (values (primary_function), (secondary_function), (tertiary_function)) done (does)
    where ${notInBin(servers)} and trim(does) <> '' order by does limit ${FUNCTIONS}`);
  return rows.map(({ does }) => lexemesOf(does)).filter((one) => one.some((word) => !known.has(word)));
}

/** Servers of a kind that are looked at for what they run. */
const OF_KIND = 500;

/** The servers that do what a question names, if it names any. */
export async function serversDoing(db: Db, question: string): Promise<Host[]> {
  const { choices } = takeFilter(new Sentence(question), await readVocabulary(db));
  const kinds = choices.filter(({ field }) => field === 'function' || field === 'operatingSystem');
  if (!kinds.some(({ field, isNot }) => field === 'function' && !isNot)) return [];
  return db
    .select()
    .from(servers)
    .where(conditionsOf({ ...NOTHING, choices: kinds }))
    .orderBy(servers.id)
    .limit(OF_KIND);
}

/** The question without what it names servers by. */
export async function withoutKinds(db: Db, question: string): Promise<string> {
  const sentence = new Sentence(question);
  takeFilter(sentence, await readVocabulary(db));
  return sentence.text.replaceAll(/ ·\d+(?= )/g, ' ').trim();
}

/** "Maintenance windows" are times. */
const TIMES =
  / (?:\S*(?:maintenance|change|patch|patching|update|service|release|backup|freeze|time)) windows?(?= )/g;

/** Whether a heading names operating systems, and if so one that the servers run. */
export async function systemOf(
  db: Db,
  hosts: Host[],
): Promise<(heading: string) => 'own' | 'other' | undefined> {
  const vocabulary = await readVocabulary(db);
  return (heading) => {
    const sentence = new Sentence(heading);
    sentence.text = sentence.text.replaceAll(TIMES, ' ');
    const { choices } = takeFilter(sentence, vocabulary);
    const systems = choices
      .filter(({ field }) => field === 'operatingSystem')
      .flatMap(({ values }) => values);
    const runs = ({ operatingSystem }: Host) => operatingSystem !== null && systems.includes(operatingSystem);
    if (systems.length === 0) return undefined;
    if (hosts.some(runs)) return 'own';
    return hosts.every(({ operatingSystem }) => operatingSystem !== null) ? 'other' : undefined;
  };
}

/** A passage that names servers, and none of these; what is written for the function of one names the first of its kind as an example. */
export async function tellsOfOthers(
  db: Db,
  { title, passage }: { title: string; passage: string },
  hosts: Host[],
): Promise<boolean> {
  const does = hosts.map(({ primaryFunction }) => fold(primaryFunction?.trim() ?? '')).filter(Boolean);
  // "Logs of web servers are kept on log-1", "databases are copied to vault-1"
  const kinds = does.flatMap((one) => [`${one}s`, `${one.replace(/ server$/, '')}s`]);
  if (does.some((one) => fold(title).includes(one)) || kinds.some((one) => fold(passage).includes(one)))
    return false;
  const called = lexemesOf(title);
  if (hosts.some(({ name }) => called.includes(fold(name)))) return false;
  const named = await takeServers(db, new Sentence(passage), passage);
  if (named.length === 0) return isOfOtherKind(db, passage, hosts);
  return named.every(({ id }) => hosts.every((host) => host.id !== id));
}

/** Servers in general, whichever they are. */
const SERVERS = /\b(?:servers|hosts|machines|vms|boxes)\b/i;
const OF_ALL = new Set(lexemesOf('server servers host machine system systems'));

/**
 * Whether a document is called by a word of the question, or says anything of these servers or of servers in general: that an airside
 * pass costs 40 euros is not what a server costs. Of one that documents name, those that merely have words of what it does, or its team, say nothing.
 */
export async function saysOf(
  db: Db,
  { title, content, asked }: { title: string; content: string; asked: string[] },
  hosts: Host[],
): Promise<boolean> {
  const called = lexemesOf(title);
  if (SERVERS.test(`${title} ${content}`) || asked.some((stem) => called.includes(stem))) return true;
  const text = fold(`${title} ${content}`);
  const held = new Set(lexemesOf(text));
  // One word of two is there by chance: a weighbridge controller is nothing of "Access control".
  const isSaid = (value: string | null, words: { has: (stem: string) => boolean } = held) => {
    const own = lexemesOf(value ?? '').filter((stem) => !OF_ALL.has(stem) && /\p{L}/u.test(stem));
    return own.filter((stem) => words.has(stem)).length > own.length / 2;
  };
  const isOf = ({ name, primaryFunction }: Host) => isSaid(name) || isSaid(primaryFunction, new Set(called));
  if (hosts.some(isOf)) return true;
  const isOfKind = ({ teamOwner, ...host }: Host) => {
    const does = [
      host.primaryFunction, host.secondaryFunction, host.tertiaryFunction, host.operatingSystem, host.hardwareModel,
    ]; // prettier-ignore
    const team = fold(teamOwner?.trim() ?? '');
    return does.some((value) => isSaid(value)) || (team !== '' && text.includes(team));
  };
  if (!hosts.some(isOfKind)) return false;
  const naming = await Promise.all(hosts.map(({ name }) => rankByText(db, name, ['document'], 1)));
  return naming.every(({ found }) => (found[0]?.told ?? 0) < NAMED);
}
/** All of a name, but for how figures are rounded. */
const NAMED = 0.999;

/** "Nobody restarts the billing servers": kinds of servers, of which these are none. */
const KINDS =
  / (?:the|our|all|every|each|no|on|of) (?:\p{L}\S* ){1,3}?(?:servers?|hosts?|machines?|vms?|boxes)(?= )/gu;

async function isOfOtherKind(db: Db, passage: string, hosts: Host[]): Promise<boolean> {
  const vocabulary = await readVocabulary(db);
  const kinds = [...new Sentence(passage).text.matchAll(KINDS)]
    .map(([said]) => takeFilter(new Sentence(said), vocabulary))
    .filter(isFiltered);
  if (kinds.length === 0) return false;
  const own = inArray(
    servers.id,
    hosts.map(({ id }) => id),
  );
  const counts = await Promise.all(kinds.map((kind) => db.$count(servers, and(own, conditionsOf(kind)))));
  return counts.every((count) => count === 0);
}
