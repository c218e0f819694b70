import type { Db } from '../db/open.ts';
import { answerFromDocuments, nearestDocuments, topicOf } from './document-answers.ts';
import { describeHosts } from './host-answers.ts';
import { takeAsked, TURNS } from './host-asked.ts';
import type { Asked } from './host-asked.ts';
import { FIELD_NAMES, NOTHING } from './filter-sql.ts';
import { documentsOfNames, isQuotation, tellsAll } from './documents-called.ts';
import { textsHolding } from './host-texts.ts';
import { linkedTo } from './host-questions.ts';
import { aboutOther } from './about-others.ts';
import { leftOut } from './left-out.ts';
import { listed, literal, serverLink } from './literal.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { answerCount, answerList, countServers } from './server-answers.ts';
import { Sentence } from './words.ts';

type Hosts = {
  hosts: Parameters<typeof describeHosts>[0];
  isWritten: boolean;
  timeZone: string;
};

/** Servers by name: what is recorded, and with it what is written about them. */
export async function aboutHosts(
  db: Db,
  query: string,
  sentence: Sentence,
  { hosts, isWritten, timeZone }: Hosts,
): Promise<Reply> {
  const asked: Asked = isWritten
    ? { attributes: [], unknown: [] }
    : await takeAsked(db, query, sentence, hosts);
  const { attributes, unknown } = asked;
  if (asked.other) return aboutOther(db, askedOf(query, hosts), { hosts, other: asked.other, timeZone });
  if (unknown.some((word) => TURNS.test(word))) return ofOthers(db, query, { hosts, asked, timeZone });
  const isToDo = unknown.some((word) => DOING.test(word));
  const { texts, lacking: notHeld } = isToDo ? { texts: [], lacking: unknown } : textsHolding(hosts, unknown);
  const fields = [...new Set([...attributes, ...texts])];
  const told = describeHosts(hosts, { ...asked, attributes: fields }, timeZone);
  const isDoing = DOES.test(new Sentence(query).text) && (unknown.length === 0 || attributes.length > 0);
  const known = isDoing ? `${CHANGES_NOTHING}\n\n${told}` : told;
  const isOfField = unknown.length > 0 && OF_DOING.test(unknown.at(-1) ?? '');
  const isAboutMore = isWritten || (unknown.length > 0 && attributes.length === 0 && !isOfField);
  // An order is answered by what is written about doing that, and not by a place that has the word.
  const asking = { hosts, ...(isToDo && { isOfThings: true }) };
  const written = isAboutMore ? await answerFromDocuments(db, askedOf(query, hosts), asking) : undefined;
  const called = isWritten && !written ? await documentsOfNames(db, hosts, askedOf(query, hosts), false) : [];
  const answer = written ?? (called.some(isQuotation) ? called.join('\n\n') : undefined);
  if (isWritten && !answer) {
    const nearest = called.length > 0 ? undefined : await nearestDocuments(db, withoutNames(query, hosts), 0);
    const names = listed(hosts.map(({ name }) => literal(name)));
    const lack = `No document answers this for ${names}.`;
    const attached = await Promise.all(hosts.map((host) => linkedTo(db, host)));
    const linked = [...attached.flatMap((one) => one ?? []), ...called];
    const head = linked.length > 0 ? [lack, ...linked, KNOWS] : [`${lack} ${KNOWS}`];
    return {
      text: [...head, known, ...(nearest ? [nearest] : [])].join('\n\n'),
      suggestedActions: AFTER.servers,
    };
  }
  if (isWritten && answer) {
    // What was told of a server before is not told again below what is written about it.
    const isTold = withoutNames(query, hosts) === query;
    const of = isTold ? `This was asked about ${listed(hosts.map(serverLink))}.` : known;
    return { text: `${answer}\n\n${of}`, suggestedActions: AFTER.servers };
  }
  const isCard = fields.length === 0 || isAboutMore;
  const isToldOf = written !== undefined || texts.length > 0 || isToDo || (!isCard && notHeld.length === 0);
  const besides = isToldOf ? [] : await documentsOfNames(db, hosts, askedOf(query, hosts), !isCard);
  const quoted = [...(written ? [written] : []), ...besides.filter(isQuotation)];
  const linked = besides.filter((text) => !isQuotation(text));
  const isOpen = notHeld.length > 0 && !isDoing && !tellsAll(quoted, notHeld);
  const lacking = isOpen ? [lackOf(notHeld)] : [];
  // A text of the server itself says more of it than a document does.
  const parts = texts.length > 0 ? [...lacking, known, ...quoted] : [...quoted, ...lacking, known, ...linked];
  return {
    text: parts.join('\n\n'),
    suggestedActions: AFTER.servers,
    isPartial: notHeld.length > 0,
  };
}

/** "which servers have the same owner as web-1": those that share one field with it. */
async function ofOthers(
  db: Db,
  query: string,
  { hosts, asked: { attributes, unknown }, timeZone }: Omit<Hosts, 'isWritten'> & { asked: Asked },
): Promise<Reply> {
  const sentence = new Sentence(query);
  const names = attributes.map(({ name }) => name.toLowerCase());
  const [host, field] = [hosts[0], FIELDS.find(([, name]) => name === names[0])?.[0]];
  const value = host && field && field !== 'function' ? host[field] : null;
  const isOne = hosts.length === 1 && names.length === 1 && unknown.every((word) => TURNS.test(word));
  if (
    isOne &&
    field &&
    value &&
    sentence.has(/servers|hosts|machines|vms/) &&
    !sentence.has(/sites?|data cent(?:er|re)s?/)
  ) {
    const choice = { field, values: [value], label: value, isNot: false, mark: 0 };
    const filter = { ...NOTHING, choices: [choice] };
    const isAlone = (await countServers(db, filter)) === 1;
    const text = isAlone
      ? `No other server has the ${FIELD_NAMES[field]} ${literal(value)}.`
      : sentence.has(/how many/)
        ? await answerCount(db, filter)
        : await answerList(db, filter, { timeZone });
    return { text, suggestedActions: AFTER.servers };
  }
  const understood = `that this is about ${names.join(' and ') || 'servers'} beside ${listed(hosts.map(serverLink))}`;
  return { text: leftOut([unknown.join(' ')], understood), suggestedActions: AFTER.servers, isNothing: true };
}

const FIELDS = Object.entries(FIELD_NAMES) as [keyof typeof FIELD_NAMES, string][];

const KNOWS = 'What the inventory knows:';
const DOING =
  /^(?:restart|reboot|stop|start|shutdown|shut|kill|delete|remove|ping|patch|update|upgrade|fix|repair|move|rename|add|create|drain|check)$/;

/** Tells to do something with a server, in words that are asked for elsewhere. */
const DOES =
  /^ (?:please |can you |could you |would you |now )*(?:set|put|mark|switch|turn|assign|change|make|take|bring|update) /;
const CHANGES_NOTHING = 'I only look things up and change nothing. What the inventory knows:';

/** "patch level" asks for something that is recorded or not, and tells nobody to patch. */
const OF_DOING =
  /^(?:levels?|versions?|history|status|windows?|dates?|days?|times?|logs?|schedules?|cycles?|state)$/;

const lackOf = (unknown: string[]): string => {
  const words = literal(unknown.join(' '));
  return unknown.some((word, at) => DOING.test(word) && !OF_DOING.test(unknown[at + 1] ?? ''))
    ? `I only look things up and change nothing, so I cannot “${words}”. What the inventory knows:`
    : `The inventory records nothing about “${words}”. What it knows:`;
};

const STATE =
  /(?<= )(?:(?:is|are|was|went|has|gone|seems|looks) )*(?:offline|down|unreachable|broken|dead|failing|failed)(?= )/g;

/** That a server is down says what the question is about and is no word to look for; alone it asks how to restart it. */
function askedOf(query: string, hosts: Hosts['hosts']): string {
  const asked = withoutNames(query, hosts);
  const { text } = new Sentence(asked);
  const rest = text.replaceAll(STATE, ' ');
  if (rest === text) return asked;
  return topicOf(rest).length > 0 ? rest : `${rest} restart`;
}

const withoutNames = (query: string, hosts: Hosts['hosts']) =>
  hosts.reduce((text, { name }) => text.replaceAll(new RegExp(RegExp.escape(name), 'gi'), ' '), query);
