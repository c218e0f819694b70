import * as z from 'zod/mini';
import {
  ASSISTANT_LIMITS,
  Feedback,
  Outcome,
  Source,
  type Turn,
  Understood,
} from '../../contract/calls/assistant.ts';
import { paths } from '../paths.ts';

/** Storage key of the conversation in the browser session (specification, section 9). */
const STORAGE_KEY = 'ai-chat-messages';
const WELCOME_ID = 'welcome';

/** Optional fields of a reply. An invalid field is dropped; the reply is kept. */
export const replyFields = {
  suggestedActions: z.catch(z.optional(z.array(z.string())), undefined),
  /** Identifies the reply for feedback and follow-up questions. */
  interactionId: z.catch(z.optional(z.string()), undefined),
  outcome: z.catch(z.optional(Outcome), undefined),
  understood: z.catch(z.optional(z.nullable(Understood)), undefined),
  earlierUnderstood: z.catch(z.optional(z.array(Understood)), undefined),
  sources: z.catch(z.optional(z.array(Source)), undefined),
};

const ChatMessage = z.object({
  id: z.string(),
  type: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: z.string(),
  isStreaming: z.optional(z.boolean()),
  ...replyFields,
  feedback: z.optional(Feedback),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

const SUGGESTIONS = [
  'Show all servers',
  'View recent documentation',
  'Check server status',
  'Browse knowledge base',
];

const welcome = (content: string): ChatMessage[] => [
  { ...message('assistant', content), id: WELCOME_ID, suggestedActions: SUGGESTIONS },
];

const firstMessages = (): ChatMessage[] =>
  welcome(
    'Hello! I answer questions about your servers, your documentation and your team from what Ops Hub ' +
      'knows right now, with links to where it is from. What would you like to know?',
  );

export const clearedMessages = (): ChatMessage[] => welcome('What would you like to know?');

export const message = (type: ChatMessage['type'], content: string): ChatMessage => ({
  id: `${Date.now()}-${Math.random().toString(36).slice(2)}`,
  type,
  content,
  timestamp: new Date().toISOString(),
});

/** The stored conversation, without empty replies; the welcome message if nothing valid is stored. */
export function restoreMessages(
  storage: () => Pick<Storage, 'getItem'> = () => sessionStorage,
): ChatMessage[] {
  try {
    const text = storage().getItem(STORAGE_KEY);
    if (text === null) return firstMessages();
    const kept = z.array(ChatMessage).check(z.minLength(1)).parse(JSON.parse(text));
    return kept
      .filter(({ type, content }) => type === 'user' || content !== '')
      .map((one) => ({ ...one, isStreaming: false }));
  } catch (error) {
    // Data of another version, or disabled storage: start a new conversation.
    console.warn('The conversation that was kept cannot be read', error);
    return firstMessages();
  }
}

/** Stores the conversation; an empty one is removed. */
export function keepMessages(
  messages: ChatMessage[],
  storage: () => Pick<Storage, 'setItem' | 'removeItem'> = () => sessionStorage,
): void {
  try {
    if (messages.every(({ id }) => id === WELCOME_ID)) storage().removeItem(STORAGE_KEY);
    else storage().setItem(STORAGE_KEY, JSON.stringify(messages));
  } catch {
    // Storage is full or disabled: the conversation lasts as long as the screen.
  }
}

/** The interaction that a follow-up question refers to. */
export const previousInteraction = (messages: ChatMessage[]): string | undefined =>
  messages.findLast(({ type }) => type === 'assistant')?.interactionId;

/** The last messages, sent with a question, without the welcome message. */
export const historyOf = (messages: ChatMessage[]): Turn[] =>
  messages
    .filter(({ id, content }) => id !== WELCOME_ID && content !== '')
    .slice(-ASSISTANT_LIMITS.history)
    .map(({ type, content }) => ({ type, content: content.slice(0, ASSISTANT_LIMITS.query) }));

type Action = { does: 'go'; to: string } | { does: 'ask' } | { does: 'nothing' } | { does: 'fill' };

/** The specification fixes the action of each suggested chip: these open a screen. */
const SCREENS: Record<string, string> = {
  'View all servers': paths.infrastructure,
  'Show all servers': paths.infrastructure,
  'Browse knowledge base': paths.knowledgeBase,
  'View recent documentation': paths.knowledgeBase,
  'Search documentation': paths.knowledgeBase,
  'View infrastructure overview': paths.dashboard,
};
/** These are sent as a question immediately. */
const QUESTIONS = new Set([
  'Show Auburn servers',
  'List all POS servers',
  'Check server status',
  'Show network topology',
  'List all server IPs',
  'View location details',
  'View POS documentation',
  'View recent issues',
  'Check system logs',
  'Contact support team',
]);

/** The action of a chip. A text that is not in the specification fills the input, so that people can edit it. */
export function actionOf(text: string): Action {
  const to = Object.hasOwn(SCREENS, text) ? SCREENS[text] : undefined;
  if (to) return { does: 'go', to };
  if (QUESTIONS.has(text)) return { does: 'ask' };
  return { does: text === 'Ask another question' ? 'nothing' : 'fill' };
}
