import type { Understood } from '../../contract/assistant.ts';
import { DEFAULT_TIME_ZONE } from '../../contract/dates.ts';
import { writeFilter } from '../../contract/filter-text.ts';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import type { Db } from '../db/open.ts';
import { whereServers } from '../servers/filter-sql.ts';
import { listLinkedDocuments } from '../servers/links.ts';
import { selectNamedServers } from '../servers/statistics.ts';
import type { At } from '../text/time-zone.ts';
import { findSettings } from '../settings/queries.ts';
import { literal, documentLink, serverLink } from '../text/markdown.ts';
import { documentsOfTime, recentDocuments } from './answer/changes.ts';
import { runQuery } from './answer/run.ts';
import type { Answerer, End, Inquiry } from './answerer.ts';
import { findPreviousQuery } from './queries.ts';
import { closestPassages } from './passages.ts';
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
  const at: At = { now, timeZone };
  if (inquiry.inventoryQuery) return ofQuery(inquiry, givenReading(inquiry.inventoryQuery), at);
  const previous = await previousOf(inquiry, at);
  const whole = await replyTo(inquiry, query, { at, previous });
  const questions = query.split(BETWEEN_QUESTIONS);
  if (questions.length === 1 || questions.length > MOST_QUESTIONS) return whole;
  // A question mark ends a question. An "and" only does if both together are not understood.
  const isMany = INNER_MARK.test(query) || (!isUnderstood(whole) && ASKING.test(query));
  return (isMany && (await replyToEach(inquiry, questions, { at, previous, whole }))) || whole;
}

const ASKS = String.raw`(?:how|who|whom|whats?|which|where|when|why|is|are|list|show)\b`;
const ASKING = new RegExp(`^${ASKS}`, 'i');
const INNER_MARK = /\?\s+(?=\S)/;
// The lookbehind keeps a long run of blanks from being read again from each of them on.
const BETWEEN_QUESTIONS = new RegExp(
  String.raw`(?<=\?)\s+(?=\S)|(?:[,;]\s+(?:(?:and|also)\s+)?|(?<!\s)\s+(?:and|also|plus)\s+)(?=${ASKS})`,
  'i',
);
const MOST_QUESTIONS = 4;
type Asked = { at: At; previous: InventoryQuery | undefined };

const isUnderstood = ({ end }: BuiltInReply): boolean =>
  end.outcome === 'query' && end.understood?.unread.length === 0;

/** Begins or refers like a question that follows another. */
const FOLLOWING = /^(?:and|or|what about|how about|only)\b|\b(?:it|its|them|those|these|they|their)\b/i;

/**
 * Every question of a message with its own reply. One that is not understood gets the reply to the whole message.
 * Undefined if the first is not understood.
 */
async function replyToEach(
  inquiry: Inquiry,
  questions: string[],
  { at, previous, whole }: Asked & { whole: BuiltInReply },
): Promise<BuiltInReply | undefined> {
  const texts: string[] = [];
  const understood: Understood[] = [];
  let last: BuiltInReply | undefined;
  for (const question of questions) {
    const before = last?.end.understood?.query ?? previous;
    // oxlint-disable-next-line no-await-in-loop -- Each question builds on the one before.
    const alone = FOLLOWING.test(question)
      ? undefined
      : await replyTo(inquiry, question, { at, previous: undefined });
    const reply =
      alone && isUnderstood(alone) ? alone : await replyTo(inquiry, question, { at, previous: before });
    if (isUnderstood(reply)) {
      last = reply;
      understood.push(...(reply.end.understood ? [reply.end.understood] : []));
    } else if (!last || isUnderstood(whole)) return undefined;
    texts.push(`**${literal(question)}**`, isUnderstood(reply) ? reply.text : whole.text);
  }
  const text = [...new Set(texts)].join('\n\n');
  return last && { text, end: { ...last.end, earlierUnderstood: understood.slice(0, -1) } };
}

async function replyTo(inquiry: Inquiry, question: string, { at, previous }: Asked): Promise<BuiltInReply> {
  const { db } = inquiry;
  const reading = await understand(db, question, at, previous);
  if (reading.isEmpty) return { text: CAN, end: endOf('nothing', null, AFTER.nothing) };
  const { understood, isManual, isInventory } = reading;
  if (reading.documents) {
    const changed = await documentsOfTime(db, reading.documents, at);
    return { text: changed, end: endOf('passages', null, AFTER.documents) };
  }
  const isWhole = understood.unread.length === 0 && !isManual;
  const found = isWhole && isInventory ? await ofQuery(inquiry, understood, at) : undefined;
  // A text that matches no server may be in a document.
  if (found && (found.total > 0 || !hasText(understood))) return found;
  const passages = await closestPassages(db, question);
  const named = await namedServers(db, understood.query, at);
  const text = [found?.text ?? [], ...named.texts, passages.text ?? []].flat().join('\n\n');
  if (passages.text !== undefined || (isManual && named.haveDocuments))
    return { text, end: endOf('passages', null, AFTER.documents) };
  if (found) return found;
  // "View recent documentation", but not "find the runbook for web-1".
  const isOfAll = understood.unread.length === 0 && understood.query.where.length === 0;
  const recent = isManual && isOfAll ? await recentDocuments(db, at) : undefined;
  if (recent) return { text: recent, end: endOf('passages', null, AFTER.documents) };
  // No document matches. The understood part is shown, unless it asks for a figure: ignoring a condition would give a
  // wrong figure.
  if (isInventory && !isManual && understood.query.where.length > 0 && !isFigure(understood.query))
    return ofQuery(inquiry, understood, at);
  const elsewhere = isManual || isInventory ? undefined : await serversWith(inquiry, understood.unread, at);
  if (elsewhere) return elsewhere;
  const unknown = understood.unread.length > 0 ? understood.unread : passages.unknownWords;
  const about = unknown.map((word) => `“${literal(word)}”`).join(', ') || 'that';
  const refusal =
    isInventory && !isManual
      ? `I did not understand ${about}. Ask in other words, or filter in [Infrastructure](/infrastructure).`
      : `I found nothing about ${about}.`;
  return { text: refusal, end: endOf('nothing', null, AFTER.nothing) };
}

/** Servers with all these words in their texts. No document has them, but "nothing" would be wrong. */
async function serversWith(inquiry: Inquiry, unread: string[], at: At): Promise<BuiltInReply | undefined> {
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
  at: At,
): Promise<BuiltInReply & { total: number }> {
  const { text, total } = await runQuery(db, understood.query, at);
  const { unread, query } = understood;
  const lack = unread.map((words) => `“${literal(words)}”`).join(', ');
  const note = unread.length > 0 ? `I did not understand ${lack}. Without it:\n\n` : '';
  return {
    total,
    text: note + text,
    end: endOf('query', understood, query.from === 'members' ? AFTER.people : AFTER.servers),
  };
}

const givenReading = (query: InventoryQuery): Understood => ({
  query,
  parts: query.where.flat().map((condition) => ({ condition, words: '' })),
  filter: writeFilter(query.where),
  unread: [],
});

/** The query that a follow-up narrows: the stored one, or for a client that names none, the last question of its history. */
async function previousOf(inquiry: Inquiry, at: At): Promise<InventoryQuery | undefined> {
  const { db, userId, previousInteractionId, conversationHistory } = inquiry;
  const questions = conversationHistory.filter(({ type }) => type === 'user').map(({ content }) => content);
  const last = { id: previousInteractionId, question: questions.at(-1) };
  const stored = await findPreviousQuery(db, userId, last);
  if (stored) return stored;
  let previous: InventoryQuery | undefined;
  for (const question of questions) {
    // oxlint-disable-next-line no-await-in-loop -- Each question builds on the one before.
    const reading: Reading = await understand(db, question, at, previous);
    if (reading.isInventory && !reading.isManual && reading.understood.unread.length === 0)
      previous = reading.understood.query;
  }
  return previous;
}

/** Servers whose documents one reply lists, and documents of each. */
const MOST_SERVERS = 3;
const MOST = 10;

type NamedServers = { texts: string[]; haveDocuments: boolean };

/** The servers that a question names, with their state and their linked documents. */
async function namedServers(db: Db, { where }: InventoryQuery, at: At): Promise<NamedServers> {
  const named = where.filter((group) => group.every(({ kind }) => kind === 'server'));
  if (named.length === 0) return { texts: [], haveDocuments: false };
  const { rows } = await selectNamedServers(db, whereServers(named, at), MOST_SERVERS);
  const lists = await Promise.all(
    rows.map(async (row) => {
      const state = `${serverLink(row)} is **${row.status}** (${row.environment}).`;
      const documents = (await listLinkedDocuments(db, row.id)).slice(0, MOST);
      const links = documents.map((one) => documentLink(one)).join(' · ');
      return documents.length === 0 ? [state] : [state, `Linked to ${serverLink(row)}: ${links}`];
    }),
  );
  return { texts: lists.flat(), haveDocuments: lists.some(({ length }) => length > 1) };
}
