import type { TeamMember } from '../../contract/team.ts';
import type { Db } from '../db/open.ts';
import { listMembers } from '../team/queries.ts';
import { code, counted, linkTo, literal } from './literal.ts';
import { LISTED } from './server-answers.ts';
import { wordsOf } from './words.ts';
import type { Sentence } from './words.ts';

const CUE =
  /team members?|members?|people|persons?|staff|colleagues?|employees?|who is|who are|whos|who works?|contact|e-mail|email|mail address|administrators?|engineers?|analysts?|departments?|directory|the team/;

const singular = (text: string) => text.replace(/s$/, '');
const phrase = (text: string | null) => wordsOf(text ?? '').join(' ');

export type People = {
  members: TeamMember[];
  named: string[];
  isNamed: boolean;
  active: boolean | undefined;
};

/** Who is meant: people by name, or those of a role or a department; undefined where a question is not about people. */
export async function takePeople(db: Db, sentence: Sentence): Promise<People | undefined> {
  const members = await listMembers(db);
  const byName = members.filter(
    ({ name, email }) => sentence.has(exactly(phrase(name))) || sentence.has(exactly(phrase(email))),
  );
  for (const { name, email } of byName) {
    while (sentence.takePhrase(phrase(name)));
    while (sentence.takePhrase(phrase(email)));
  }
  if (byName.length > 0) return { members: byName, named: [], isNamed: true, active: undefined };
  if (!sentence.has(CUE)) return undefined;
  const active = sentence.take(/inactive/) ? false : sentence.take(/active/) ? true : undefined;
  let some =
    active === undefined ? members : members.filter(({ status }) => (status === 'active') === active);
  const named: string[] = [];
  for (const field of ['department', 'role'] as const) {
    const values = [...new Set(members.map((member) => phrase(member[field])))].filter(Boolean);
    const meant = values
      .toSorted((a, b) => b.length - a.length)
      .filter((value) => sentence.takePhrase(value) ?? sentence.takePhrase(`${singular(value)}s`));
    if (meant.length === 0) continue;
    named.push(`${field} ${meant.join(' or ')}`);
    some = some.filter((member) => meant.includes(phrase(member[field])));
  }
  const kind = sentence.has(/administrators?/)
    ? 'administrator'
    : sentence.has(/engineers?/)
      ? 'engineer'
      : sentence.has(/analysts?/)
        ? 'analyst'
        : undefined;
  if (kind && named.length === 0) {
    named.push(`${kind} in the role`);
    some = some.filter(({ role }) => phrase(role).includes(kind));
  }
  while (sentence.take(CUE));
  return { members: some, named, isNamed: false, active };
}

const exactly = (text: string) => (text ? new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')) : /(?!)/);

export function describePeople(
  { members, named, isNamed, active }: People,
  isCount: boolean,
  words: string[],
): string {
  const shown =
    words.length === 0
      ? members
      : members.filter((member) => words.every((word) => textOf(member).includes(word)));
  const about = [
    ...named,
    ...(active === undefined ? [] : [active ? 'status active' : 'status inactive']),
    ...words.map((word) => `the text “${literal(word)}”`),
  ].join(', ');
  const withText = about ? ` with ${about}` : '';
  if (shown.length === 0) return `I found nothing: there is no team member${withText}.`;
  if (isCount)
    return `There ${shown.length === 1 ? 'is' : 'are'} ${counted(shown.length, 'team member')}${withText}.`;
  const head = isNamed ? [] : [`${counted(shown.length, 'team member')}${withText}:`, ''];
  const more = shown.length > LISTED ? ['', `${shown.length - LISTED} more are in [the team](/team).`] : [];
  return [...head, ...shown.slice(0, LISTED).map(lineOf), ...more].join('\n');
}

const textOf = ({ name, role, department, email }: TeamMember) =>
  phrase([name, role, department, email].join(' '));

const lineOf = ({ id, name, role, department, email, status }: TeamMember) =>
  `- ${linkTo(name, `/team?member=${id}`)} · ${[literal(role), literal(department ?? ''), code(email), status].filter(Boolean).join(' · ')}`;

/** Other words for who does it. */
const ALSO: Record<string, RegExp> = {
  support: /support|help ?desk|service desk|end user/,
  helpdesk: /support|help ?desk|service desk|end user/,
  database: /database|dba/,
  network: /network/,
  security: /security/,
};
const ASKED = 10;

const isAsked = (word: string) =>
  !/^(?:help|someone|somebody|anyone|anybody|person|call|on-call|oncall|desk|tonight|tomorrow|weekend|week|duty)$/.test(
    word,
  );
const isActive = ({ status }: TeamMember) => status === 'active';

/** The people whose role or department fits; undefined where nobody's does. */
export function whoFits({ members }: People, words: string[]): string | undefined {
  const asked = words.filter(isAsked);
  const workOf = ({ role, department }: TeamMember) => phrase(`${role} ${department ?? ''}`);
  const fitting = members
    .filter(isActive)
    .filter((member) =>
      asked.some((word) => ALSO[word]?.test(workOf(member)) ?? workOf(member).includes(word)),
    );
  if (fitting.length === 0) return undefined;
  const head = `People whose role or department fits “${literal(asked.join(' '))}”:`;
  return [head, '', ...fitting.slice(0, ASKED).map(lineOf)].join('\n');
}

/** Where nobody's role or department fits, whom else one can ask. */
export function whomElse({ members }: People, words: string[]): string {
  const active = members.filter(isActive);
  const asked = words.filter(isAsked);
  if (active.length === 0)
    return 'I found nothing: the team lists nobody who is active. People are added in [the team](/team).';
  if (asked.length === 0) return NOT_RECORDED;
  const first = active.toSorted((a, b) => Number(isAdministrator(b)) - Number(isAdministrator(a)));
  return [
    `Nobody's role or department says “${literal(asked.join(' '))}”. Ask one of the ${active.length} active people in [the team](/team), for example:`,
    '',
    ...first.slice(0, LISTED_FIRST).map(lineOf),
  ].join('\n');
}

const NOT_RECORDED =
  'I found nothing: who is on call is not recorded. Servers have their key contacts: ask for those of a server by its name. Everybody is in [the team](/team).';
const LISTED_FIRST = 5;
const isAdministrator = ({ role }: TeamMember) => /administrator/i.test(role);
