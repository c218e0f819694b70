import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askStreaming } from './ask.ts';

const logged = vi.fn<typeof console.warn>();
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(logged));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  logged.mockClear();
});

const ask = async (...lines: string[]) => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(lines.map((line) => `data: ${line}\n\n`).join(''))),
  );
  const seen: string[] = [];
  const question = { query: 'Hello', conversationHistory: [] };
  const reply = await askStreaming(question, (text) => seen.push(text), new AbortController().signal);
  return { ...reply, seen };
};

test.each(['{not json', '[DONE]', 'null', '7', '{"chunk":7}', ''])(
  'AI-05 AI-08 logs and skips a line that contains %j, and shows the rest of the reply',
  async (bad) => {
    const { content, seen } = await ask('{"chunk":"one "}', bad, '{"chunk":"two"}', '{"done":true}');
    expect({ content, seen }).toEqual({ content: 'one two', seen: ['one ', 'one two'] });
    expect(logged).toHaveBeenCalledOnce();
  },
);

test('AI-08 drops invalid suggestions but keeps the reply', async () => {
  const done = '{"done":true,"fullResponse":"Whole","suggestedActions":null,"interactionId":null}';
  expect(await ask('{"chunk":"Wh"}', done)).toMatchObject({ content: 'Whole', suggestedActions: undefined });
  expect(logged).not.toHaveBeenCalled();
});

test('AI-05 if the last line cannot be read, the reply consists of the lines before it', async () => {
  expect((await ask('{"chunk":"All of it."}', '[DONE]')).content).toBe('All of it.');
});

test.each([
  ['breaks off', ['{"chunk":"Half "}']],
  ['is empty', ['[DONE]']],
  ['reports an error', ['{"chunk":"Half "}', '{"error":"x"}']],
])('AI-06 a stream that %s has failed', async (_, lines) => {
  await expect(ask(...lines)).rejects.toThrow(/ended|failed/);
});
