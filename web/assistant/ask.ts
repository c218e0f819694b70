import * as z from 'zod/mini';
import { assistant, type Question } from '../../contract/calls/assistant.ts';
import { call } from '../../contract/calls/call.ts';
import { type ChatMessage, replyFields } from './conversation.ts';

const StreamEvent = z.object({
  chunk: z.optional(z.string()),
  done: z.optional(z.boolean()),
  fullResponse: z.optional(z.string()),
  error: z.optional(z.unknown()),
  ...replyFields,
});
const FullReply = z.object({ response: z.string(), ...replyFields });

export type Reply = Pick<ChatMessage, 'content' | keyof typeof replyFields>;

/**
 * Reads the streamed reply. Throws if the stream fails, reports an error or ends early. An unreadable line is logged
 * and skipped (specification, section 13). If it may have been the last line, the text before it is the reply.
 */
export async function askStreaming(
  question: Question,
  onChunk: (text: string) => void,
  signal: AbortSignal,
): Promise<Reply> {
  const response = await fetch(assistant.askStream.path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status}: no stream`);
  let text = '';
  let isSkipped = false;
  for await (const line of linesOf(response.body)) {
    if (!line.startsWith('data: ')) continue;
    const event = readEvent(line.slice('data: '.length));
    if (!event) {
      isSkipped = true;
      continue;
    }
    if (event.error !== undefined) throw new Error('The answer failed');
    if (event.chunk) {
      text += event.chunk;
      onChunk(text);
    }
    if (event.done) {
      const { chunk: _, done: _done, error: _error, fullResponse, ...rest } = event;
      return { content: fullResponse || text, ...rest };
    }
  }
  if (isSkipped && text !== '') return { content: text };
  throw new Error('The stream ended before the answer did');
}

function readEvent(data: string): z.infer<typeof StreamEvent> | undefined {
  try {
    return StreamEvent.parse(JSON.parse(data));
  } catch (error) {
    console.warn('A line of the answer cannot be read and is skipped', error);
    return undefined;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- Chunks arrive in sequence.
      const { value, done } = await reader.read();
      const lines = (rest + (value ?? '')).split(/\r?\n/);
      rest = done ? '' : (lines.pop() ?? '');
      yield* lines;
      if (done) return;
    }
  } finally {
    // Close the connection when reading stops, in any state.
    await reader.cancel().catch(() => undefined);
  }
}

/** The whole reply at once, for networks that block streams. */
export async function askOnce(question: Question, signal: AbortSignal): Promise<Reply> {
  const { response: content, ...rest } = await call(
    { ...assistant.ask, result: FullReply },
    { body: question, signal },
  );
  return { content, ...rest };
}
