import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAccountToken, findAccountToken, voidAccountTokens } from '../accounts/one-time-tokens.ts';
import { withDatabase } from '../../test/database.ts';
import { startScriptedMailServer } from '../../test/mail-server.ts';
import { aUser } from '../../test/factories.ts';
import { startLive } from '../live/engine.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { smtpMailer } from '../mail/smtp.ts';
import { startDelivery } from './delivery.ts';
import { findMailQueue, noteHandover, queueEmailChange, queueMail, takeDueMail } from './queries.ts';

const database = withDatabase();
const log = pino({ level: 'silent' });

/** A mailer that can be made unavailable. */
function aMailer(): Mailer & { mails: Mail[]; isAway: boolean } {
  const mailer = {
    mails: [] as Mail[],
    isAway: false,
    close: () => undefined,
    async send(mail: Mail) {
      if (mailer.isAway) throw new Error('connection refused');
      mailer.mails.push(mail);
      return undefined;
    },
  };
  return mailer;
}

const start = async (mailer: Mailer) => {
  const live = await startLive(database);
  const delivery = startDelivery(
    database,
    live,
    { mailer, makeToken: createAccountToken, publicUrl: 'http://hub' },
    log,
  );
  return { deliver: delivery.deliver, stop: () => delivery.stop().then(() => live.stop()) };
};

const due = () => database.pool.query("update mails set next_attempt_at = now() - interval '1 second'");

test('AUTH-20 a mail survives an outage and a restart, is sent once, and has a working link', async () => {
  const user = await aUser(database.db, { email: 'wait@example.com' });
  const mailer = aMailer();
  mailer.isAway = true;
  const first = await start(mailer);
  await database.db.transaction((tx) => queueMail(tx, 'reset-password', user));
  await first.deliver();
  await first.stop();
  expect(mailer.mails).toEqual([]);

  mailer.isAway = false;
  const second = await start(mailer);
  await second.deliver();
  expect(mailer.mails).toEqual([]);
  await due();
  await Promise.all([second.deliver(), second.deliver()]);
  await second.stop();
  expect(mailer.mails).toHaveLength(1);
  const token = /token=([\w-]+)/.exec(mailer.mails[0]?.text ?? '')?.[1] ?? '';
  const { rows } = await database.pool.query("select token_hash from account_tokens where purpose = 'reset'");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('AUTH-20 the link of a mail works as soon as the mail is handed over', async () => {
  const user = await aUser(database.db);
  const mailer = aMailer();
  const owners: unknown[] = [];
  mailer.send = async ({ text }) => {
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
    owners.push((await findAccountToken(database.db, 'reset', token))?.userId);
    return undefined;
  };
  const node = await start(mailer);
  await database.db.transaction((tx) => queueMail(tx, 'reset-password', user));
  await node.deliver();
  await node.stop();
  expect(owners).toEqual([user.id]);
});

test('AUTH-20 two nodes send each mail once', async () => {
  const user = await aUser(database.db, { email: 'twice@example.com' });
  const mailer = aMailer();
  const nodes = [await start(mailer), await start(mailer)];
  for (let n = 0; n < 20; n++) await database.db.transaction((tx) => queueMail(tx, 'approved', user));
  await Promise.all(nodes.map(({ deliver }) => deliver()));
  await Promise.all(nodes.map(({ deliver }) => deliver()));
  for (const { stop } of nodes) await stop();
  expect(mailer.mails.filter(({ to }) => to === user.email)).toHaveLength(20);
});

test('AUTH-20 never sends a mail of a rolled-back transaction', async () => {
  const user = await aUser(database.db, { email: 'never@example.com' });
  const mailer = aMailer();
  const node = await start(mailer);
  const taken = database.db.transaction(async (tx) => {
    await queueMail(tx, 'approved', user);
    throw new Error('taken back');
  });
  await expect(taken).rejects.toThrow('taken back');
  await node.deliver();
  await node.stop();
  expect(mailer.mails).toEqual([]);
});

test('threat 22 a mail that waits while the links of its account end brings no new one', async () => {
  const [ann, bob] = [await aUser(database.db), await aUser(database.db)];
  await database.db.transaction(async (tx) => {
    for (const user of [ann, bob]) await queueMail(tx, 'reset-password', user);
    await queueMail(tx, 'verify-email', ann);
    await queueEmailChange(tx, ann.id, 'mallory@example.com');
    await queueMail(tx, 'password-changed', ann);
    await voidAccountTokens(tx, ann.id);
  });
  const mailer = aMailer();
  const node = await start(mailer);
  await node.deliver();
  await node.stop();
  expect(mailer.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [bob.email, expect.stringContaining('password')],
    [ann.email, 'Your Ops Hub password was changed'],
  ]);
});

describe('F13 a mail server that does not confirm a mail', () => {
  async function withServer(script: Parameters<typeof startScriptedMailServer>[0]) {
    const server = await startScriptedMailServer(script);
    onTestFinished(server.stop);
    await database.pool.query('delete from mails');
    await database.db.transaction(async (tx) => queueMail(tx, 'reset-password', await aUser(tx)));
    const { url } = server;
    const node = () => start(smtpMailer({ url, from: 'hub@example.com', ehlo: 'hub', longestMs: 60_000 }));
    return { server, node };
  }
  const queue = async () => findMailQueue(database.db);

  test('a stop ends the attempt; the mail is not sent again, and counts as unclear', async () => {
    const { server, node } = await withServer({});
    const first = await node();
    void first.deliver();
    await vi.waitUntil(() => server.received.length === 1, 10_000);
    expect(await queue()).toMatchObject({ waiting: 0, unclear: 0 });
    await first.stop();
    expect(await queue()).toMatchObject({
      waiting: 0,
      failing: 0,
      unclear: 1,
      problem: expect.stringMatching(/^No reply to the mail: /),
    });
    await due();
    const second = await node();
    await second.deliver();
    await second.stop();
    expect(server.received).toHaveLength(1);
  });

  test('a node that is killed meanwhile leaves a mail that another one does not send', async () => {
    const { server, node } = await withServer({ toEnd: '250 ok' });
    const [id] = (await database.pool.query<{ id: string }>('select id from mails')).rows.map(
      (row) => row.id,
    );
    await database.db.transaction(takeDueMail);
    await noteHandover(database.db, id ?? '');
    await due();
    const other = await node();
    await other.deliver();
    await other.stop();
    expect(server.received).toEqual([]);
    expect(await queue()).toMatchObject({ waiting: 0, unclear: 1 });
    await expect(noteHandover(database.db, id ?? '')).rejects.toThrow('withdrawn');
  });

  test('a node that is killed before leaves a mail that is sent once the lease has ended', async () => {
    const { server, node } = await withServer({ toEnd: '250 ok' });
    await database.db.transaction(takeDueMail);
    const other = await node();
    await other.deliver();
    expect(server.received).toEqual([]);
    await due();
    await other.deliver();
    await other.stop();
    expect(server.received).toHaveLength(1);
    expect(await queue()).toMatchObject({ waiting: 0, unclear: 0, problem: null });
  });

  test('N21 a refusal is tried again with the same Message-ID, and its reason is kept in one short line', async () => {
    const script = { toEnd: `550 5.7.1 Relaying denied\t\u202efor ${'x'.repeat(300)}` };
    const { server, node } = await withServer(script);
    const first = await node();
    await first.deliver();
    expect(await queue()).toMatchObject({
      waiting: 1,
      failing: 1,
      unclear: 0,
      problem: expect.stringMatching(/^550 5\.7\.1 Relaying denied for x{150,}…$/),
    });
    script.toEnd = '250 ok';
    await due();
    await first.deliver();
    await first.stop();
    const ids = server.received.map((text) => /^Message-ID: (<\S+@hub>)$/m.exec(text)?.[1]);
    expect(ids).toEqual([expect.any(String), ids[0]]);
    expect(await queue()).toMatchObject({ waiting: 0, problem: null });
  });
});
