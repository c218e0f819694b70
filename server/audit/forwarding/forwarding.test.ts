import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { system } from '../../../contract/calls/system.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { record } from '../record.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

type Message = { type: string; timestamp: string; data: Record<string, unknown> };

/** A receiver that verifies each message, and replies with these statuses first. */
async function aWebhook(...statuses: number[]) {
  const received: { id: string; message: Message }[] = [];
  const server = http.createServer((request, response) => {
    void (async () => {
      const body = (await request.toArray()).join('');
      const headers = request.headers as Record<string, string>;
      const message = new Webhook(SECRET).verify(body, headers) as Message;
      received.push({ id: headers['webhook-id'] ?? '', message });
      response.writeHead(statuses.shift() ?? 204).end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, received };
}

async function anApp(settings: NodeJS.ProcessEnv): Promise<TestApp> {
  const at = await startTestApp({ settings: { AUDIT_WEBHOOK_SECRET: SECRET, ...settings } });
  onTestFinished(() => at.stop());
  return at;
}

const write = ({ database }: TestApp, n: number) =>
  record(
    database.db,
    { userId: null, name: 'Ann "A]' },
    { action: 'document.create', kind: 'shelf', after: { n } },
  );

const dueNow = ({ database }: TestApp) =>
  database.pool.query('update audit_forwards set next_attempt_at = now()');

test('ACCESS-33 the webhook gets each entry, signed, in the order of the chain', async () => {
  const { url, received } = await aWebhook();
  const at = await anApp({ AUDIT_WEBHOOK_URL: url });
  for (let n = 1; n <= 45; n += 1) await write(at, n);
  await at.forward();
  expect(received.map(({ id }) => id)).toEqual(Array.from({ length: 45 }, (_, n) => `audit-${n + 1}`));
  expect(received[2]?.message).toEqual({
    type: 'audit.entry',
    timestamp: expect.stringMatching(/Z$/),
    data: {
      position: 3,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      id: expect.any(Number),
      at: received[2]?.message.timestamp,
      actorId: null,
      actorName: 'Ann "A]',
      action: 'document.create',
      kind: 'shelf',
      subjectId: null,
      before: null,
      after: { n: 3 },
    },
  });
});

test('ACCESS-33 after a failure the same entry is sent again later, with the same id', async () => {
  const { url, received } = await aWebhook(204, 503, 500);
  const at = await anApp({ AUDIT_WEBHOOK_URL: url });
  for (let n = 1; n <= 3; n += 1) await write(at, n);
  const ann = await at.signedIn({ role: 'admin' });
  const statusOf = async () => (await ann.call(system.status, {})).forwarding;
  const pauses: number[] = [];
  for (const _ of [1, 2]) {
    await at.forward();
    await at.forward();
    const { rows } = await at.database.pool.query<{ pause: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as pause from audit_forwards',
    );
    pauses.push(rows[0]!.pause);
    await dueNow(at);
  }
  // Growing pauses; a receiver that is not due gets nothing.
  expect(pauses[0]).toBeGreaterThan(1);
  expect(pauses[1]).toBeGreaterThan(pauses[0]! + 2);
  expect(await statusOf()).toEqual([
    {
      receiver: 'webhook',
      waiting: 3,
      waitingSince: expect.any(String),
      problem: 'The receiver replied with status 500',
      sentAt: null,
    },
  ]);
  await at.forward();
  expect(received.map(({ id }) => id)).toEqual(
    ['1', '2', '1', '1', '2', '3'].map((position) => `audit-${position}`),
  );
  expect(await statusOf()).toMatchObject([{ waiting: 0, waitingSince: null, problem: null }]);
});

test('ACCESS-33 a receiver that does not reply blocks no write, and /metrics shows the lag', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const server = http.createServer(() => ask()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const at = await anApp({
    AUDIT_WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  await write(at, 1);
  const forwarding = at.forward();
  await asked;
  await write(at, 2);
  await at.database.pool.query(`update audit_seals set entry_id = entry_id`);
  const { body } = await at.anonymous.send({ url: '/metrics' });
  expect(body).toContain('ops_hub_audit_forward_waiting{receiver="webhook"} 2');
  expect(body).toMatch(/ops_hub_audit_forward_lag_seconds\{receiver="webhook"\} (0\.|[1-9])/);
  server.closeAllConnections();
  await forwarding;
});

test('ACCESS-33 without receivers nothing is forwarded, and the System page says how to set one up', async () => {
  const at = await startTestApp();
  onTestFinished(() => at.stop());
  await write(at, 1);
  await at.forward();
  const ann = await at.signedIn({ role: 'admin' });
  expect((await ann.call(system.status, {})).forwarding).toEqual([]);
  expect((await at.anonymous.send({ url: '/metrics' })).body).not.toContain('audit_forward');
});
