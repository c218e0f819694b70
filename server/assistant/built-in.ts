import type { Understood } from '../../contract/calls/assistant.ts';
import { DEFAULT_TIME_ZONE } from '../../contract/shared/dates.ts';
import { writeFilter } from '../../contract/shared/filter-text.ts';
import { fold } from '../../contract/shared/fold.ts';
import type { InventoryQuery } from '../../contract/shared/inventory-query.ts';
import type { Db } from '../db/open.ts';
import { whereServers } from '../servers/filter-sql.ts';
import { listLinkedDocuments } from '../servers/links.ts';
import { selectNamedServers } from '../servers/statistics.ts';
import { findNearNames } from '../servers/vocabulary.ts';
import type { At } from '../../contract/shared/time-zone.ts';
import { findSettings } from '../settings/queries.ts';
import { literal, documentLink, serverLink } from '../text/written-markdown.ts';
import { documentsOfTime, recentDocuments } from './answer/changes.ts';
import { runQuery } from './answer/run.ts';
import type { Answerer, Asked, End, Inquiry } from './answerer.ts';
import { findPreviousQuery } from './queries.ts';
import { closestPassages, pageNamed } from './passages.ts';
import { queryLabel } from './answer/result.ts';
import { readVocabulary, type Vocabulary } from './understand/entities.ts';
import { isFiller, LEXICON, LEXICON_WORDS } from './understand/lexicon.ts';
import { slipsBetween } from '../../contract/shared/slips.ts';
import { nearWords } from './understand/near-words.ts';
import { understand, type Reading } from './understand/parse.ts';

const CAN =
  'Ask about servers, outages, changes or people, for example “Which production servers are ' +
  'offline?”, or about what your documents say. Questions that are no query show the closest ' +
  'passages.';

/** Suggested next actions. */
const AFTER = {
  servers: ['View all servers', 'Check server status', 'List all server IPs', 'Ask another question'],
  documents: ['Search documentation', 'Browse knowledge base', 'Ask another question'],
  people: ['Contact support team', 'Show all servers', 'Ask another question'],
  nothing: ['Show all servers', 'Check server status', 'Browse knowledge base', 'Ask another question'],
};

/** Words that are looked for in the texts of servers when no document has them. */
const MOST_WORDS = 5;

type BuiltInReply = { text: string; end: End };

/**
 * Replies without a model. A question that the parser understands runs as a query; any other shows the closest
 * passages. The same question over the same data gets the same reply.
 */
export const builtIn: Answerer = async function* (inquiry) {
  const { text, end } = await replyBuiltIn(inquiry);
  inquiry.signal.throwIfAborted();
  yield { chunk: text };
  yield { end };
};

async function replyBuiltIn(inquiry: Inquiry): Promise<BuiltInReply> {
  const { db, query, userId, now } = inquiry;
  const timeZone = (await findSettings(db, userId))?.profile.timezone ?? DEFAULT_TIME_ZONE;
  const at: Asked = { now, timeZone, principals: inquiry.principals };
  if (inquiry.inventoryQuery) return ofQuery(inquiry, givenReading(inquiry.inventoryQuery), at);
  const vocabulary = await readVocabulary(db);
  const previous = await previousOf(inquiry, vocabulary, at);
  const questions = query.split(BETWEEN_QUESTIONS);
  const isOne = questions.length === 1 || questions.length > MOST_QUESTIONS;
  if (!isOne) return replyToEach(inquiry, questions, { at, vocabulary, previous });
  return replyTo(inquiry, query, await understand(db, query, at, { previous, vocabulary }), {
    at,
    vocabulary,
  });
}

/** A question mark ends a question, and nothing else does. */
const BETWEEN_QUESTIONS = /(?<=\?)\s+(?=\S)/;
const MOST_QUESTIONS = 4;
/** Begins or refers like a question that follows another of the same message. */
const FOLLOWING = new RegExp(
  String.raw`^(?:and|or|what about|how about|only|why|since when|how long|in|at|on|by|per|of|with|without|not)\b|` +
    String.raw`\b(?:it|its|them|those|these|they|their)\b`,
  'i',
);
type Known = { at: Asked; vocabulary: Vocabulary };

/** Every question of a message with its own reply. Each may follow the one before. */
async function replyToEach(
  inquiry: Inquiry,
  questions: string[],
  { previous, ...known }: Known & { previous: InventoryQuery | undefined },
): Promise<BuiltInReply> {
  const texts: string[] = [];
  const understood: Understood[] = [];
  let last: BuiltInReply | undefined;
  let before: InventoryQuery | undefined;
  for (const question of questions) {
    // oxlint-disable-next-line no-await-in-loop -- Each question builds on the one before.
    const reading = await understand(inquiry.db, question, known.at, {
      ...known,
      previous: before === undefined ? previous : FOLLOWING.test(question) ? before : undefined,
    });
    if (reading.isEmpty) continue;
    // oxlint-disable-next-line no-await-in-loop
    const reply = await replyTo(inquiry, question, reading, known);
    texts.push(`**${literal(question)}**`, reply.text);
    if (reply.end.understood) understood.push(reply.end.understood);
    if (isUnderstood(reply)) before = reply.end.understood?.query;
    if (!last || reply.end.understood) last = reply;
  }
  if (!last) return { text: CAN, end: endOf('nothing', null, AFTER.nothing) };
  return { text: texts.join('\n\n'), end: { ...last.end, earlierUnderstood: understood.slice(0, -1) } };
}

const isUnderstood = ({ end }: BuiltInReply): boolean =>
  end.outcome === 'query' && end.understood?.unread.length === 0;

async function replyTo(
  inquiry: Inquiry,
  question: string,
  reading: Reading,
  { at, vocabulary }: Known,
): Promise<BuiltInReply> {
  const { db } = inquiry;
  if (reading.isEmpty) return { text: CAN, end: endOf('nothing', null, AFTER.nothing) };
  const { understood, isManual, isInventory, noServers, others } = reading;
  if (noServers.length > 0) return withoutServer(inquiry, question, reading, at);
  if (reading.documents) {
    const changed = await documentsOfTime(db, reading.documents, at);
    return { text: changed, end: endOf('passages', null, AFTER.documents) };
  }
  const isWhole = understood.unread.length === 0 && !isManual;
  if (isWhole && isInventory && others.length > 0) return severalMeanings([understood.query, ...others], at);
  const found = isWhole && isInventory ? await ofQuery(inquiry, understood, at) : undefined;
  const note = notesOn(reading);
  // A word that is only in the texts of servers may mean a document.
  if (found && !hasText(understood))
    return withPage(inquiry, question, { ...found, text: note + found.text });
  const named = await namedServers(db, understood.query, at);
  const head = [...missedBySource(reading), ...(found ? [note + found.text] : []), ...named.texts];
  const passages = await closestPassages(db, inquiry, question, head.join('\n\n').length);
  if (found && found.total > 0) {
    const beside = passages.isFitting && !isFigure(understood.query) ? [passages.text ?? []] : [];
    return { ...found, text: [note + found.text, ...beside].flat().join('\n\n') };
  }
  const text = [...head, passages.text ?? []].flat().join('\n\n');
  // Titles that hardly fit are no reply to a question about servers: that names what was not read.
  const hasReply = passages.isFitting || (passages.text !== undefined && !isInventory) || isManual;
  if ((hasReply && passages.text !== undefined) || (isManual && named.haveDocuments))
    return { text, end: endOf('passages', null, AFTER.documents) };
  if (found) return found;
  // "View recent documentation", but not "find the runbook for web-1".
  const isOfAll = understood.unread.length === 0 && understood.query.where.length === 0;
  const recent = isManual && isOfAll ? await recentDocuments(db, at) : undefined;
  if (recent) return { text: recent, end: endOf('passages', null, AFTER.documents) };
  const lack = unreadText(reading, vocabulary);
  // No document matches. The understood part is shown, unless it asks for a figure: ignoring a condition would give a
  // wrong figure.
  const isClear =
    others.length === 0 &&
    !reading.isContradictory &&
    understood.query.where.length > 0 &&
    !isFigure(understood.query);
  if (isInventory && !isManual && isClear) {
    const part = await ofQuery(inquiry, understood, at);
    return { ...part, text: `${lack} Without it:\n\n${part.text}` };
  }
  const elsewhere = isManual || isInventory ? undefined : await serversWith(inquiry, understood.unread, at);
  if (elsewhere) return elsewhere;
  const unknown = understood.unread.length > 0 ? understood.unread : passages.unknownWords;
  const about = unknown.map((word) => `“${literal(word)}”`).join(', ') || 'that';
  const refusal =
    isInventory && !isManual
      ? `${lack} Ask in other words, or filter in [Infrastructure](/infrastructure).`
      : `I found nothing about ${about}.`;
  return { text: refusal, end: endOf('nothing', null, AFTER.nothing) };
}

/** The words that were not read, those among them that no server has, and the known ones that are near. */
function unreadText({ understood: { unread }, unknown }: Reading, { words }: Vocabulary): string {
  const known = new Set([...[...LEXICON_WORDS].filter((word) => !isFiller(word)), ...words]);
  const near = unread.flatMap((phrase) =>
    phrase.split(/\s+/).flatMap((word) => nearWords(word.toLowerCase(), known)),
  );
  const quoted = (some: string[], joint: string) => some.map((phrase) => `“${literal(phrase)}”`).join(joint);
  return [
    `I did not understand ${quoted(unread, ', ') || 'that'}.`,
    ...(unknown.length > 0 ? [`No server mentions ${quoted(unknown, ' or ')}.`] : []),
    ...(near.length > 0 ? [`Did you mean ${quoted([...new Set(near)], ' or ')}?`] : []),
  ].join(' ');
}

/** Documents reply to a question that names servers: it says what kept the inventory from it. */
const missedBySource = ({ namesSource, isManual, understood: { unread } }: Reading): string[] =>
  namesSource && !isManual && unread.length > 0
    ? [
        `As a question about the inventory, ${unread.map((words) => `“${literal(words)}”`).join(', ')} is not understood.`,
      ]
    : [];

/** A figure of a misspelt word says how the word was read. */
const notesOn = ({ corrected }: Reading): string =>
  corrected
    .filter(({ readAs }) => !isFiller(readAs) && !LEXICON.get(readAs)?.some(({ is }) => is === 'servers'))
    .map(({ typed, readAs }) => `“${literal(typed)}” is read as “${literal(readAs)}”.\n\n`)
    .join('');

/** A name that looks like that of a server, but is none: no other server is shown instead of it. */
async function withoutServer(
  inquiry: Inquiry,
  question: string,
  { noServers, understood }: Reading,
  at: Asked,
): Promise<BuiltInReply> {
  const { db } = inquiry;
  const missing = await Promise.all(
    noServers.map(async (name) => {
      const near = (await findNearNames(db, name)).filter(
        (one) => slipsBetween(one.name.toLowerCase(), name.toLowerCase(), NEAR) <= NEAR,
      );
      const links = near
        .slice(0, MOST)
        .map((one) => serverLink(one))
        .join(' · ');
      return `There is no ${literal(name)}.${links === '' ? '' : ` Near names: ${links}`}`;
    }),
  );
  const named = await namedServers(db, understood.query, at);
  const passages = await closestPassages(db, inquiry, question);
  const isMentioned = noServers.some(
    (name) => !passages.unknownWords.some((word) => fold(name).includes(word)),
  );
  const text = [...missing, ...named.texts, ...(isMentioned && passages.text ? [passages.text] : [])].join(
    '\n\n',
  );
  return { text, end: endOf(isMentioned && passages.text ? 'passages' : 'nothing', null, AFTER.servers) };
}

/** Letters in which a near name may differ. */
const NEAR = 2;

/** Words that mean several queries just as well: the person chooses. */
function severalMeanings(queries: InventoryQuery[], at: At): BuiltInReply {
  const kinds = new Map(queries.map((query) => [queryLabel(query, at.timeZone), query]));
  const lines = [...kinds.keys()].map((label) => `- ${literal(label)}`);
  const actions = [...kinds.values()].flatMap(({ from, where, ask }) =>
    from === 'servers' && where.length > 0 && (ask.kind === 'list' || ask.kind === 'count')
      ? `${ask.kind === 'count' ? 'how many servers' : 'servers'} ${writeFilter(where)}`
      : [],
  );
  const text = `This can mean several things:\n\n${lines.join('\n')}\n\nAsk in other words, or name the field.`;
  return { text, end: endOf('nothing', null, actions.length > 0 ? actions : AFTER.nothing) };
}

/** The page that has the words of the question as its title. */
async function withPage<R extends BuiltInReply>(inquiry: Inquiry, question: string, reply: R): Promise<R> {
  const page = await pageNamed(inquiry.db, inquiry, question);
  return page
    ? { ...reply, text: `${reply.text}\n\nThere is also a page of that name: ${documentLink(page)}` }
    : reply;
}

/** Servers with all these words in their texts. No document has them, but "nothing" would be wrong. */
async function serversWith(inquiry: Inquiry, unread: string[], at: Asked): Promise<BuiltInReply | undefined> {
  const words = unread.flatMap((phrase) => phrase.split(/\s+/));
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const where = words.map((text) => [{ kind: 'text' as const, text }]);
  const found = await ofQuery(
    inquiry,
    givenReading({ from: 'servers', where, ask: { kind: 'list', fields: [] } }),
    at,
  );
  return found.total > 0 ? found : undefined;
}

const hasText = ({ query }: Understood): boolean => query.where.flat().some(({ kind }) => kind === 'text');
const isFigure = ({ ask }: InventoryQuery): boolean => !['list', 'value', 'why'].includes(ask.kind);

const endOf = (outcome: End['outcome'], understood: Understood | null, suggestedActions: string[]): End => ({
  outcome,
  understood,
  suggestedActions,
  sources: [],
});

async function ofQuery(
  { db }: Inquiry,
  understood: Understood,
  at: Asked,
): Promise<BuiltInReply & { total: number }> {
  const { text, total } = await runQuery(db, understood.query, at);
  const after = understood.query.from === 'members' ? AFTER.people : AFTER.servers;
  return { total, text, end: endOf('query', understood, after) };
}

const givenReading = (query: InventoryQuery): Understood => ({
  query,
  parts: query.where.flat().map((condition) => ({ condition, words: '' })),
  filter: writeFilter(query.where),
  unread: [],
});

/** The query that a follow-up narrows: the stored one, or for a client that names none, the last question of its history. */
async function previousOf(
  inquiry: Inquiry,
  vocabulary: Vocabulary,
  at: Asked,
): Promise<InventoryQuery | undefined> {
  const { db, userId, previousInteractionId, conversationHistory } = inquiry;
  const questions = conversationHistory.filter(({ type }) => type === 'user').map(({ content }) => content);
  const last = { id: previousInteractionId, question: questions.at(-1) };
  const stored = await findPreviousQuery(db, userId, last);
  if (stored) return stored;
  let previous: InventoryQuery | undefined;
  for (const question of questions) {
    // oxlint-disable-next-line no-await-in-loop -- Each question builds on the one before.
    const reading: Reading = await understand(db, question, at, { previous, vocabulary });
    const { isInventory, isManual, noServers } = reading;
    if (isInventory && !isManual && noServers.length === 0 && reading.understood.unread.length === 0)
      previous = reading.understood.query;
  }
  return previous;
}

/** Servers whose documents one reply lists, and documents of each. */
const MOST_SERVERS = 3;
const MOST = 10;

type NamedServers = { texts: string[]; haveDocuments: boolean };

/** The servers that a question names, with their state and their linked documents. */
async function namedServers(db: Db, { where }: InventoryQuery, at: Asked): Promise<NamedServers> {
  const named = where.filter((group) => group.every(({ kind }) => kind === 'server'));
  if (named.length === 0) return { texts: [], haveDocuments: false };
  const { rows } = await selectNamedServers(db, whereServers(named, at), MOST_SERVERS);
  const lists = await Promise.all(
    rows.map(async (row) => {
      const state = `${serverLink(row)} is **${row.status}** (${row.environment}).`;
      const documents = (await listLinkedDocuments(db, at, row.id)).slice(0, MOST);
      const links = documents.map((one) => documentLink(one)).join(' · ');
      return documents.length === 0 ? [state] : [state, `Linked to ${serverLink(row)}: ${links}`];
    }),
  );
  return { texts: lists.flat(), haveDocuments: lists.some(({ length }) => length > 1) };
}
