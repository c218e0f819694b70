import { live } from '../contract/calls/live.ts';

/**
 * Opens the event stream of an account. `until` resolves with the received text when it contains the word or the stream
 * ends.
 */
export async function openEvents(origin: string, cookie: string) {
  const { body } = await fetch(origin + live.events.path, { headers: { cookie } });
  const reader = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    heard: () => text,
    async until(word: string): Promise<string> {
      while (!text.includes(word)) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
      }
      return text;
    },
    close: () => reader.cancel(),
  };
}
