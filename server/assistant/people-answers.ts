import type { TeamMember } from '../../contract/team.ts';
import { lexemesOf } from '../search/queries.ts';
import { code, counted, linkTo, literal } from './literal.ts';
import { phrase } from './people-meant.ts';
import type { People } from './people-meant.ts';
import { LISTED } from './server-answers.ts';

/** What the team does not record of people, although people ask for it. */
export const notOfPeople = (words: string[]): string =>
  `The team records nothing about “${literal(words.join(' '))}”. What it knows:`;

/** How many departments or roles there are, and what they are called. */
export function countValues({ members, named }: People, field: 'department' | 'role'): string {
  const groups = [...Map.groupBy(members.filter((member) => member[field]?.trim()), (member) => member[field] ?? '')]; // prettier-ignore
  if (groups.length === 0) return `I found nothing: no ${field} is recorded of anybody in the team.`;
  const lines = groups
    .toSorted(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    .slice(0, LISTED)
    .map(([value, { length }]) => `- ${literal(value)}: **${length}**`);
  const head =
    named.length > 0
      ? `${counted(members.length, 'team member')} with ${named.join(', ')} by ${field}:`
      : `The team has ${counted(groups.length, field)}:`;
  return [head, '', ...lines].join('\n');
}

export function describePeople(
  { members, named, isNamed }: People,
  isCount: boolean,
  words: string[],
): string {
  const shown =
    words.length === 0
      ? members
      : members.filter((member) => words.every((word) => textOf(member).includes(word)));
  const about = [...named, ...words.map((word) => `the text “${literal(word)}”`)].join(', ');
  const withText = about ? ` with ${about}` : '';
  if (shown.length === 0) return `I found nothing: there is no team member${withText}.`;
  if (isCount)
    return `There ${shown.length === 1 ? 'is' : 'are'} ${counted(shown.length, 'team member')}${withText}.`;
  const head = isNamed ? [] : [`${counted(shown.length, 'team member')}${withText}:`, ''];
  const more = shown.length > LISTED ? ['', `${shown.length - LISTED} more are in [the team](/team).`] : [];
  return [...head, ...shown.slice(0, LISTED).map(lineOf), ...more].join('\n');
}

export const textOf = ({ name, role, department, email }: TeamMember) =>
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
export function whoFits(members: TeamMember[], words: string[]): string | undefined {
  const asked = words.filter(isAsked);
  const workOf = ({ role, department }: TeamMember) => `${role} ${department ?? ''}`;
  const isOf = (work: string, word: string) =>
    ALSO[word]?.test(phrase(work)) ?? lexemesOf(word).some((stem) => lexemesOf(work).includes(stem));
  const fitting = members
    .filter(isActive)
    .filter((member) => asked.some((word) => isOf(workOf(member), word)));
  if (fitting.length === 0) return undefined;
  const head = `People whose role or department fits “${literal(asked.join(' '))}”:`;
  return [head, '', ...fitting.slice(0, ASKED).map(lineOf)].join('\n');
}

/** Where nobody's role or department fits, whom else one can ask. */
export function whomElse(members: TeamMember[], words: string[]): string {
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
