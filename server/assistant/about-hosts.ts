import type { Db } from '../db/open.ts';
import { isCommon } from './common-words.ts';
import { answerFromDocuments, nearestDocuments } from './document-answers.ts';
import { describeHosts } from './host-answers.ts';
import type { takeAttributes } from './host-answers.ts';
import { listed, literal } from './literal.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
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
  const unknown =
    isWritten || asked.length > 0 ? [] : sentence.rest(new Set()).filter((word) => !isCommon(word));
  const told = describeHosts(hosts, asked, timeZone);
  const known =
    DOES.test(new Sentence(query).text) && unknown.length === 0 ? `${CHANGES_NOTHING}\n\n${told}` : told;
  const isAboutMore = isWritten || unknown.length > 0;
  const written = isAboutMore
    ? await answerFromDocuments(db, withoutNames(query, hosts), besides(hosts))
    : undefined;
  const lacking = unknown.length > 0 ? [lackOf(unknown)] : [];
  if (isWritten && !written) {
    const nearest = await nearestDocuments(db, withoutNames(query, hosts), 0);
    const names = listed(hosts.map(({ name }) => literal(name)));
    const lack = `No document answers this for ${names}. What the inventory knows:`;
    return {
      text: [lack, known, ...(nearest ? [nearest] : [])].join('\n\n'),
      suggestedActions: AFTER.servers,
    };
  }
  const parts = isWritten && written ? [written, known] : [...lacking, known, ...(written ? [written] : [])];
  return { text: parts.join('\n\n'), suggestedActions: AFTER.servers, isPartial: unknown.length > 0 };
}

/** What documents about a server may say of it. */
const besides = (hosts: Hosts['hosts']) =>
  hosts.map(({ name, primaryFunction }) => `${name} ${primaryFunction ?? ''}`).join(' ');

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
    : `The inventory records nothing about “${words}”. What it knows:`;
};

const withoutNames = (query: string, hosts: Hosts['hosts']) =>
  hosts.reduce((text, { name }) => text.replaceAll(new RegExp(RegExp.escape(name), 'gi'), ' '), query);
