import type { Db } from '../db/open.ts';
import { isCommon } from './common-words.ts';
import { answerFromDocuments, nearestDocuments } from './document-answers.ts';
import { ANY_LIMIT } from './figures.ts';
import { FIELD_NAMES } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { attributesOf, describeHosts } from './host-answers.ts';
import type { takeAttributes } from './host-answers.ts';
import { linkedTo } from './host-questions.ts';
import { leftOut, TURNING } from './left-out.ts';
import { listed, literal } from './literal.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

type Hosts = {
  hosts: Parameters<typeof describeHosts>[0];
  asked: ReturnType<typeof takeAttributes>;
  isWritten: boolean;
  timeZone: string;
};

/** Servers by name: what is recorded, and with it what is written about them. */
export async function aboutHosts(
  db: Db,
  query: string,
  sentence: Sentence,
  { hosts, asked, isWritten, timeZone }: Hosts,
): Promise<Reply> {
  const turned = isWritten ? null : OTHERS.exec(sentence.text);
  if (turned)
    return {
      text: leftOut([turned[0].trim()], listed(hosts.map(({ name }) => literal(name)))),
      suggestedActions: AFTER.servers,
      isNothing: true,
    };
  const attributes = isWritten ? asked : [...new Set([...asked, ...(await takeValues(db, sentence))])];
  const isTold = DOES.test(new Sentence(query).text) && attributes.length > 0;
  const unknown = isWritten || isTold ? [] : restOf(sentence, attributes.length > 0);
  const told = describeHosts(hosts, attributes, timeZone);
  const known =
    DOES.test(new Sentence(query).text) && unknown.length === 0 ? `${CHANGES_NOTHING}\n\n${told}` : told;
  const isAboutMore = isWritten || (unknown.length > 0 && attributes.length === 0);
  const written = isAboutMore ? await answerFromDocuments(db, withoutNames(query, hosts), hosts) : undefined;
  const lacking = unknown.length > 0 ? [lackOf(unknown)] : [];
  if (isWritten && !written) {
    const nearest = await nearestDocuments(db, withoutNames(query, hosts), 0);
    const names = listed(hosts.map(({ name }) => literal(name)));
    const linked = (await Promise.all(hosts.map((host) => linkedTo(db, host)))).filter(Boolean);
    const lack = `No document answers this for ${names}.${linked.length > 0 ? '' : KNOWS}`;
    return {
      text: [
        lack,
        ...linked,
        ...(linked.length > 0 ? [KNOWS.trim()] : []),
        known,
        ...(nearest ? [nearest] : []),
      ].join('\n\n'),
      suggestedActions: AFTER.servers,
    };
  }
  const parts = isWritten && written ? [written, known] : [...lacking, known, ...(written ? [written] : [])];
  return { text: parts.join('\n\n'), suggestedActions: AFTER.servers, isPartial: unknown.length > 0 };
}

/** Asks for servers beside those that were named. */
const OTHERS = / (?:same|other|others|else|similar|besides|neighbou?rs?)(?= )/;
/** Of one server they turn nothing round: its value is told as it is. */
const HARMLESS =
  /^(?:not|no|nor|or|only|exactly|isnt|arent|dont|doesnt|wasnt|%|percent|every|between|than|higher|lower|bigger|smaller|more|compare|compared|difference|versus|vs)$/;
const LAST = / last(?= ·\d)|(?<=·\d+) last(?= $)/g;

/** "does it run Windows?", "is it in Leeds?": asks for the field that such a value stands in. */
async function takeValues(db: Db, sentence: Sentence): Promise<Hosts['asked']> {
  const { choices } = takeFilter(sentence, await readVocabulary(db));
  return attributesOf(choices.map(({ field }) => FIELD_NAMES[field]));
}

/** What is asked besides of a server, and was not understood. */
function restOf(sentence: Sentence, isAsked: boolean): string[] {
  sentence.text = sentence.text.replaceAll(LAST, '');
  if (isAsked) sentence.take(new RegExp(ANY_LIMIT));
  return sentence
    .rest(new Set())
    .filter((word) => !isCommon(word) || (isAsked && TURNING.test(word)))
    .filter((word) => !isAsked || !HARMLESS.test(word));
}

const KNOWS = ' What the inventory knows:';
const DOING =
  /^(?:restart|reboot|stop|start|shutdown|shut|kill|delete|remove|ping|patch|update|upgrade|fix|repair|move|rename|add|create|drain|check)$/;

/** Tells to do something with a server, in words that are asked for elsewhere. */
const DOES =
  /^ (?:please |can you |could you |would you |now )*(?:set|put|mark|switch|turn|assign|change|make|take|bring|update) /;
const CHANGES_NOTHING = 'I only look things up and change nothing. What the inventory knows:';

const lackOf = (unknown: string[]): string => {
  const words = literal(unknown.join(' '));
  return unknown.some((word) => DOING.test(word))
    ? `I only look things up and change nothing, so I cannot “${words}”. What the inventory knows:`
    : `The inventory records nothing about “${words}”. What it knows${unknown.some((word) => TURNING.test(word)) ? ' now' : ''}:`;
};

const withoutNames = (query: string, hosts: Hosts['hosts']) =>
  hosts.reduce((text, { name }) => text.replaceAll(new RegExp(RegExp.escape(name), 'gi'), ' '), query);
