import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { assistant } from '../../contract/calls/assistant.ts';
import { live } from '../../contract/calls/live.ts';
import { aUsedFolder, signIn, startProduct } from '../../test/product-processes.ts';
import { startScriptedModel } from '../../test/scripted-model.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A browser with keep-alive connections, and what it does with one of them. */
function aBrowser(url: string, cookie: string) {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return async (path: string, body?: object) => {
    const method = body ? 'POST' : 'GET';
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
    const sent = request(url + path, { agent, method, headers });
    sent.end(body && JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    return answer;
  };
}

/** A connection that sends this text and waits. Resolves when the server closes it. */
async function aConnection(url: string, sent: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(sent);
  return new Promise<number>((resolve) => {
    socket.on('error', () => undefined).on('data', () => undefined);
    socket.once('close', () => resolve(performance.now()));
  });
}

test('OPS-03 SIGTERM closes idle connections and streams, lets the reply of a kept connection finish, and exits with 0', async () => {
  const model = await startScriptedModel();
  onTestFinished(() => model.stop());
  const { url, child, ended } = await startProduct({ DATA_DIR: await aUsedFolder(), ...model.settings });
  const cookie = await signIn(url);
  const browse = aBrowser(url, cookie);
  await Promise.all([1, 2, 3].map(async () => text(await browse('/api/auth/user'))));
  const events = await browse(live.events.path);
  const unused = aConnection(url, '');
  const half = aConnection(url, 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Ty');
  model.behave('words');
  model.say(Array.from({ length: 25 }, (_, n) => `word${n} `).join(''));
  const answer = await browse(assistant.askStream.path, { query: 'Say something' });
  await once(answer, 'readable');
  child.kill('SIGTERM');
  const whole = await text(answer);
  const read = performance.now();
  expect(whole).toContain('word24');
  expect(whole).toContain('"done":true');
  expect(await ended).toBe(0);
  await text(events).catch(() => undefined);
  // The shutdown closes these connections before the reply ends.
  expect(await unused).toBeLessThan(read);
  expect(await half).toBeLessThan(read);
});

test('OPS-03 cuts an incomplete request in time, with exit code 0', async () => {
  const { url, child, ended } = await startProduct({ DATA_DIR: await aUsedFolder() });
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const cut = aConnection(url, `${head}Content-Length: 100\r\n\r\n{`);
  await text(await aBrowser(url, '')('/healthz'));
  const stopped = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect((await cut) - stopped).toBeGreaterThan(5_000);
});
