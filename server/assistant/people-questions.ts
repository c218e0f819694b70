import type { Db } from '../db/open.ts';
import { listMembers } from '../team/queries.ts';
import { isCommon, isFiller } from './common-words.ts';
import { answerFromDocuments } from './document-answers.ts';
import { authorLines } from './document-authors.ts';
import { answerAboutServers } from './inventory.ts';
import { leftOut, TURNING } from './left-out.ts';
import { countValues, describePeople, notOfPeople, textOf, whoFits, whomElse } from './people-answers.ts';
import { NOBODY, takePeople } from './people-meant.ts';
import type { People } from './people-meant.ts';
import { Sentence, WHOM_TO_ASK } from './words.ts';

export const COUNT = /how many|number of|count/;
/** "who do I ask about the payroll?" */
const WHOM = new RegExp(`${WHOM_TO_ASK}(?: (?:about|for|with|regarding|on|of|if|when))+`);
export const CONTACT = new RegExp(`contacts?|reach|call|e-mail|email|phone|on-call|oncall|${WHOM.source}`);
/** Asks for whoever does something rather than for one person. */
const SOMEBODY =
  /team|support|help ?desk|service desk|on-?call|on call|who(?:m)? (?:do|should|can|could|to)|somebody|someone|anybody|anyone/;
const ON_CALL = /\bon[ -]?call\b/i;
const VALUES =
  /(?:how many|number of|count)(?: the| different)*(?: (?<department>departments)| (?:roles|job titles))|(?:by|per|each|every|(?:in|of|for|with) (?:each|every|which))(?: (?<each>department)| (?:role|job title))|(?:which|what) (?:(?<most>department)|role|job title) (?:has|have|with)(?: the)? (?:most|fewest|least)(?= (?:people|members|team members|staff|employees|colleagues|active|inactive|engineers|analysts|administrators|managers) )/;
const ABOUT_PERSON =
  /^(?:e-?mails?|mails?|address(?:es)?|contacts?|reach|jobs?|titles?|positions?|departments?|works?|team|member|active|inactive|responsible|have|got)$/;
/** Of whom somebody is one is not recorded. */
const SUPERIOR = /['’]s (?:line )?manager\b|\bmanager of\b/i;
export const OWNING = /own|owns|manage|manages|responsible|look after|run|maintain|administer/;
/** Servers have a team as their owner, and nobody by name. */
export const MINE =
  /my(?: own)?(?: \S+)? (?:servers?|hosts?|machines?|vms)|(?<!how )(?:do|did|have|am) i (?:\S+ly )?(?:own|owner|manage|managed|run|maintain|administer|add|added|create|created|responsible|look after|registered?)|(?:that |which )?i (?:own|manage|maintain|administer|look after|added|created)|(?:owned|managed|maintained|added|created|administered|run) by (?:me|us)|(?:belong|belongs|belonging|assigned) to (?:me|us)|(?:are|is) mine/;
export const NO_PERSON =
  'The inventory records the team that owns a server and no person, so it does not tell whose servers these are. Ask for those of a team, for example “Which servers does IT Security own?”.';

/** `isPartial`: not every word of the question was understood. */
type PeopleAnswer = { text: string; isAboutServers?: boolean; isWritten?: boolean; isPartial?: boolean };

/** People by name, role or department, and whom to ask about something. */
export async function answerAboutPeople(
  db: Db,
  query: string,
  sentence: Sentence,
  { before, timeZone }: { before: People | undefined; timeZone: string },
): Promise<PeopleAnswer | undefined> {
  const isCount = sentence.has(COUNT);
  const isContact = sentence.has(CONTACT);
  // Who is on call is written down, and no field of servers.
  const onCall = ON_CALL.test(query) ? await answerFromDocuments(db, query) : undefined;
  if (onCall) return { text: onCall, isWritten: true };
  const topics = topicsOfWhom(sentence);
  if (topics.length > 0) return whomToAsk(db, query, topics, timeZone);
  const value = sentence.take(VALUES)?.groups;
  const people = await takePeople(db, sentence, value ? NOBODY : before);
  if (!people) return undefined;
  const words = sentence.rest(new Set()).filter((word) => !isCommon(word));
  if (isContact && words.length > 0 && new Sentence(query).has(SOMEBODY))
    return whomToAsk(db, query, words, timeZone);
  const unknown = words.filter((word) => !ABOUT_PERSON.test(word));
  if (people.isNamed) {
    const untold = unknown.filter((word) => !people.members.every((member) => textOf(member).includes(word)));
    if (SUPERIOR.test(query)) untold.push('manager');
    const lack = untold.length > 0 ? [notOfPeople(untold)] : [];
    return { text: [...lack, describePeople(people, false, [])].join('\n\n') };
  }
  if (words.length > 0 && people.named.length === 0) return undefined;
  const turning = sentence
    .runs()
    .flatMap((run) => (run.some((word) => TURNING.test(word)) ? [run.join(' ')] : []));
  const written = isAnybody(people, unknown) ? undefined : await writtenAbout(db, query, unknown);
  if (written) return { text: written, isWritten: true };
  if (turning.length > 0) {
    const understood =
      people.named.length > 0 ? `people with ${people.named.join(', ')}` : 'that this is about people';
    return { text: leftOut(turning, understood, '[the team](/team)'), isPartial: true };
  }
  if (value)
    return {
      text: countValues(
        people,
        (value['department'] ?? value['each'] ?? value['most']) ? 'department' : 'role',
      ),
    };
  return { text: describePeople(people, isCount, unknown) };
}

/** Whoever wrote a document can be asked about it, and need not be whom it says to call. */
const ASKING = /ask|(?:talk|speak|turn|go) to/;

/** What "who do I ask about" stands in front of. */
function topicsOfWhom({ text }: Sentence): string[] {
  const own = Sentence.of(text);
  return own.take(WHOM) ? own.rest(new Set()).filter((word) => !isFiller(word) && !word.startsWith('·')) : [];
}

/** Those whose role or department fits, the owners of servers that are meant and of nothing else, or what is written and by whom. */
async function whomToAsk(db: Db, query: string, words: string[], timeZone: string): Promise<PeopleAnswer> {
  const members = await listMembers(db);
  const fitting = whoFits(members, words);
  if (fitting) return { text: fitting };
  const servers = await answerAboutServers(db, new Sentence(query), { timeZone });
  if (servers && !servers.isEmpty) return { text: servers.text, isAboutServers: true };
  const written =
    (await answerFromDocuments(db, `who do I go to ${words.join(' ')}`)) ??
    (await answerFromDocuments(db, query));
  if (!written) return { text: whomElse(members, words) };
  if (!new Sentence(query).has(ASKING)) return { text: written, isWritten: true };
  const ids = [...written.matchAll(/^\*\*\[.*?\/knowledge-base\?doc=([0-9a-f-]{36})/gm)].map(
    ([, id = '']) => id,
  );
  const authors = await authorLines(db, ids, timeZone);
  return { text: [written, 'Who wrote it:', authors.join('\n')].join('\n\n'), isWritten: true };
}

/** What is written for everybody holds for those people too. */
async function writtenAbout(db: Db, query: string, words: string[]): Promise<string | undefined> {
  const topics = words.filter((word) => !TURNING.test(word));
  if (topics.length === 0) return undefined;
  const written = await answerFromDocuments(db, query);
  return written ?? (topics.length > 1 ? answerFromDocuments(db, topics.join(' ')) : undefined);
}

/** "How long must an administrator's password be?" has a word for people and asks for none of them. */
const isAnybody = ({ members }: People, words: string[]): boolean =>
  words.length === 0 || members.some((member) => words.every((word) => textOf(member).includes(word)));
