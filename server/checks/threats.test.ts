import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { strToU8, zipSync } from 'fflate';
import { administration } from '../../contract/calls/administration.ts';
import { checks } from '../../contract/calls/checks.ts';
import { documents } from '../../contract/calls/documents.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { withWebTarget } from '../../test/web-target.ts';

const at = withApp({ settings: { CHECK_ALLOW: '127.0.0.0/8' } });
const web = withWebTarget((_, response) => response.end('All is well'));
afterEach(() => void vi.restoreAllMocks());

test('threat 81 limits checks on demand to thirty a minute, and records every one', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const check = { kind: 'http' as const, target: web.current.url };
  const { id } = await ann.call(servers.create, { body: { name: 'knocked-at', check } });
  for (let n = 0; n < 30; n += 1) await ann.call(checks.run, { params: { id } });
  for (const url of [`/api/servers/${id}/check`, '/api/servers/check']) {
    const answer = await ann.send({ method: 'POST', url });
    expectRefusal(answer, 429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(web.current.hits).toHaveLength(30);
  const query = { action: 'server.check', subjectId: id, limit: 200 };
  expect((await ann.page(administration.audit, { query })).total).toBe(30);
  const bob = await at.current.signedIn();
  expect(await bob.call(checks.run, { params: { id } })).toMatchObject({ outcome: 'good' });
});

test('threat 80 an address in any text is only text: the server never opens it', async () => {
  const ann = await at.current.signedIn();
  const before = web.current.hits.length;
  const opened: unknown[] = [];
  const connect = net.Socket.prototype.connect;
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
    this: net.Socket,
    ...args: unknown[]
  ) {
    opened.push(args.flat()[0]);
    return Reflect.apply(connect, this, args) as net.Socket;
  });
  const url = `${web.current.url}/canary.png`;
  const content = `![picture](${url}) <img src="${url}"> [link](${url}) ${url}`;
  const { id } = await ann.call(documents.create, {
    body: { title: url, content, excerpt: url, tags: ['url'] },
  });
  const file = new File(
    [new Uint8Array(zipSync({ 'page.md': strToU8(`# Page\n\n${content}`) }))],
    'pages.zip',
  );
  await ann.call(documents.import, { file });
  const name = 'pointing';
  await ann.call(servers.create, { body: { name, hostname: '127.0.0.1', description: content, notes: url } });
  await ann.call(servers.ofDocument, { params: { id } });
  for (const [method, path, payload] of [
    ['PUT', '/api/settings', { profile: { profileImageUrl: url } }],
    ['PUT', '/api/objects/acl', { imageURL: url, visibility: 'public' }],
    ['POST', '/api/ai/validate-content', { content }],
    ['POST', '/api/ai/auto-create-kb-preview', { content }],
    ['POST', '/api/ai/ask', { query: `What is at ${url}?` }],
    ['POST', `/api/documents/${id}/shares`, {}],
    ['GET', '/api/documents/export', undefined],
    ['GET', '/api/servers/export', undefined],
    ['GET', `/api/search?q=${encodeURIComponent(url)}`, undefined],
  ] as const)
    expect((await ann.send({ method, url: path, ...(payload ? { payload } : {}) })).statusCode).toBeLessThan(
      500,
    );
  expect(web.current.hits.length).toBe(before);
  const toTarget = opened.filter((one) => JSON.stringify(one).includes(String(web.current.port)));
  expect(toTarget).toEqual([]);
  // A check that is allowed reaches the listener and the spy, so both work.
  const check = { kind: 'http' as const, target: url };
  const watched = await ann.call(servers.create, { body: { name: 'watched', check } });
  await ann.call(checks.run, { params: { id: watched.id } });
  expect(web.current.hits.slice(before)).toEqual(['/canary.png']);
  expect(opened.some((one) => JSON.stringify(one).includes(String(web.current.port)))).toBe(true);
});
