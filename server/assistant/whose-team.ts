import type { TeamMember } from '../../contract/team.ts';
import type { Turn } from '../../contract/assistant.ts';
import type { Db } from '../db/open.ts';
import { listMembers } from '../team/queries.ts';
import { topicOf } from './document-answers.ts';
import { ownerIn, withOwner } from './owner-before.ts';
import { ownedByPerson, ownersAmong } from './owned-by-persons.ts';
import { NO_PERSON } from './people-questions.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';

const POSSESSIVE = /(?<name>\p{L}{2,})['’]s(?!\p{L})/giu;
/** "which team should fix web-1": whoever owns it. */
const SHOULD_FIX =
  /\b(?:(?:which|what) team|who) (?:should|must|has to|is to|ought to) (?:fix|repair|handle|deal with|take care of|look (?:at|into|after))\b/i;
/** "who manages IT Security": whoever is its manager. */
const MANAGES =
  /^\W*(?:(?:and|so|ok)\W+)?who (?:manages|leads|heads|runs|is in charge of|is (?:the )?head of) (?:the )?(?<of>.+?)\W*$/i;
/** What whoever manages others is called too. */
const HEADS = /\b(?:head|lead|leader|director|chief|supervisor)\b/i;
const SAYS = /\b(?:he|his|him|she|hers?|team|department|there)\b/i;
const SERVERS = /\b(?:servers?|hosts?|machines?|vms?|own|owns)\b/i;
const THEY = /\b(?:they|them|their|those|these)\b/i;
const THINGS = /\b(?:servers?|hosts?|machines?|vms?)\b/i;
const THEIRS =
  /^\W*(?:(?:and|what(?:['’]s| is| are)|who(?:['’]s| is)|where(?:['’]s| is))\W+)*(?:he|his|him|she|hers?)\b/i;
/** So many words tell of a thing, whosever it is: "his disk quota exceeded". */
const OF_A_THING = 3;
/** "who works there?" */
const THERE =
  /^(?<asks>\W*(?:(?:and|so|ok)\W+)?who(?:['’]s| is| are| all)?(?: works?| working)?) (?:there|(?:in|on|for) (?:it|that team|this team|that one))\W*$/i;
const TEAM_OF = /\bteam owner ([^,:]+?)(?:[,:]|\.$| by )/m;
const GROUPS = /\*\* servers?[^\n]* by team owner:\n\n(?<lines>(?:- .*(?:\n|$))+)/;

/**
 * The question with names in the place of "he", "his team", "Ann Lee's team" and, behind an answer about one team, "there";
 * what to say instead where it cannot be told who or which team is meant.
 */
export async function withTeamNamed(db: Db, asked: string, history: Turn[]): Promise<string | Reply> {
  if (history.at(-1)?.content === NO_PERSON && THEY.test(asked))
    return { text: NO_SERVERS, suggestedActions: AFTER.servers, isNothing: true };
  const named = await withNames(db, withOwner(asked, history), history);
  return typeof named === 'string' ? ownedByPerson(db, named) : named;
}

async function withNames(db: Db, asked: string, history: Turn[]): Promise<string | Reply> {
  const query = await withWholeNames(db, asked.replace(SHOULD_FIX, 'which team owns'));
  const managed = MANAGES.exec(query)?.groups?.['of']?.toLowerCase();
  if (managed !== undefined) {
    const own = (await listMembers(db)).filter(({ department }) => department?.toLowerCase() === managed);
    const heads = own.filter(({ role }) => HEADS.test(role));
    if (own.some(({ role }) => /manager/i.test(role)) || (own.length > 0 && heads.length === 0))
      return `who is the manager of ${managed}`;
    if (heads.length > 0) return `who is ${heads.map(({ name }) => name).join(' and ')}`;
  }
  if (!SAYS.test(query)) return query;
  const there = THERE.exec(query)?.groups?.['asks'];
  if (there !== undefined && history.length > 0) {
    const team = teamBefore(history);
    return team === undefined ? NO_TEAM : `${there} in ${team}`;
  }
  const members = await listMembers(db);
  const before = personBefore(members, history);
  if (!before && THEIRS.test(query)) return topicOf(query).length >= OF_A_THING ? query : NO_TEAM;
  const named = before ? withName(query, before) : query;
  const ofTeam = members.reduce(withDepartment, named);
  const isOfPerson = before && ofTeam !== query && ofTeam === named && THINGS.test(query);
  return isOfPerson && (await ownersAmong(db, [before])).length === 0
    ? { text: NO_PERSON, suggestedActions: AFTER.servers, isNothing: true }
    : ofTeam;
}

/** "Rosa's job": of the one person in the team who has that first name. */
async function withWholeNames(db: Db, query: string): Promise<string> {
  if (query.search(POSSESSIVE) < 0) return query;
  const members = await listMembers(db);
  return query.replaceAll(POSSESSIVE, (all, said: string) => {
    const meant = members.filter(({ name }) => name.split(' ')[0]?.toLowerCase() === said.toLowerCase());
    const [first, second] = meant;
    return first && !second ? `${first.name}’s` : all;
  });
}

export const NO_SERVERS =
  'I found nothing: the answer before was about no servers, so I do not know which are meant. Say what they do or where they are, for example “Which servers are in production?”.';
const NO_TEAM: Reply = {
  text: 'I found nothing: I do not know who or which team is meant. Say the name, for example “Who works in IT Security?”.',
  suggestedActions: AFTER.people,
  isNothing: true,
};

/** Whom the newest answer about people was about, where it was one person, or whom a server was told to belong to. */
function personBefore(members: TeamMember[], history: Turn[]): TeamMember | undefined {
  const isOwner = (owner?: string) => members.some(({ name }) => name === owner);
  const told = history.findLast(
    ({ type, content }) =>
      type === 'assistant' && (content.includes('/team?member=') || isOwner(ownerIn(content))),
  );
  const owner = ownerIn(told?.content ?? '');
  if (isOwner(owner)) return members.find(({ name }) => name === owner);
  const ids = new Set([...(told?.content ?? '').matchAll(/\/team\?member=([0-9a-f-]{36})/g)].map(([, id]) => id)); // prettier-ignore
  return ids.size === 1 ? members.find(({ id }) => ids.has(id)) : undefined;
}

const withName = (query: string, { name }: TeamMember): string =>
  query
    .replaceAll(/\b(?:his|hers?)\b(?! *$)/gi, () => `${name}’s`)
    .replaceAll(/\b(?:he|him|she|her)\b/gi, () => name);

/** Servers have a team as their owner: whoever asks for those of a person's team means the department. */
function withDepartment(query: string, { name, department }: TeamMember): string {
  if (!department || !SERVERS.test(query)) return query;
  const person = RegExp.escape(name);
  return query.replaceAll(
    new RegExp(
      `(?:the )?\\b(?:team|department) of ${person}(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])${person}(?:['’]?s|['’])? (?:team|department)\\b(?:['’]s)?`,
      'giu',
    ),
    () => department,
  );
}

/** The team that the answer before was about: the one that it named, or the first of groups that were asked for so. */
function teamBefore(history: Turn[]): string | undefined {
  const said = history.findLast(({ type }) => type === 'assistant')?.content ?? '';
  const lines = GROUPS.exec(said)?.groups?.['lines'];
  if (lines === undefined) return TEAM_OF.exec(said)?.[1];
  const asked = history.findLast(({ type }) => type === 'user')?.content ?? '';
  const teams = [...lines.matchAll(/^- (.+): \*\*(\d+)\*\*$/gm)].filter(
    ([, team]) => team !== 'not recorded',
  );
  if (!/\b(?:most|fewest|least)\b/i.test(asked)) return undefined;
  // Those that are asked for stand first.
  const [first, second] = teams;
  return first?.[2] === second?.[2] ? undefined : first?.[1];
}
