import type { Turn } from '../../contract/assistant.ts';
import type { TeamMember } from '../../contract/team.ts';
import type { Db } from '../db/open.ts';
import { listMembers } from '../team/queries.ts';
import { phrase } from './people-meant.ts';
import { NO_PERSON } from './people-questions.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

const PRONOUN = /he|she|him|her|his|hers/;
const WRITTEN = new RegExp(`(?<![\\p{L}\\d'’-])(?:${PRONOUN.source})(?![\\p{L}\\d-])`, 'giu');
const SERVERS = /servers?|hosts?|machines?|vms?/;
const TEAM = / (?:team|department)s? /;

/** "her email", "which servers does he own?": the question about whom the conversation named last, or that it named nobody. */
export async function aboutPerson(
  db: Db,
  query: string,
  history: Turn[],
): Promise<{ query: string } | { reply: Reply } | undefined> {
  const sentence = new Sentence(query);
  if (!sentence.has(PRONOUN)) return undefined;
  const person = await personBefore(db, history);
  if (!person) return { reply: nothing(NOBODY, AFTER.people) };
  if (!sentence.has(SERVERS)) return { query: query.replace(WRITTEN, `${person.name} `) };
  const department = phrase(person.department);
  const owner = (await readVocabulary(db)).find(
    ({ field, words }) => field === 'teamOwner' && words === department,
  );
  if (!owner || !TEAM.test(sentence.text)) return { reply: nothing(NO_PERSON, AFTER.servers) };
  return { query: `${query.replace(OF_TEAM, ' ')} owned by ${owner.values[0] ?? owner.words}` };
}

const OF_TEAM =
  /(?<!\p{L})(?:(?:does|do|are|is) )?(?:(?:owned|managed|run) by )?(?:of |in )?(?:his|her)(?: own)? (?:team|department)(?:['’]?s)?(?: (?:own|have|manage|run)s?)?/giu;
const NOBODY =
  'I found nothing: nobody was named before, so I do not know who is meant. Ask with the name, for example “Who is …?”.';

const nothing = (text: string, suggestedActions: string[]): Reply => ({ text, suggestedActions, isNothing: true }); // prettier-ignore

/** The newest message that names a single person tells who is meant. */
async function personBefore(db: Db, history: Turn[]): Promise<TeamMember | undefined> {
  const members = await listMembers(db);
  for (const { content } of history.toReversed()) {
    const { text } = new Sentence(content);
    const named = members.filter(({ name }) => text.includes(` ${phrase(name)} `));
    if (named.length === 1) return named[0];
    if (named.length > 1) return undefined;
  }
  return undefined;
}
