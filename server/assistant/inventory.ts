import type { Db } from '../db/open.ts';
import { isCommon } from './common-words.ts';
import { takeRanking } from './figures.ts';
import { isFiltered, takeFilter } from './filters.ts';
import type { CountedField, ServerFilter } from './filters.ts';
import {
  answerAddresses,
  answerCount,
  answerGroups,
  answerList,
  answerRanking,
  answerStatus,
  countServers,
} from './server-answers.ts';
import { readVocabulary } from './vocabulary.ts';
import type { Sentence } from './words.ts';

const SERVERS =
  /servers?|hosts?|machines?|vms?|virtual machines?|boxes|nodes?|fleet|inventory|infrastructure|topology|ips|ip addresses|system health/;
const COUNT = /how many|number of|count|total number|total/;
const STATUS = /status|statuses|health|healthy|state|check|ok|doing/;
const ADDRESSES = /ips?|ip address(?:es)?|addresses/;
const ATTENTION =
  /(?:that |which |who )?(?:need|needs|needing|require|requires) attention|(?:with|having|have) (?:problems|issues)|in trouble|unhealthy|(?:recent |current )?(?:issues|problems|incidents)/;
const EACH = String.raw`(?:by|per|each|every|across|for each|in each|at each|on each|of each)(?: the| our| all| its| different)? `;
const ALL = String.raw`(?:which|what|list|show|view|all|our|the|different|have|has)(?: all| the| our| different)* `;

/** What servers are counted by, in the words for one and for many of it. */
const DIMENSIONS: [CountedField, string, string][] = [
  ['environment', 'environment', 'environments'],
  ['status', 'status|state|health', 'statuses|states'],
  [
    'serverLocation',
    'location|site|place|data cent(?:er|re)',
    'locations|location details|sites|places|data cent(?:ers|res)',
  ],
  ['network', 'network zone|network|zone', 'network zones|networks|zones|network topology|topology'],
  ['operatingSystem', 'operating system|os', 'operating systems|oses|os versions'],
  ['teamOwner', 'team owner|owner|team', 'team owners|owners|teams|team'],
  ['serverType', 'server type|type', 'server types|types'],
  ['domain', 'domain', 'domains'],
  ['hardwareModel', 'hardware model|model|hardware', 'hardware models|models|hardware'],
];

function takeDimension(sentence: Sentence): CountedField | undefined {
  for (const [field, one, many] of DIMENSIONS) {
    const each = new RegExp(
      `${EACH}(?:${one}|${many})|(?:${one}) (?:breakdown|distribution|split|overview|statistics)`,
    );
    if (sentence.take(each) ?? sentence.take(new RegExp(`${ALL}(?:${many})`))) return field;
  }
  if (sentence.take(/where are|where is/)) return 'serverLocation';
  if (sentence.take(/who (?:owns|is responsible for|manages|looks after)/)) return 'teamOwner';
  return undefined;
}

/** Words that filter by the text of a server's fields, as the inventory's own search does. */
const MAX_WORDS = 5;
const asWord = (word: string) => (word.length > 4 && /^\p{L}+$/u.test(word) ? word.replace(/s$/, '') : word);

type InventoryAnswer = { text: string; isEmpty: boolean };

/** Answers a question about many servers; undefined for one that is about something else. */
export async function answerAboutServers(db: Db, sentence: Sentence): Promise<InventoryAnswer | undefined> {
  const saysServers = sentence.has(SERVERS);
  const isAttention = sentence.has(ATTENTION);
  const filter = takeFilter(sentence, await readVocabulary(db));
  const ranking = takeRanking(sentence);
  if (sentence.take(ATTENTION))
    filter.choices.push({
      field: 'status',
      values: ['offline', 'warning'],
      isNot: false,
      label: 'offline or warning',
    });
  const dimension = takeDimension(sentence);
  const wanted = {
    isCount: sentence.has(COUNT),
    isStatus: sentence.has(STATUS),
    isAddresses: sentence.has(ADDRESSES),
  };
  const words = sentence.rest(new Set()).filter((word) => !isCommon(word));
  const isMeant =
    saysServers || ((isFiltered(filter) || ranking || dimension || isAttention) && words.length === 0);
  if (!isMeant) return undefined;
  const meant = { ...filter, words: words.slice(0, MAX_WORDS).map(asWord) };
  const isEmpty = isFiltered(meant) && (await countServers(db, meant)) === 0;
  if (ranking) return { text: await answerRanking(db, meant, ranking), isEmpty };
  if (dimension === 'status' || (wanted.isStatus && !wanted.isCount && !hasStatus(meant)))
    return { text: await answerStatus(db, meant), isEmpty };
  if (dimension) return { text: await answerGroups(db, meant, dimension), isEmpty };
  if (wanted.isCount) return { text: await withParts(db, meant), isEmpty };
  return { text: await (wanted.isAddresses ? answerAddresses : answerList)(db, meant), isEmpty };
}

const hasStatus = ({ choices }: ServerFilter) => choices.some(({ field }) => field === 'status');

/** "production and staging" is counted together and apart. */
async function withParts(db: Db, filter: ServerFilter): Promise<string> {
  const total = await answerCount(db, filter);
  for (const field of ['environment', 'status', 'serverType'] as const) {
    if (filter.choices.filter((choice) => choice.field === field && !choice.isNot).length < 2) continue;
    // oxlint-disable-next-line no-await-in-loop -- The first field that is named twice is the only one.
    return `${total}\n\n${await answerGroups(db, filter, field)}`;
  }
  return total;
}
