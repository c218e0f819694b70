import type { TeamMember } from '../../contract/team.ts';
import type { Db } from '../db/open.ts';
import { listMembers } from '../team/queries.ts';
import type { Turn } from '../../contract/assistant.ts';
import { isCommon } from './common-words.ts';
import { NOT, readExceptions } from './exceptions.ts';
import { isFollowUp, NOT_READ } from './goes-on.ts';
import { literal } from './literal.ts';
import { Sentence, wordsOf } from './words.ts';

const CUE =
  /team members?|members?|people|persons?|staff|colleagues?|employees?|who is|who are|whos|who (?:do|did) (?:we|they|you) (?:have|employ)|who (?:have|has) (?:we|they) got|who isnt|who arent|who works?|who in|who from|who does|contact|e-?mails?|mails|mail address(?:es)?|administrators?|engineers?|analysts?|managers|departments?|directory|the team|(?:what|which) (?:team|department)(?= (?:is|does) \S+(?: \S+)? (?:in|on|work in|work for|belong to) $)/;
const ANYONE = / (?:anyone|anybody|someone|somebody)(?= (?:called|named|who|in|from) )/;
/** What roles are called in short: an engineer is whoever has it in the role. */
const KINDS = ['administrator', 'engineer', 'analyst', 'manager', 'architect', 'technician', 'specialist'];

const singular = (text: string) => text.replace(/s$/, '');
export const phrase = (text: string | null) => wordsOf(text ?? '').join(' ');

/** One thing that is asked of people; those of the same field widen each other, where none is turned round. */
type Part = { field: 'status' | 'department' | 'role' | 'name'; isNot: boolean; label: string; mark: number; holds: (member: TeamMember) => boolean }; // prettier-ignore

export type People = {
  members: TeamMember[];
  named: string[];
  isNamed: boolean;
  parts: Part[];
};

/** Who is meant: people by name, or those of a role or a department; undefined where a question is not about people. */
export async function takePeople(db: Db, sentence: Sentence, before?: People): Promise<People | undefined> {
  sentence.text = sentence.text
    .replace(ANYONE, ' people')
    .replaceAll(/ dbas?(?= )/g, ' database administrators');
  const members = await listMembers(db);
  sentence.text = withNames(sentence.text, members);
  const byName = members.filter(
    ({ name, email }) => sentence.has(exactly(phrase(name))) || sentence.has(exactly(phrase(email))),
  );
  for (const { name, email } of byName) {
    while (sentence.takePhrase(phrase(name)));
    while (sentence.takePhrase(phrase(email)));
  }
  if (byName.length > 0) return { members: byName, named: [], isNamed: true, parts: [] };
  if (!before && !sentence.has(CUE)) return undefined;
  const own = takeParts(sentence, members);
  const anew = new Set(own.map(({ field }) => field));
  const parts = [...(before?.parts ?? []).filter(({ field }) => !anew.has(field)), ...own];
  while (sentence.take(CUE));
  const fits = (member: TeamMember) =>
    parts.filter(({ isNot }) => isNot).every(({ holds }) => !holds(member)) &&
    [...Map.groupBy(parts.filter(({ isNot }) => !isNot), ({ field }) => field).values()].every((some) => some.some(({ holds }) => holds(member))); // prettier-ignore
  const labels = [...Map.groupBy(parts, ({ field, isNot }) => `${field}${isNot ? ' not' : ''}`)].map(
    ([name, some]) => `${name} ${some.map(({ label }) => label).join(' or ')}`,
  );
  return { members: members.filter(fits), named: labels, isNamed: false, parts };
}

/** "what does grace do", "role of grace" */
const WORK_OF = /^ (?:(?:and|so) )*(?:(?:what|whats) does (?<one>\S+) (?:do|work on|work as)|(?:what|whats)?(?: is)?(?: the)? ?(?:role|job|position) of (?<other>\S+)) $/; // prettier-ignore

/** A person who is asked for by a part of the name alone, also with an s that lacks its apostrophe: "grahams email". */
function withNames(text: string, members: TeamMember[]): string {
  const isName = (word: string) => members.some(({ name }) => says(name, word));
  const whole = text.replaceAll(/(?<= )(\p{L}{3,})s(?= )/gu, (word, name: string) =>
    isName(name) && !isName(word) && !isCommon(word) ? name : word,
  );
  const { one, other } = WORK_OF.exec(whole)?.groups ?? {};
  const name = one ?? other;
  return name !== undefined && isName(name) ? ` who is ${name} ` : whole;
}

/** Nothing said yet of whom. */
export const NOBODY: People = { members: [], named: [], isNamed: false, parts: [] };
const OF_PEOPLE = /\*\* team members?\b/;
/** Answers tell which people they are about, in the words of a question. */
const TOLD = /\*\* team members? with ((?!.*the text “).+)[.:]$/m;

/** People are none of these. */
const OF_SERVERS = /online|offline|virtual|physical|maintenance|warning|uptime|cpu|memory|disk|ips?/;

/** "which of their servers are offline?" is asked of people too. */
const THEIR_SERVERS = /servers?|hosts?|machines?|vms?|owns?|manages?|maintains?|runs?|look after/;

/** Whom the conversation was about, where the question goes on from it. */
export async function peopleBefore(db: Db, sentence: Sentence, history: Turn[]): Promise<People | undefined> {
  const answers = history.filter(({ type, content }) => type === 'assistant' && !NOT_READ.test(content));
  const said = answers.at(-1)?.content ?? '';
  if (sentence.has(OF_SERVERS) && !sentence.has(THEIR_SERVERS)) return undefined;
  if (!OF_PEOPLE.test(said) || !(isFollowUp(sentence) || sentence.has(/they|them|their|theirs/)))
    return undefined;
  const [, told] = TOLD.exec(said) ?? [];
  const those = told && (await takePeople(db, new Sentence(`people with ${told}`)));
  if (those && those.parts.length > 0) return those;
  const asked = history.filter(({ type }) => type === 'user').map(({ content }) => new Sentence(content));
  const first = asked.findLastIndex((one) => !isFollowUp(one));
  let before = NOBODY;
  // oxlint-disable-next-line no-await-in-loop -- The few questions that a conversation is sent with.
  for (const one of asked.slice(Math.max(0, first))) before = (await takePeople(db, one, before)) ?? before;
  return before;
}

/** The department whose people are meant, where nothing else was said of them. */
export function departmentOf({ parts }: People): string | undefined {
  const [first, ...others] = parts.filter(({ field }) => field !== 'status');
  return first?.field === 'department' && !first.isNot && others.length === 0 ? first.label : undefined;
}

/** The question without the names of departments, since "Server Services" asks for no server. */
export async function withoutDepartments(db: Db, { text }: Sentence): Promise<Sentence> {
  const own = Sentence.of(text);
  if (!own.has(CUE)) return own;
  for (const value of valuesOf(await listMembers(db), 'department')) while (own.takePhrase(value));
  return own;
}

function takeParts(sentence: Sentence, members: TeamMember[]): Part[] {
  sentence.text = sentence.text.replace(/ (not|dont|doesnt) works?(?= )/g, ' $1');
  readExceptions(sentence);
  const parts: Part[] = [];
  const add = (field: Part['field'], label: string, holds: Part['holds']) => {
    const { mark } = sentence;
    const isNot = sentence.take(new RegExp(`${NOT}·${mark}`)) !== undefined;
    parts.push({ field, label, holds, mark, isNot });
    if (isNot) sentence.text = sentence.text.replace(`·${sentence.mark}`, `·${mark}`);
  };
  for (const status of ['inactive', 'active'] as const)
    while (sentence.take(new RegExp(status)))
      add('status', status, (member) => (member.status === 'active') === (status === 'active'));
  for (const field of ['department', 'role'] as const)
    for (const value of valuesOf(members, field))
      while (
        !KINDS.includes(value) &&
        (sentence.takePhrase(value) ?? sentence.takePhrase(`${singular(value)}s`))
      )
        add(field, value, (member) => phrase(member[field]) === value);
  for (const kind of KINDS)
    while (sentence.take(new RegExp(`${kind}s?`)))
      add('role', `with the word “${kind}”`, ({ role }) => phrase(role).includes(kind));
  const { of, text } = sentence.take(NAME_STARTS)?.groups ?? {};
  if (text !== undefined)
    add('name', `starting with “${literal(text)}”`, ({ name }) => (of === 'last' || of === 'family' ? (phrase(name).split(' ').at(-1) ?? '') : phrase(name)).startsWith(text)); // prettier-ignore
  for (const name of namesIn(sentence, members))
    if (sentence.take(new RegExp(`(?:(?:${SAYS_NAME}) )?${RegExp.escape(name)}`)))
      add('name', `“${literal(name)}”`, (member) => says(member.name, name));
  joinAlike(sentence, parts);
  return parts;
}

/** Said to be a name, whether anybody has it or not. */
const SAYS_NAME = 'called|named|by the name of';
const CALLED = new RegExp(`(?<= (?:${SAYS_NAME}) )\\S+(?= )`);
const NAME_IS = / (?:with|whose) (?:(?:the|an?|first|last|family) )*name(?: is| of)?(?= )/;
const NAME_STARTS = /(?:with|whose) (?:(?:the|an?) )?(?:(?<of>first|last|family) )?names? (?:that )?(?:start|begin)(?:s|ing|ning)? with(?: (?:the|an?))?(?: letter)? (?<text>[^\s·]+)/; // prettier-ignore
const says = (text: string, words: string) => ` ${phrase(text)} `.includes(` ${words} `);

/** Parts of names: "patel", "bo"; those that stand side by side are of one person. */
function namesIn(sentence: Sentence, members: TeamMember[]): string[] {
  sentence.text = sentence.text.replace(NAME_IS, ' called');
  const called = CALLED.exec(sentence.text)?.[0];
  const isName = (word: string) =>
    word === called || (!isCommon(word) && members.some(({ name }) => says(name, word)));
  const marked = sentence.text.trim().split(' ').map((word) => (!word.startsWith('·') && isName(word) ? word : '·')); // prettier-ignore
  return [
    ...new Set(
      marked
        .join(' ')
        .split('·')
        .map((name) => name.trim()),
    ),
  ].filter(Boolean);
}

const valuesOf = (members: TeamMember[], field: 'department' | 'role'): string[] =>
  [...new Set(members.map((member) => phrase(member[field])))]
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length);

const JOIN =
  / ·(?<one>\d+) (?<word>or|nor|and) (?:(?:in|the|of|an?|with|are|is|who|role|department) )*·(?<other>\d+)(?= )/g;

/** "engineers or analysts" is understood, and "not in one or another"; an "or" between unlike things is left. */
function joinAlike(sentence: Sentence, parts: Part[]) {
  // "not in one, another or a third": what stands right behind a value is listed with it.
  for (const [, one, other] of sentence.text.matchAll(/·(\d+)(?= ·(\d+) )/g)) {
    const [a, b] = [one, other].map((mark) => parts.find((part) => part.mark === Number(mark)));
    if (a?.isNot && a.field === b?.field) b.isNot = true;
  }
  for (let text = ''; text !== sentence.text;) {
    text = sentence.text;
    sentence.text = text.replace(JOIN, (all, one: string, word: string, other: string) => {
      const [a, b] = [one, other].map((mark) => parts.find((part) => part.mark === Number(mark)));
      if (!a || !b || (a.field !== b.field && word === 'or')) return all;
      if ((a.field === b.field || word === 'nor') && a.isNot) b.isNot = true;
      return ` ·${one} ·${other}`;
    });
  }
}

const exactly = (text: string) => (text ? new RegExp(RegExp.escape(text)) : /(?!)/);
