import { timeZoneOf } from './account-time.ts';
import type { Inquiry } from './answerer.ts';
import { replyAsWritten } from './as-written.ts';
import { documentsOfAll, withoutTheirDocuments } from './linked-documents.ts';
import { listed, literal } from './literal.ts';
import { corrected } from './misspelt.ts';
import { nearNames } from './near-names.ts';
import { notInEnglish } from './other-language.ts';
import { ownAmong } from './owner-before.ts';
import { questionMeant } from './question-meant.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';

/** Where nothing is found, misspelt words are read as what they are near to, and servers are offered whose names are. */
export async function replyToOne(inquiry: Inquiry): Promise<Reply> {
  const timeZone = await timeZoneOf(inquiry.db, inquiry.userId);
  const ofServers = withoutTheirDocuments(inquiry.query);
  if (ofServers !== undefined) {
    const reply = await replyToOne({ ...inquiry, query: ofServers });
    return { ...reply, text: [reply.text, ...(await documentsOfAll(inquiry.db, reply.text))].join('\n\n') };
  }
  const asked = await questionMeant(inquiry, timeZone);
  if (typeof asked !== 'string') return asked;
  const { query, changes, offer } = await nearNames(inquiry.db, asked);
  const answer = await replyAsWritten({ ...inquiry, query }, timeZone);
  const besides = answer.isNothing ? [] : ownAmong(inquiry.query, inquiry.conversationHistory);
  const reply = readAs(changes, { ...answer, text: [answer.text, ...besides].join('\n\n') });
  const isAnswered = !reply.isNothing && !reply.isPartial;
  if (isAnswered && !(offer && reply.suggestedActions === AFTER.nothing)) return reply;
  const foreign = reply.isNothing ? notInEnglish(query) : undefined;
  if (foreign) return { ...reply, text: foreign };
  const better = await corrected(inquiry.db, query);
  if (better) {
    const other = await replyAsWritten({ ...inquiry, query: better.query }, timeZone);
    if (!other.isNothing && !other.isPartial) return readAs([...changes, ...better.changes], other);
  }
  return offer ? { text: offer, suggestedActions: AFTER.servers, isNothing: true } : reply;
}

function readAs(changes: [written: string, meant: string][], reply: Reply): Reply {
  if (changes.length === 0) return reply;
  const told = changes.map(([written, meant]) => `“${literal(written)}” as “${literal(meant)}”`);
  return { ...reply, text: `I read ${listed(told)}.\n\n${reply.text}` };
}
