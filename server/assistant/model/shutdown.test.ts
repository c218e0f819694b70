import { expect, test } from 'vitest';
import { assistant } from '../../../contract/calls/assistant.ts';
import { aFolder, signIn, startProduct } from '../../../test/product-processes.ts';
import { startScriptedModel } from '../../../test/scripted-model.ts';

test('OPS-03 AI-11 SIGTERM lets a running reply finish; then the process ends at once, with or without idle connections', async () => {
  const model = await startScriptedModel();
  const { url, child, ended } = await startProduct({ DATA_DIR: await aFolder(), ...model.settings });
  const cookie = await signIn(url);
  model.behave('words');
  const words = Array.from({ length: 25 }, (_, n) => `word${n} `).join('');
  model.say(words);
  // Keeps the connection alive, as a browser does.
  const answer = await fetch(url + assistant.askStream.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: 'Say something' }),
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? '';
  child.kill('SIGTERM');
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- Chunks arrive in order.
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) break;
    text += value ?? '';
  }
  const read = performance.now();
  expect(text).toContain('word24');
  expect(text).toContain('"done":true');
  expect(text).not.toContain('"error"');
  expect(await ended).toBe(0);
  expect(performance.now() - read).toBeLessThan(3_000);
  await model.stop();
}, 60_000);
