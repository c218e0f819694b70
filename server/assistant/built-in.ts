import type { Answerer, Inquiry } from './answerer.ts';
import { CAN } from './found-by-name.ts';
import { asksNothing, questionsOf } from './message.ts';
import { replyToOne } from './one-question.ts';
import { asksIn, sentencesIn } from './parts-of-question.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { replyToClauses, replyToEach } from './several-questions.ts';
import { isPlaceUnknown } from './unknown-place.ts';

const NO_PLACE =
  'I found nothing: I do not know which place is meant, since no server is recorded in one of that name. Say it as the inventory has it, for example “Which servers are in Leeds?”.';

/**
 * Answers without any model and without the network: what the question names is looked up in the inventory, the
 * documents and the team at this moment, and what is found is quoted. The same question over the same data has the same
 * answer. Nothing that a document says is ever taken as an instruction, since nothing here follows any.
 */
export const answersWithoutModel: Answerer = async function* (inquiry) {
  const { text, suggestedActions } = await replyTo(inquiry);
  for (const chunk of text.match(/(?:\S+\s*){1,6}|\s+/g) ?? []) {
    if (inquiry.signal.aborted) return;
    yield { chunk };
  }
  yield { suggestedActions };
};

/** The whole answer at once, for what a model is given. Questions of one message are answered one after another. */
export async function replyTo(inquiry: Inquiry): Promise<Reply> {
  if (asksNothing(inquiry.query)) return { text: CAN, suggestedActions: AFTER.nothing };
  if (await isPlaceUnknown(inquiry.db, inquiry.query, inquiry.conversationHistory))
    return { text: NO_PLACE, suggestedActions: AFTER.servers, isNothing: true };
  const questions = await questionsOf(inquiry.db, inquiry.query);
  const [first = inquiry.query] = questions;
  const query = questions.length === 1 ? first : inquiry.query;
  const several = await replyToEach(inquiry, questions);
  if (several && !several.isOfWhole) return several;
  const reply = await replyToOne({ ...inquiry, query });
  const each = await replyToClauses(inquiry, questions.flatMap(asksIn), reply.text);
  if (each || !reply.isNothing) return each ?? reply;
  return (
    (await replyToEach(inquiry, sentencesIn(query))) ?? (await replyToEach(inquiry, asksIn(query))) ?? reply
  );
}
