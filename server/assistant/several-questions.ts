import type { Inquiry } from './answerer.ts';
import {
  askedBehind,
  HALF,
  isAstray,
  isProcedure,
  isRepeated,
  isToldIn,
  isToldOfAll,
  isWhomTold,
} from './asked-behind.ts';
import { QUOTING, topicOf } from './document-answers.ts';
import { listed, literal } from './literal.ts';
import { replyToOne } from './one-question.ts';
import { isAsked } from './parts-of-question.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { OF_FOUND } from './told-beside.ts';

/** Sentences of one question that are read each for itself. */
const SENTENCES = 4;

/** Several questions or sentences, of which some ask for what is known: those are answered, and the others named. */
export async function replyToEach(
  inquiry: Inquiry,
  queries: string[],
): Promise<(Reply & { isOfWhole: boolean }) | undefined> {
  if (queries.length < 2 || queries.length > SENTENCES) return undefined;
  const replies: (Reply & { query: string; written: string })[] = [];
  const history = [...inquiry.conversationHistory];
  for (const written of queries) {
    const before = replies.at(-1);
    const procedure = replies.findLast(isProcedure);
    if (procedure && isWhomTold(written, [procedure.text])) continue;
    // oxlint-disable-next-line no-await-in-loop -- A few questions.
    const query = procedure ? await askedBehind(inquiry.db, written, procedure) : written;
    // "Which of them are online?" of servers that there are none of.
    if (before?.isNothing && before.suggestedActions === AFTER.servers && OF_FOUND.test(query)) {
      if (replies.every(({ isNothing }) => isNothing)) return { ...before, isOfWhole: false };
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- A few questions, each of several reads, and each may go on from the one before.
    const answer = await replyToOne({ ...inquiry, query, conversationHistory: history });
    const isElsewhere = procedure && query === written && isAstray(query, answer.text, procedure.text);
    // All that is known of a server, which the answer before ended with, tells nothing of this.
    const isAgain = before !== undefined && before.text !== answer.text && before.text.endsWith(answer.text);
    const reply =
      isElsewhere || isAgain ? { ...answer, isNothing: true, suggestedActions: AFTER.documents } : answer;
    replies.push({ query, written, ...reply });
    if (!reply.isNothing || (reply.text.includes(QUOTING) && !isElsewhere))
      history.push({ type: 'user', content: query }, { type: 'assistant', content: ofAll(reply.text) });
  }
  const found = replies.filter(({ isNothing }) => !isNothing);
  if (found.length === 0) return undefined;
  // That there is no such server is an answer too.
  const told = replies.filter(
    ({ isNothing, suggestedActions }) => !isNothing || suggestedActions === AFTER.servers,
  );
  const texts = told.map(({ text }) => text).filter((text, at, all) => !isRepeated(text, all.slice(0, at)));
  const unknown = replies
    .filter((reply) => !told.includes(reply) && !isToldIn(reply.written, texts, HALF))
    .map(({ written }) => written);
  const lack = unknown.length > 0 ? [`I found nothing about ${listed(unknown.map((text) => `“${literal(text)}”`))}.`] : []; // prettier-ignore
  const isWritten = told.every(({ text }) => text.startsWith(QUOTING));
  return {
    text: [...texts, ...lack].join('\n\n'),
    suggestedActions: found[0]?.suggestedActions ?? [],
    // What is quoted from documents may be quoted for all at once, and what is no thing was no part of its own.
    isOfWhole: isWritten || !unknown.every(isAsked),
  };
}

/** "Do all run Windows, and are they online?": the second is asked of all, and not of those that do not. */
function ofAll(text: string): string {
  const all = /^(?:Yes|No): (?:of )?(?<all>\*\*\d+\*\* servers? with .+?), (?:and |\*\*)/.exec(text)
    ?.groups?.['all'];
  return all === undefined ? text : `${all}:`;
}

/**
 * "How do I restart the relay, and who do I call?": what is asked behind something that is written is asked for itself, unless
 * the passages for the whole question tell it too.
 */
export async function replyToClauses(
  inquiry: Inquiry,
  [question = '', ...others]: string[],
  whole: string,
): Promise<Reply | undefined> {
  // "When and where is it?" is one question.
  if (others.length === 0 || others.length >= SENTENCES || topicOf(question).length === 0) return undefined;
  const reply = await replyToOne({ ...inquiry, query: question });
  if (!isProcedure({ query: question, ...reply }) || isToldOfAll(whole, reply.text, others)) return undefined;
  return replyToEach(inquiry, [question, ...others]);
}
