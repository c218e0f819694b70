import { generateText } from 'ai';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { openModel } from './open.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['azure', 'https://hub.openai.azure.com/', 'https://hub.openai.azure.com/openai/v1/responses'],
  ['azure', 'https://hub.openai.azure.com/openai', 'https://hub.openai.azure.com/openai/v1/responses'],
  ['azure', 'https://hub.openai.azure.com/openai/v1', 'https://hub.openai.azure.com/openai/v1/responses'],
  ['anthropic', undefined, 'https://api.anthropic.com/v1/messages'],
  ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com/v1/messages'],
  ['openai-compatible', undefined, 'http://127.0.0.1:11434/v1/chat/completions'],
] as const)('AI-11 calls %s at %s at the address %s', async (provider, address, expected) => {
  const addresses: URL[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    addresses.push(new URL(url));
    return Promise.reject(new Error('No network'));
  });
  const settings = {
    AI_PROVIDER: provider,
    AI_MODEL: 'm',
    AI_API_KEY: 'k',
    ...(address && { AI_BASE_URL: address }),
  };
  const model = await openModel(readConfig(settings, ''));
  await expect(generateText({ model: model!, prompt: 'Hello', maxRetries: 0 })).rejects.toThrow('No network');
  expect(addresses.map(({ origin, pathname }) => origin + pathname)).toEqual([expected]);
});

test('AI-11 R12 does not read more than two megabytes of a response', async () => {
  const piece = new TextEncoder().encode(' '.repeat(1024 * 1024));
  let read = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += 1;
      if (read < 20) controller.enqueue(piece);
      else controller.close();
    },
  });
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(endless, { headers })));
  const model = await openModel(readConfig({ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' }, ''));
  await expect(generateText({ model: model!, prompt: 'Hello', maxRetries: 0 })).rejects.toBeInstanceOf(Error);
  expect(read).toBeLessThan(10);
});
