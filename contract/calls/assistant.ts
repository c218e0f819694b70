import * as z from 'zod/mini';
import { post, put } from './endpoint.ts';
import { Id, text } from '../shared/fields.ts';
import { Condition, InventoryQuery } from '../shared/inventory-query.ts';
import { SearchKind } from './search.ts';

export const ASSISTANT_LIMITS = {
  /** Maximum characters of a question, and of a message in the history. */
  query: 20_000,
  /** Maximum messages before the question. */
  history: 5,
  /** Maximum characters of a quotation listed with its source. */
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
  /** Id of the previous exchange; a follow-up narrows its query. */
  previousInteractionId: z.optional(z.uuid()),
  /** Set when a chip was changed or removed: this query runs as it is, and `query` is only displayed. */
  inventoryQuery: z.optional(InventoryQuery),
});
export type Question = z.infer<typeof Question>;

/** How the built-in engine understood a question, for people to check and change. */
export const Understood = z.object({
  query: InventoryQuery,
  /** For each condition of `query.where`, the words that it came from; inherited conditions have none. */
  parts: z.array(z.object({ condition: Condition, words: z.string() })),
  /** Text form of `query.where`, to open the same servers in Infrastructure. */
  filter: z.string(),
  /** Content words without a meaning in the query. */
  unread: z.array(z.string()),
});
export type Understood = z.infer<typeof Understood>;

/** A source of a reply inside the product. */
export const Source = z.object({
  kind: SearchKind,
  title: z.string(),
  /** Address inside the product; empty when the link has no existing target. */
  url: z.string(),
  /** Text that the reply quotes, if any. */
  quote: z.optional(z.string()),
  /** Whether the source was read for this reply and contains the quotation verbatim. */
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
  /** Of the last question, if a message has several; a follow-up narrows it. */
  understood: z.nullable(Understood),
  /** How the other questions of the message were understood, in their order. */
  earlierUnderstood: z.optional(z.array(Understood)),
  /** Only for a model's reply. When it is empty and `outcome` is model, the reply is not based on records. */
  sources: z.array(Source),
};

/** One data line of the stream: a piece of the reply, its end, or an error. */
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
    scope: 'viewer',
    summary: 'Ask the assistant; each data line of the stream is one AnswerEvent as JSON',
    body: Question,
    produces: 'text/event-stream',
  }),
  ask: post('/api/ai/ask', {
    scope: 'viewer',
    summary: 'Ask the assistant and get the whole answer at once',
    body: Question,
    result: z.object({ response: z.string(), ...reply }),
  }),
  feedback: put('/api/ai/interactions/:id/feedback', {
    scope: 'viewer',
    summary: 'Say whether an answer of your own questions helped',
    params: Id,
    body: z.object({ feedback: Feedback }),
    status: 204,
  }),
};
