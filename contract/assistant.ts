import * as z from 'zod/mini';
import { post, put } from './endpoint.ts';
import { Id, text } from './fields.ts';
import { Condition, InventoryQuery } from './inventory-query.ts';
import { SearchKind } from './search.ts';

export const ASSISTANT_LIMITS = {
  /** Characters of one question, and of one message of the history. */
  query: 20_000,
  /** Messages before the question; more are refused. */
  history: 5,
  /** Characters of a quotation that is listed with its source. */
  quote: 500,
};

export const Turn = z.object({
  type: z.enum(['user', 'assistant']),
  content: text(ASSISTANT_LIMITS.query),
});
export type Turn = z.infer<typeof Turn>;

export const Question = z.object({
  query: text(ASSISTANT_LIMITS.query).check(z.refine((value) => value.trim() !== '', 'Ask something')),
  /** Oldest first, without the welcome message. */
  conversationHistory: z._default(
    z
      .array(Turn)
      .check(z.maxLength(ASSISTANT_LIMITS.history, `Send at most ${ASSISTANT_LIMITS.history} messages`)),
    [],
  ),
  /** Interaction of the answer before this question; a follow-up narrows its query. */
  previousInteractionId: z.optional(z.uuid()),
  /** A chip was changed or removed: this query is run as it is, and `query` is only shown. */
  inventoryQuery: z.optional(InventoryQuery),
});
export type Question = z.infer<typeof Question>;

/** How the built-in engine read a question, for people to check and change. */
export const Understood = z.object({
  query: InventoryQuery,
  /** For each condition of `query.where` the words of the question that it came from; inherited ones have none. */
  parts: z.array(z.object({ condition: Condition, words: z.string() })),
  /** Text form of `query.where`: opens the same servers in Infrastructure. */
  filter: z.string(),
  /** Content words that no part accounts for. */
  unread: z.array(z.string()),
});
export type Understood = z.infer<typeof Understood>;

/** Something of the product that a reply rests on. */
export const Source = z.object({
  kind: SearchKind,
  title: z.string(),
  /** Address inside the product. Empty where the link leads to nothing that exists. */
  url: z.string(),
  /** What the reply quotes from it, if it quotes. */
  quote: z.optional(z.string()),
  /** Whether the thing was read for this reply, and the quotation stands in it word for word. */
  verified: z.boolean(),
});
export type Source = z.infer<typeof Source>;

/**
 * query: a query of the inventory. passages: the closest passages of documents. nothing: neither found anything. model: a language
 * model replied. model_failed: it failed, and the built-in engine replied or the reply breaks off.
 */
export const Outcome = z.enum(['query', 'passages', 'nothing', 'model', 'model_failed']);
export type Outcome = z.infer<typeof Outcome>;

/** The reply as markdown, suggested next actions, and the id for feedback. */
const reply = {
  suggestedActions: z.array(z.string()),
  interactionId: z.uuid(),
  outcome: Outcome,
  understood: z.nullable(Understood),
  /** Of a model's reply. Where it is empty and `outcome` is model, the reply is not from the records. */
  sources: z.array(Source),
};

/** One data line of the stream: a piece of the answer, its end, or why there is none. */
export const AnswerEvent = z.union([
  z.object({ chunk: z.string() }),
  z.object({ done: z.literal(true), fullResponse: z.string(), ...reply }),
  z.object({ error: z.string() }),
]);
export type AnswerEvent = z.infer<typeof AnswerEvent>;

export const Feedback = z.enum(['up', 'down']);
export type Feedback = z.infer<typeof Feedback>;

export const assistant = {
  askStream: post('/api/ai/ask-stream', {
    scope: 'user',
    summary: 'Ask the assistant; each data line of the stream is one AnswerEvent as JSON',
    body: Question,
    produces: 'text/event-stream',
  }),
  ask: post('/api/ai/ask', {
    scope: 'user',
    summary: 'Ask the assistant and get the whole answer at once',
    body: Question,
    result: z.object({ response: z.string(), ...reply }),
  }),
  feedback: put('/api/ai/interactions/:id/feedback', {
    scope: 'user',
    summary: 'Say whether an answer of your own questions helped',
    params: Id,
    body: z.object({ feedback: Feedback }),
    status: 204,
  }),
};
