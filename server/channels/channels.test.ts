import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { channels as calls, type NewChannel } from '../../contract/calls/channels.ts';
import { duty } from '../../contract/calls/duty.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import type { TestUser } from '../../test/factories.ts';
import { deliveries } from '../db/schema.ts';
import type { Mail } from '../mail/mailer.ts';
import { ownServices, reachReceivers } from '../probe/reach.ts';
import { keysOf } from '../secret.ts';
import { startSender, type Sender } from './sender.ts';

const at = withApp({ settings: { ALERT_ALLOW: '127.0.0.0/8', RATE_LIMIT_SCALE: '1000' } });

type Got = { path: string; headers: IncomingHttpHeaders; body: string };
type Reply = { status: number; body?: string; headers?: Record<string, string> } | 'silent';

/** A real receiver: answers `/name` with the next of the replies that were set for it, else 200. */
const got: Got[] = [];
const replies = new Map<string, Reply[]>();
const receiver = createServer((request, response) => {
  void textOf(request).then((body) => {
    const path = request.url ?? '';
    got.push({ path, headers: request.headers, body });
    const reply = replies.get(path)?.shift() ?? { status: 200, body: 'ok' };
    if (reply !== 'silent') response.writeHead(reply.status, reply.headers).end(reply.body ?? '');
  });
});
const mails: Mail[] = [];
let base = '';
let admin: Client & { user: TestUser };
let sender: Sender;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const { database, config } = at.current;
  const log = pino({ level: 'silent' });
  admin = await at.current.signedIn({ role: 'admin' });
  const send = async (mail: Mail) => {
    mails.push(mail);
    return undefined;
  };
  const mailer = { send, close: () => undefined };
  const reach = reachReceivers(config.ALERT_ALLOW, ownServices(config));
  const ways = { reach, publicUrl: config.PUBLIC_URL, mailer };
  sender = startSender(database, keysOf(config), ways, log);
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await sender.stop();
});

const create = (fields: Partial<z.input<typeof NewChannel>> & Pick<z.input<typeof NewChannel>, 'kind'>) =>
  admin.call(calls.create, { body: { name: `Channel ${randomUUID()}`, ...fields } });
const createRaw = (payload: object) => admin.send({ method: 'POST', url: '/api/channels', payload });
const gotAt = (path: string) => got.filter((one) => one.path === path);

const MESSAGE: AlertMessage = {
  event: 'firing',
  kind: 'down',
  severity: 'critical',
  summary: 'host7 is down since 14:02 UTC; 2 servers behind it: a, b',
  text: '<b>No answer</b> & a *star*',
  server: { id: '00000000-0000-4000-8000-000000000007', name: 'host7' },
  subject: 'host7',
  since: '2026-03-04T14:02:00.000Z',
  behind: { count: 2, names: ['a', 'b'] },
  owner: 'Network | Operations',
  runbooks: [{ title: 'Restart <host7>', url: 'https://hub.example.com/knowledge-base/1' }],
  url: 'https://hub.example.com/alerts/1',
  acknowledgeUrl: 'https://hub.example.com/alerts/1/acknowledge/t',
  group: 'alert-1',
  alerts: [
    {
      fingerprint: 'server:7:down',
      labels: { alertname: 'ServerDown', server: 'host7' },
      annotations: { summary: 'host7 is down', description: '', runbook_url: '' },
      startsAt: '2026-03-04T14:02:00.000Z',
      endsAt: null,
      generatorURL: 'https://hub.example.com/alerts/1',
    },
  ],
};

/** Stores a message as the engine does, and lets the sender run once. */
async function deliver(channelId: string, message: Partial<AlertMessage> = {}, step = 0): Promise<string> {
  const id = await queue(channelId, message, step);
  await sender.run();
  return id;
}

async function queue(channelId: string, message: Partial<AlertMessage> = {}, step = 0): Promise<string> {
  const content = { ...MESSAGE, ...message };
  const [row] = await at.current.database.db
    .insert(deliveries)
    .values({
      group: randomUUID(),
      ruleId: randomUUID(),
      channelId,
      event: content.event,
      step,
      message: content,
    })
    .returning();
  return row?.id ?? '';
}

async function stateOf(id: string) {
  const { rows } = await at.current.database.pool.query<{ state: string; attempts: number; pause: number }>(
    `select state, attempts, extract(epoch from next_try_at - now())::float8 as pause from deliveries where id = $1`,
    [id],
  );
  return rows[0]!;
}
const makeDue = (id: string) =>
  at.current.database.pool.query(`update deliveries set next_try_at = now() where id = $1`, [id]);

test('ALERT-40 a secret is stored encrypted, never comes back, stays when it is left out, and goes with null', async () => {
  const secret = 'whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29r';
  const { id, settings } = await create({ kind: 'webhook', settings: { url: `${base}/a`, secret } });
  expect(settings).toEqual({ url: `${base}/a`, hasSecret: true });
  const stored = await at.current.database.pool.query('select * from channels where id = $1', [id]);
  expect(JSON.stringify(stored.rows)).not.toContain('c2VjcmV0');
  const change = (settings: object) => admin.call(calls.update, { params: { id }, body: { settings } });
  expect((await change({ url: `${base}/b` })).settings).toEqual({ url: `${base}/b`, hasSecret: true });
  expect((await change({ secret: null })).settings.hasSecret).toBe(false);
  const { rows } = await at.current.database.pool.query<{ text: string }>(
    `select coalesce(before::text, '') || coalesce(after::text, '') as text from audit_entries where subject_id = $1`,
    [id],
  );
  expect(rows.length).toBe(3);
  for (const { text } of rows) expect(text).not.toContain('c2VjcmV0');
});

test.each([
  ['settings.url', { kind: 'webhook' }],
  ['settings.url', { kind: 'slack', settings: { url: 'ftp://example.com' } }],
  ['settings.url', { kind: 'slack', settings: { url: 'http://10.0.0.1/' } }],
  ['settings.url', { kind: 'slack', settings: { url: 'http://169.254.169.254/' } }],
  ['settings.url', { kind: 'teams', settings: { url: 'http://a:b@127.0.0.1/' } }],
  ['settings.topic', { kind: 'ntfy', settings: { url: 'http://127.0.0.1:9/' } }],
  ['settings.to', { kind: 'mail', settings: { to: 'ops@example.com, nobody' } }],
  ['settings.secret', { kind: 'webhook', settings: { url: 'http://127.0.0.1:9/', secret: 'no base64!' } }],
  ['name', { kind: 'mail', name: '', settings: { to: 'ops@example.com' } }],
])(
  'ALERT-41 a channel with which nothing could be sent is refused at its field: %s %j',
  async (field, body) => {
    const refusal = expectRefusal(await createRaw({ name: 'x', ...body }), 400, 'validation_failed');
    expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
  },
);

test('ALERT-41 public addresses are always reached, private ones by ALERT_ALLOW, the product itself and clouds never', async () => {
  const own = [{ host: '203.0.113.9', port: 443 }];
  const reach = reachReceivers(['10.1.0.0/16'], own, async (name) => [
    name === 'hooks.example' ? '198.51.100.4' : '10.2.0.1',
  ]);
  await expect(reach('8.8.8.8', 443)).resolves.toEqual(['8.8.8.8']);
  await expect(reach('10.1.2.3', 443)).resolves.toEqual(['10.1.2.3']);
  for (const host of [
    '10.2.0.1',
    'ntfy.example',
    '127.0.0.1',
    '169.254.169.254',
    'fd00:ec2::254',
    '::ffff:10.2.0.1',
  ])
    await expect(reach(host, 443)).rejects.toThrow('ALERT_ALLOW');
});

/** Sends a message, and what the receiver got for it. */
async function sentBy(kind: z.input<typeof NewChannel>['kind'], path: string, settings: object = {}) {
  const { id } = await create({ kind, settings: { url: base + path, ...settings } });
  await deliver(id);
  const [request] = gotAt(kind === 'ntfy' ? '/' : path);
  return { headers: request?.headers, body: JSON.parse(request?.body ?? '{}') as Record<string, never> };
}

test('ALERT-42 Slack gets text and blocks that are no markup', async () => {
  const { body } = await sentBy('slack', '/slack');
  expect(body['text']).toBe('host7 is down since 14:02 UTC; 2 servers behind it: a, b');
  const blocks = JSON.stringify(body['blocks']);
  expect(blocks).toContain('&lt;b&gt;No answer&lt;/b&gt; &amp; a *star*');
  expect(blocks).toContain('<https://hub.example.com/knowledge-base/1|Restart &lt;host7&gt;>');
});

test('ALERT-42 Mattermost gets an attachment whose text is no markup', async () => {
  const { body } = await sentBy('mattermost', '/mattermost');
  expect(body['attachments']).toMatchObject([
    {
      color: '#c0362c',
      title_link: MESSAGE.url,
      text: expect.stringContaining(String.raw`a \*star\*`) as string,
    },
  ]);
});

test('ALERT-42 Teams gets an Adaptive Card', async () => {
  const { body } = await sentBy('teams', '/teams');
  expect(body).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: { type: 'AdaptiveCard', version: '1.4', actions: [{}, {}, { type: 'Action.OpenUrl' }] },
      },
    ],
  });
});

test('ALERT-42 ntfy gets JSON at its root, with a token', async () => {
  const { body, headers } = await sentBy('ntfy', '/ops', { topic: 'ops', secret: 'tk_1' });
  expect(headers?.authorization).toBe('Bearer tk_1');
  expect(body).toMatchObject({
    topic: 'ops',
    title: MESSAGE.summary,
    priority: 5,
    click: MESSAGE.url,
    actions: [{ action: 'view', label: 'Acknowledge', url: MESSAGE.acknowledgeUrl }, {}, {}],
  });
});

test('ALERT-43 a webhook is that of Alertmanager, and is verified with either secret while one is replaced', async () => {
  const [secret, previousSecret] = ['whsec_bmV3IHNlY3JldA==', 'b2xkIHNlY3JldA=='];
  const { id } = await create({ kind: 'webhook', settings: { url: `${base}/am`, secret, previousSecret } });
  await deliver(id);
  await deliver(
    id,
    { event: 'resolved', alerts: [{ ...MESSAGE.alerts[0]!, endsAt: '2026-03-04T15:00:00.000Z' }] },
    1,
  );
  const [firing, resolved] = gotAt('/am');
  for (const key of [secret, previousSecret])
    for (const { body, headers } of [firing!, resolved!])
      expect(() => new Webhook(key).verify(body, headers as Record<string, string>)).not.toThrow();
  const other = new Webhook('b3RoZXI=');
  expect(() => other.verify(firing!.body, firing!.headers as Record<string, string>)).toThrow(
    'No matching signature',
  );
  expect(JSON.parse(firing!.body)).toMatchObject({
    version: '4',
    groupKey: 'alert-1',
    status: 'firing',
    commonLabels: { alertname: 'ServerDown' },
    alerts: [{ status: 'firing', fingerprint: 'server:7:down', endsAt: '0001-01-01T00:00:00Z' }],
  });
  expect(JSON.parse(resolved!.body)).toMatchObject({
    status: 'resolved',
    alerts: [{ status: 'resolved', endsAt: '2026-03-04T15:00:00.000Z' }],
  });
});

test('ALERT-44 a busy or broken receiver gets the same message again later, with the same id, and no later one before it', async () => {
  const { id } = await create({ kind: 'webhook', settings: { url: `${base}/busy`, secret: 'c2VjcmV0' } });
  replies.set('/busy', [{ status: 503 }, { status: 429, headers: { 'retry-after': '900' } }]);
  const first = await queue(id);
  const second = await queue(id, { event: 'resolved' });
  await sender.run();
  expect(await stateOf(first)).toMatchObject({ state: 'waiting', attempts: 1 });
  expect((await stateOf(first)).pause).toBeLessThan(7);
  expect(await stateOf(second)).toMatchObject({ state: 'waiting', attempts: 0 });
  await makeDue(first);
  await sender.run();
  expect((await stateOf(first)).pause).toBeGreaterThan(800);
  for (const one of [first, second]) await makeDue(one);
  await sender.run();
  expect([await stateOf(first), await stateOf(second)]).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  const ids = gotAt('/busy').map(({ headers }) => headers['webhook-id']);
  expect([new Set(ids.slice(0, 3)).size, ids.length]).toEqual([1, 4]);
});

test('ALERT-44 what a receiver refuses is not repeated, and one that is gone is switched off and reported', async () => {
  const { id } = await create({ kind: 'slack', name: 'Old pager', settings: { url: `${base}/gone` } });
  replies.set('/gone', [{ status: 400, body: 'no such channel' }, { status: 410 }]);
  const refused = await deliver(id);
  expect(await stateOf(refused)).toMatchObject({ state: 'stopped', attempts: 1 });
  const listed = async () => (await admin.call(calls.list, {})).find((one) => one.id === id);
  expect(await listed()).toMatchObject({ active: true, lastError: '400 no such channel' });
  await deliver(id, {}, 1);
  expect(await listed()).toMatchObject({ active: false });
  const titles = (await admin.call(notifications.list, {})).map(({ title }) => title);
  expect(titles).toContain('Alert channel: Old pager is gone and was switched off');
});

test('ALERT-45 a receiver that never answers delays no other channel', async () => {
  const slow = await create({ kind: 'webhook', settings: { url: `${base}/silent` } });
  const quick = await create({ kind: 'webhook', settings: { url: `${base}/quick` } });
  replies.set('/silent', ['silent']);
  const held = await queue(slow.id);
  await queue(quick.id);
  const run = sender.run();
  await expect.poll(() => gotAt('/quick').length, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => gotAt('/silent').length, { timeout: 10_000 }).toBe(1);
  receiver.closeAllConnections();
  await run;
  expect(await stateOf(held)).toMatchObject({ state: 'waiting', attempts: 1 });
});

test('ALERT-46 mails about one alert are one thread; whoever is on duty gets them', async () => {
  const byMail = await create({ kind: 'mail', settings: { to: 'ops@example.com, night@example.com' } });
  await deliver(byMail.id);
  await deliver(byMail.id, { event: 'resolved', summary: 'host7 is up again' }, 1);
  const ours = mails.filter(({ to }) => ['ops@example.com', 'night@example.com'].includes(to));
  expect(ours.map(({ subject }) => subject)).toEqual([
    MESSAGE.summary,
    MESSAGE.summary,
    'host7 is up again',
    'host7 is up again',
  ]);
  expect(new Set(ours.map(({ references }) => references)).size).toBe(1);
  expect(ours[0]?.html).toContain('&lt;b&gt;No answer&lt;/b&gt;');
  const onDuty = await create({ kind: 'duty' });
  const nobody = await deliver(onDuty.id);
  expect(await stateOf(nobody)).toMatchObject({ state: 'waiting', attempts: 1 });
  const bob = await at.current.signedIn();
  const times = {
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  };
  await admin.call(duty.create, { body: { personId: bob.user.id, ...times } });
  await makeDue(nobody);
  await sender.run();
  expect(await stateOf(nobody)).toMatchObject({ state: 'sent' });
  expect(mails.some(({ to }) => to === bob.user.email)).toBe(true);
});

test('ALERT-47 a test shows what the receiver answered, without secrets', async () => {
  const { id } = await create({ kind: 'ntfy', settings: { url: base, topic: 'ops', secret: 'tk_secret' } });
  replies.set('/', [{ status: 401, body: 'bad token tk_secret' }]);
  expect(await admin.call(calls.test, { params: { id } })).toEqual({ status: 401, body: 'bad token •••' });
  const nobody = await create({ kind: 'webhook', settings: { url: 'http://127.0.0.1:9/' } });
  expect(await admin.call(calls.test, { params: { id: nobody.id } })).toEqual({
    status: null,
    body: 'The connection was refused',
  });
});

test('ALERT-48 the channel of the product, and one that a rule uses, cannot be deleted', async () => {
  const builtIn = (await admin.call(calls.list, {})).find(({ isBuiltIn }) => isBuiltIn);
  const remove = (id = '') => admin.send({ method: 'DELETE', url: `/api/channels/${id}` });
  expectRefusal(await remove(builtIn?.id), 409, 'built_in');
  const { id } = await create({ kind: 'mail', settings: { to: 'ops@example.com' } });
  const rule = {
    name: 'Night',
    events: ['down'],
    channels: [],
    escalate: [{ afterSeconds: 60, channels: [id] }],
  };
  const made = await admin.send({ method: 'POST', url: '/api/alert-rules', payload: rule });
  expect(made.statusCode).toBe(201);
  expect(expectRefusal(await remove(id), 409, 'in_use').message).toContain('Night');
  await admin.send({ method: 'DELETE', url: `/api/alert-rules/${made.json<{ id: string }>().id}` });
  expect((await remove(id)).statusCode).toBe(204);
});
