import type { Db } from '../db/open.ts';
import { isFiller } from './common-words.ts';
import { describeFilter, FIELD_NAMES, isFiltered, NOTHING } from './filter-sql.ts';
import type { Choice, Part, ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { answerStatus } from './group-answers.ts';
import { mergedFilter } from './follow-up.ts';
import { attributeNamed } from './host-answers.ts';
import { counted } from './literal.ts';
import { answerList, countServers, nothing, withText } from './server-answers.ts';
import { heldByNone } from './rest-of-question.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

/** "the hypervisors, are they all physical?" */
const OF_THEM =
  /^ (?:(?:and|so|but|ok) )*(?<topic>(?:the|our)(?: (?!(?:how|which|what|where|who|when|why|is|are|do|have) )\S+){1,6}?) (?<verb>are|do|have) (?:all of )?(?:they|these|those|them)(?: all)? /;
/** "are all", "does every", "are the hypervisors all", "do they": who is meant, and what all of them shall be. */
const ALL_OF =
  /^ (?:(?:and|so|but|ok) )*(?:(?:is|are|do|does|have|has) (?:(?:all|every|each|everything)(?: of)?|(?<first>they|these|those|the \S+(?: \S+){0,5}?) all)|(?:are|do|have) (?:(?<they>they|these|those)|the))(?<rest> .+)$/;
const THEY = /they|these|those|them/;
const THINGS = /servers?|hosts?|machines?|vms?|boxes|everything|hardware|they|these|those|them/;
/** More is said of them than that all are so. */
const MORE = /but|yet|or|nor|not|except|without/;
/** "are all hypervisors physical and on ESXi 8": each is told of all of them. */
const AND = / and(?: (?:also|all|both|are|do|have|is))*(?= )/;
/** "is all the hardware from Dell?": of what has some. */
const HARDWARE = / hardware(?= )/;
const SOME_HARDWARE: ServerFilter = { ...NOTHING, others: [{ missing: 'hardwareModel', isNot: true, mark: 0 }] }; // prettier-ignore

/** Whoever asks whether all are well hears how all are, wherever the place stands: "are all servers up in Lyon". */
const HEALTH =
  / (?:up|working|ok|okay|all right|alright|fine|well|good|healthy|online|reachable)(?= )| running(?= (?:$|in|at|on the|and|right|now|today|currently|again))/;

type Asking = { before: ServerFilter | undefined; timeZone: string };

/** "are all hypervisors on ESXi 8?": yes, or those that are not; undefined for another question. */
export async function answerWhetherAll(
  db: Db,
  { text }: Sentence,
  vocabulary: Vocabulary,
  { before, timeZone }: Asking,
): Promise<string | undefined> {
  const { first, they, rest } = ALL_OF.exec(text.replace(OF_THEM, ' $<verb> $<topic> all '))?.groups ?? {};
  const whom = first ?? they;
  const [head = '', ...others] = ` ${whom ?? ''}${rest ?? ''}`.replace(/^ {2,}/, ' ').split(AND);
  const isOfBefore = Sentence.of(`${head} `).has(THEY);
  // That all are well is told with how all are.
  if ((others.length === 0 && HEALTH.test(text)) || (!before && isOfBefore)) return undefined;
  const subject = askedIn(`${head.trimEnd()} `, vocabulary, timeZone);
  const claims = [subject, ...others.map((other) => askedIn(`${other.trimEnd()} `, vocabulary, timeZone))];
  // "the web servers", which only their texts call so.
  const isUnheld = subject !== undefined && (await heldByNone(db, subject.named.words)).length > 0;
  const isMeant = before !== undefined || Sentence.of(text).has(THINGS) || subject?.said.includes('·');
  if (!subject || !isMeant || isUnheld) return undefined;
  const base = HARDWARE.test(subject.said) ? mergedFilter(SOME_HARDWARE, subject.named) : subject.named;
  const meant = before ? mergedFilter(before, base) : base;
  const told: string[] = [];
  for (const [place, claim] of claims.entries()) {
    if (!claim || (place > 0 && isFiltered(claim.named))) return undefined;
    // oxlint-disable-next-line no-await-in-loop -- A few claims.
    const answer = claim.isHealth ? await answerStatus(db, meant) : await toldOfAll(db, meant, claim.parts, timeZone); // prettier-ignore
    if (answer === undefined) return undefined;
    told.push(answer);
  }
  return told.join('\n\n');
}

/** What is said of all, and of which ones; undefined where not every word is read. */
function askedIn(text: string, vocabulary: Vocabulary, timeZone: string) {
  const isHealth = HEALTH.test(text);
  const sentence = Sentence.of(text.replace(HEALTH, ''));
  const filter = takeFilter(sentence, vocabulary, timeZone);
  const asked = isHealth ? { parts: [], said: sentence.text } : askedOfAll(sentence, filter, vocabulary);
  const words = asked?.said.split(' ').filter((word) => !isRead(word)) ?? [];
  const isCalled = words.length <= 1 && CALLED.test(asked?.said ?? '');
  if (!asked || sentence.has(MORE) || (words.length > 0 && !isCalled)) return undefined;
  const isOwn = (one: Part) => !asked.parts.includes(one);
  const named = {
    ...NOTHING,
    choices: filter.choices.filter(isOwn),
    others: filter.others.filter(isOwn),
    words,
  };
  return { ...asked, isHealth, named };
}

/** "the web servers" */
const CALLED = /^ (?:(?:all|the|our|of) )*(?:\p{L}+) (?:servers|hosts|machines|vms|boxes)(?= )/u;
const isRead = (word: string) => isFiller(word) || word.startsWith('·') || word === '' || word === 'hardware';

/** What stands last is what all shall be: a value, several of one field, a field, a limit, or a part of a value. */
function askedOfAll(
  { text }: Sentence,
  { choices, others, either }: ServerFilter,
  vocabulary: Vocabulary,
): { parts: Part[]; said: string } | undefined {
  const { said = '', marks = '', behind = '' } = /^(?<said>.*?)(?<marks>(?: ·\d+)*)(?<behind>(?: [^·\s]+)*) $/.exec(text)?.groups ?? {}; // prettier-ignore
  if (either.length > 0) return undefined;
  const last = behind.split(' ').findLastIndex((word) => word !== '' && !isFiller(word));
  if (last >= 0) {
    const first = behind.split(' ').findIndex((word) => word !== '' && !isFiller(word));
    const parts = valuesHaving(
      behind
        .split(' ')
        .slice(first, last + 1)
        .join(' '),
      vocabulary,
    );
    const system = choices.find(
      ({ mark, field }) => marks.endsWith(` ·${mark}`) && field === parts[0]?.field,
    );
    if (!system) return parts.length > 0 ? { parts, said: `${said}${marks} ` } : undefined;
    // "ESXi 7": of the systems that are called so.
    system.values = system.values.filter((value) => parts.some(({ label }) => label === value));
    system.label = system.values.join(' or ');
    return system.values.length > 0 ? { parts: [system], said: `${said}${marks} ` } : undefined;
  }
  const found = [...marks.matchAll(/·(\d+)/g)].map(([, mark]) => [...choices, ...others].filter((part) => part.mark === Number(mark))); // prettier-ignore
  const [part, second] = found.at(-1) ?? [];
  if (!part || second) return undefined;
  const field = 'field' in part ? part.field : undefined;
  const isSame = (some: Part[]) => some.some((one) => 'field' in one && one.field === field);
  const from = found.findLastIndex((some) => some[0] !== part && !isSame(some)) + 1;
  return { parts: found.slice(from).flat(), said: `${said}${' ·0'.repeat(from)} ` };
}

/** "ESXi 8" of VMware ESXi 8.0. */
function valuesHaving(said: string, vocabulary: Vocabulary): Choice[] {
  const part = new RegExp(` ${RegExp.escape(said)}(?=[ .])`);
  const having = vocabulary.filter(({ words }) => part.test(` ${words} `));
  const [{ field } = {}] = having;
  if (!field) return [];
  const values = new Set(having.filter((one) => one.field === field).flatMap((one) => one.values));
  return [...values].map((label) => ({ field, values: [label], isNot: false, label, mark: 0 }));
}

async function toldOfAll(
  db: Db,
  base: ServerFilter,
  parts: Part[],
  timeZone: string,
): Promise<string | undefined> {
  const turned = parts.flatMap((part) => turnedRound(part) ?? []);
  const isHealth = parts.some((part) => 'field' in part && part.values.includes('online'));
  if (isHealth || turned.length < parts.length) return undefined;
  const total = await countServers(db, base);
  if (total === 0) return nothing(base);
  const rest = withParts(base, turned);
  const others = await countServers(db, rest);
  const known = parts.some((part) => 'figure' in part) ? await countServers(db, withParts(base, parts)) : total - others; // prettier-ignore
  const lack = total - others - known;
  const unknown = lack > 0 ? ` Of ${counted(lack, 'server')} it is not recorded.` : '';
  const all = `${counted(total, 'server')}${withText(base)}`;
  const so = describeFilter(withParts(NOTHING, parts));
  const isSo = total === 1 ? 'it has' : 'all have';
  if (others === 0)
    return `Yes: ${all}, and ${lack > 0 ? `**${known}** of them have` : isSo} ${so}.${unknown}`;
  const asked = parts.flatMap((part) => ('field' in part && attributeNamed(FIELD_NAMES[part.field])) || []);
  const list = await answerList(db, rest, { asked: [...new Set(asked)], timeZone });
  return `No: of ${all}, **${others}** ${others === 1 ? 'is' : 'are'} not so.${unknown}\n\n${list}`;
}

const withParts = (filter: ServerFilter, parts: Part[]): ServerFilter => ({
  ...filter,
  choices: [...filter.choices, ...parts.filter((part) => 'field' in part)],
  others: [...filter.others, ...parts.filter(isOther)],
});

const isOther = (part: Part): part is Exclude<Part, Choice> => !('field' in part);

const OPPOSITE = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' } as const;

/** Those of which it does not hold; undefined where no filter says so. */
function turnedRound(part: Part): Part | undefined {
  if ('field' in part || 'missing' in part) return { ...part, isNot: !part.isNot };
  if (!('figure' in part)) return undefined;
  return { ...part, sign: OPPOSITE[part.sign], label: part.label.replace(/ (?=over|under|above|below|more|less|at|up|[<>]|\d)/, ' not ') }; // prettier-ignore
}
