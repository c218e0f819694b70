import type { Db } from '../db/open.ts';
import { fold, lexemesOf } from '../search/queries.ts';
import type { ServerRow } from '../servers/queries.ts';
import { isCommon } from './common-words.ts';
import { answerFromDocuments } from './document-answers.ts';
import { documentsOfNames, isQuotation, tellsAll } from './documents-called.ts';
import { describeHosts } from './host-answers.ts';
import type { Asked } from './host-asked.ts';
import { textsHolding } from './host-texts.ts';
import { hostsQuoted } from './hosts-of-quoted.ts';
import { listed, literal, serverLink } from './literal.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { lineOf } from './server-answers.ts';

/** "…, and how full is its disk": asked of the server that a document names, and no word to look for. */
const OF_THAT = /,? and (?:who|whose|where|what|which|how|when|is|are|does|has)\b.*$/i;
/** What is done by two words is a thing by one: "backed up" is written under "Backup". */
const DONE = /\b(?<verb>back|clean|roll)(?:s|ed)? (?<how>up|back)\b/gi;

type About = { hosts: ServerRow[]; other: NonNullable<Asked['other']>; timeZone: string };

/** What belongs to servers and is no field of theirs, or which other server does something for them: that is written down or not recorded. */
export async function aboutOther(
  db: Db,
  question: string,
  { hosts, other, timeZone }: About,
): Promise<Reply> {
  const topic = question.replace(OF_THAT, '');
  const { texts } = textsHolding(hosts, other.said);
  const written = await writtenOf(db, topic, { hosts, other });
  const [own, general] = written.every((text) => !isOf(text, hosts)) ? [[], written] : [written, []];
  const suggestedActions = AFTER.servers;
  const asked = `This was asked about ${listed(hosts.map(serverLink))}.`;
  if (own.length > 0 || texts.length > 0) {
    const known = texts.length > 0 ? [describeHosts(hosts, { attributes: texts }, timeZone)] : [];
    const named = await namedIn(db, own, { hosts, other, timeZone });
    const isNamed = known.length > 0 || named.length > 0;
    return { text: [...known, ...own, ...named, ...(isNamed ? [] : [asked])].join('\n\n'), suggestedActions };
  }
  const lack = other.isServer
    ? 'The inventory does not record which server does something for another one.'
    : `The inventory records nothing about “${literal(other.said.join(' '))}”.`;
  const known = describeHosts(hosts, { attributes: [] }, timeZone);
  const isTold = other.isServer
    ? (await hostsQuoted(db, general.join('\n'))).length > 0
    : tellsAll(general, other.said);
  if (isTold) return { text: [...general, asked].join('\n\n'), suggestedActions };
  return {
    text: [...general, `${lack} What it knows:`, known].join('\n\n'),
    suggestedActions,
    isPartial: true,
  };
}

const isOf = (text: string, hosts: ServerRow[]) => hosts.some(({ name }) => fold(text).includes(fold(name)));

/** Of what no word of the question is for, nothing is written. */
async function writtenOf(
  db: Db,
  topic: string,
  { hosts, other: { said, things } }: Pick<About, 'hosts' | 'other'>,
): Promise<string[]> {
  const words = said.filter((word) => !isCommon(word)).join(' ');
  if (words === '') return [];
  const asked = [topic, things.join(' ')].map((text) => text.replaceAll(DONE, '$<verb>$<how>'));
  const stems = lexemesOf([words, ...asked.slice(1)].join(' '));
  const tells = (text: string) => isQuotation(text) && stems.some((stem) => lexemesOf(text).includes(stem));
  const names = hosts.map(({ name }) => name).join(' ');
  const ways = [
    ...asked.map((text) => () => documentsOfNames(db, hosts, text, false)),
    ...[`${topic} ${names}`, ...asked].map((text) => async () => [(await answerFromDocuments(db, text, { hosts })) ?? '']), // prettier-ignore
  ];
  for (const way of ways) {
    // oxlint-disable-next-line no-await-in-loop -- The first that finds something ends it.
    const found = (await way()).filter(tells);
    if (found.length > 0) return found;
  }
  return [];
}

/** The servers that are named where the answer stands, with what was asked of them. */
async function namedIn(db: Db, own: string[], { hosts, other, timeZone }: About): Promise<string[]> {
  if (!other.isServer) return [];
  const quoted = await hostsQuoted(db, own.join('\n'));
  const rows = quoted.filter(({ id }) => hosts.every((host) => host.id !== id));
  if (rows.length === 0) return [];
  if (other.attributes.length > 0) return [describeHosts(rows, { attributes: other.attributes }, timeZone)];
  return [rows.map((row) => lineOf(row, [], [])).join('\n')];
}
