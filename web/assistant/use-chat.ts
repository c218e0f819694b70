import { useEffect, useRef, useState } from 'react';
import { assistant, type Feedback } from '../../contract/calls/assistant.ts';
import { analytics } from '../../contract/calls/analytics.ts';
import { ApiError } from '../../contract/shared/error.ts';
import type { InventoryQuery } from '../../contract/shared/inventory-query.ts';
import { queryClient } from '../api/query.ts';
import { useSave } from '../api/save.ts';
import { currentUser } from '../api/session.ts';
import { toast } from '../ui/overlays/toasts.ts';
import { askStreaming, askOnce } from './ask.ts';
import type { ChangedQuery } from './changed-query.ts';
import {
  actionOf,
  type ChatMessage,
  clearedMessages,
  historyOf,
  keepMessages,
  message,
  previousInteraction,
  restoreMessages,
} from './conversation.ts';

const AUTO_SEND_MS = 100;

export type Chat = ReturnType<typeof useChat>;

/** The messages of a conversation, stored for the browser session. */
function useMessages() {
  const [messages, setMessages] = useState(() => restoreMessages());
  useEffect(() => keepMessages(messages), [messages]);
  const change = (id: string, fields: Partial<ChatMessage>) =>
    setMessages((before) => before.map((one) => (one.id === id ? { ...one, ...fields } : one)));
  return { messages, setMessages, change };
}

/** Sends one question at a time and adds question and reply to the conversation. */
function useAsking({ messages, setMessages, change }: ReturnType<typeof useMessages>) {
  const [phase, setPhase] = useState<'streaming' | 'thinking'>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (text: string, inventoryQuery?: InventoryQuery) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const previousInteractionId = previousInteraction(messages);
    const question = {
      query: text.trim(),
      conversationHistory: historyOf(messages),
      ...(previousInteractionId && { previousInteractionId }),
      ...(inventoryQuery && { inventoryQuery }),
    };
    const empty = { ...message('assistant', ''), isStreaming: true };
    setMessages([...messages, message('user', text.trim()), empty]);
    setPhase('streaming');
    try {
      const { content, ...rest } = await askStreaming(
        question,
        (so) => !signal.aborted && change(empty.id, { content: so }),
        signal,
      );
      if (!signal.aborted) change(empty.id, { content, ...rest, isStreaming: false });
    } catch {
      // Fall back to the call without streaming, which shows its own error if it fails too.
      if (!signal.aborted) {
        setMessages((before) => before.filter(({ id }) => id !== empty.id));
        setPhase('thinking');
        await fallBack(question, signal);
      }
    }
    if (signal.aborted) return;
    setPhase(undefined);
    void queryClient.invalidateQueries({ queryKey: [analytics.stats.path] });
  };

  const fallBack = async (question: Parameters<typeof askOnce>[0], signal: AbortSignal) => {
    try {
      const { content, ...rest } = await askOnce(question, signal);
      if (!signal.aborted)
        setMessages((before) => [...before, { ...message('assistant', content), ...rest }]);
    } catch (error) {
      if (signal.aborted) return;
      // The session has ended: the routes redirect to sign-in and back.
      if (error instanceof ApiError && error.status === 401)
        void queryClient.invalidateQueries({ queryKey: currentUser.queryKey });
      toast({ kind: 'error', title: 'Error', text: 'Failed to get AI response. Please try again.' });
    }
  };

  const stop = () => {
    running.current?.abort();
    setPhase(undefined);
  };
  return { phase, ask, stop };
}

/** One conversation. `go` opens a screen. */
export function useChat(go: (address: string) => void) {
  const conversation = useMessages();
  const { messages, setMessages, change } = conversation;
  const { phase, ask, stop } = useAsking(conversation);
  const [input, setInput] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (text: string, inventoryQuery?: InventoryQuery) => {
    if (text.trim() === '' || phase) return;
    if (!inventoryQuery) setInput('');
    void ask(text, inventoryQuery);
  };

  const feedback = useSave(assistant.feedback, {
    invalidates: [],
    failed: () => ({ title: 'Error', text: 'The feedback was not stored. Try again.' }),
  });

  return {
    messages,
    input,
    setInput,
    phase,
    send: () => send(input),
    /** Runs a query whose chips were changed. */
    askAgain: ({ words, query }: ChangedQuery) => send(words, query),
    choose: (text: string) => {
      const action = actionOf(text);
      if (action.does === 'go') go(action.to);
      if (action.does === 'fill' || action.does === 'ask') setInput(text);
      if (action.does !== 'ask') return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(text), AUTO_SEND_MS);
    },
    clear: () => {
      stop();
      clearTimeout(timer.current);
      setMessages(clearedMessages());
      toast({ kind: 'success', title: 'Conversation cleared' });
    },
    rate: ({ id, interactionId }: ChatMessage, thumb: Feedback) => {
      if (!interactionId) return;
      feedback.mutate(
        { params: { id: interactionId }, body: { feedback: thumb } },
        { onSuccess: () => change(id, { feedback: thumb }) },
      );
    },
  };
}
