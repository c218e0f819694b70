import * as z from 'zod/mini';
import { post, put } from './endpoint.ts';
import { Id, text } from './fields.ts';

export const ASSISTANT_LIMITS = {
  /** Characters of one question, and of one message of the history. */
  query: 20_000,
  /** Messages before the question; more are refused. */
  history: 5,
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
});
export type Question = z.infer<typeof Question>;

/** Markdown; what can be asked or opened next; and the id that feedback is given by. */
const reply = { suggestedActions: z.array(z.string()), interactionId: z.uuid() };

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
