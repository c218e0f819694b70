import type { TeamMember } from '../../contract/team.ts';
import type { Db } from '../db/open.ts';
import { listMembers } from '../team/queries.ts';
import { NO_PERSON } from './people-questions.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { readVocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

const THINGS = /\b(?:servers?|hosts?|machines?|vms?)\b/i;
const OWNING =
  /\b(?:owns?|owned|belongs?|responsible for|in charge of|looks? after|manages?|maintains?|administers?)\b/i;
const phrase = (text: string) => wordsOf(text).join(' ');

/** Those whom servers have as their owner, as some inventories write a person in the place of a team. */
export async function ownersAmong(db: Db, members: TeamMember[]): Promise<TeamMember[]> {
  const teams = (await readVocabulary(db)).filter(({ field }) => field === 'teamOwner');
  const owners = new Set(teams.flatMap(({ values }) => values.map(phrase)));
  return members.filter(({ name }) => owners.has(phrase(name)));
}

/** "what does Ann Lee own?", "everything that Ann is responsible for": the servers that have her as their owner. */
export async function ownedByPerson(db: Db, query: string): Promise<string | Reply> {
  if (!THINGS.test(query) && !OWNING.test(query)) return query;
  const members = await listMembers(db);
  const owners = await ownersAmong(db, members);
  const inRole = owners.reduce((text, owner) => withNameOfRole(text, owner, members), query);
  const named = owners.reduce((text, owner) => withWholeName(text, owner, members), inRole);
  const asked = members.reduce((text, { name }) => asServersOf(text, name), named);
  if (asked === named) return named;
  const isOwned = owners.some(({ name }) => saysName(asked, name));
  return isOwned ? asked : { text: NO_PERSON, suggestedActions: AFTER.servers, isNothing: true };
}

const saysName = (text: string, name: string) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'iu').test(text); // prettier-ignore

/** "servers of Priya": of the one person in the team who has that first name. */
function withWholeName(query: string, { name }: TeamMember, members: TeamMember[]): string {
  const [first = '', ...others] = name.split(' ');
  const isAlone =
    members.filter((member) => phrase(member.name).split(' ')[0] === phrase(first)).length === 1;
  if (others.length === 0 || !isAlone) return query;
  const alone = `(?<=\\b(?:of|by|to|for|does|do|did|is|or|and|that|which|everything|owner) )${RegExp.escape(first)}(?![\\p{L}\\p{N}'’-])(?! ${RegExp.escape(others.join(' '))})`;
  return query.replaceAll(new RegExp(alone, 'giu'), () => name);
}

/** "servers of the security officer": of the one person in the team who is that, and owns some. */
function withNameOfRole(query: string, { name, role }: TeamMember, members: TeamMember[]): string {
  const isAlone = members.filter((member) => phrase(member.role) === phrase(role)).length === 1;
  if (!isAlone || phrase(role) === '') return query;
  const said = `(?<=\\b(?:of|by|to|does|do|did|is) )(?:the|our) ${RegExp.escape(role.trim())}(?![\\p{L}\\p{N}])`;
  return query.replaceAll(new RegExp(said, 'giu'), () => name);
}

/** The question in the words for owners, where it asks what this person has; any other as it is. */
function asServersOf(query: string, name: string): string {
  if (!saysName(query, name)) return query;
  const person = RegExp.escape(name);
  const does = `\\b(?:does|do|did) ${person} (?:own|look after|manage|maintain|administer)\\b|\\b(?:is|are) ${person} (?:responsible for|in charge of|(?:the )?owner of)`;
  const owns = `${person} (?:owns|looks after|manages|maintains|administers|is responsible for|is in charge of|is (?:the )?owner of)\\b`;
  const said = query
    .replace(new RegExp(does, 'iu'), () => `does ${name} own`)
    .replace(new RegExp(owns, 'iu'), () => `${name} owns`);
  if (!new RegExp(`(?:does ${person} own|${person} owns)(?!\\p{L})`, 'iu').test(said)) return query;
  if (THINGS.test(said)) return said;
  const ofServers = said
    .replace(/\bwhat(?:ever)?(?= does\b)/i, 'which servers')
    .replace(/\b(?:anything|something|everything|all)\b/i, 'servers')
    .replace(/^\W*what(?= )/i, 'which servers');
  return THINGS.test(ofServers) ? ofServers : query;
}
