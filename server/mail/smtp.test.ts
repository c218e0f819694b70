import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test, vi } from 'vitest';
import { startLyingPeer } from '../../test/lying-peer.ts';
import { startScriptedMailServer } from '../../test/mail-server.ts';
import { readConfig } from '../config.ts';
import { writeMail } from '../mail-queue/texts.ts';
import { ehloOf, smtpMailer } from './smtp.ts';

/** A mail server that stores mail, or replies with `refusal`. */
async function aMailServer(port = 0, refusal?: Error) {
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      const whole = stream.toArray().then((chunks: Buffer[]) => PostalMime.parse(Buffer.concat(chunks)));
      whole.then(
        (email) => {
          if (!refusal) received.push(email);
          done(refusal);
        },
        (error: Error) => done(error),
      );
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  closings.push(() => new Promise((resolve) => server.close(() => resolve(undefined))));
  return { received, url };
}

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

const mailerFor = (url: string, longestMs = 10_000) =>
  smtpMailer({ url, from: 'Ops Hub <hub@example.com>', ehlo: 'hub.example.com', longestMs });

const testMail = () =>
  writeMail('verify-email', 'bea@example.com', { name: 'Béa <b>', token: 'abc' }, 'https://hub.example.com');

test('AUTH-20 a mail arrives by SMTP readable in both forms, its link from PUBLIC_URL', async () => {
  const { received, url } = await aMailServer();
  const mailer = mailerFor(url);
  await mailer.send(testMail());
  mailer.close();
  const [mail] = received;
  expect(mail?.from).toMatchObject({ address: 'hub@example.com', name: 'Ops Hub' });
  expect(mail?.to).toMatchObject([{ address: 'bea@example.com' }]);
  expect(mail?.subject).toBe('Confirm your e-mail address for Ops Hub');
  expect(mail?.text).toContain('Hello Béa <b>,');
  expect(mail?.text).toContain('https://hub.example.com/verify-email?token=abc');
  expect(mail?.html).toContain('Hello Béa &lt;b&gt;,');
  expect(mail?.html).toContain('href="https://hub.example.com/verify-email?token=abc"');
});

test('F1 a text in a header of a mail stays in it', async () => {
  const { received, url } = await aMailServer();
  const mailer = smtpMailer({
    url,
    from: '"Hub, the \\"Ops\\"" <hub@example.com>',
    ehlo: 'hub.example.com',
  });
  const title = `Zürich "x", <y> =?utf-8?q?z?= ${'long '.repeat(60)}`;
  const notice = { title: `${title}\r\nBcc: eve@example.com\r\n\r\n<b>`, link: '/team' };
  const facts = { name: 'Béa\r\nBcc: eve@example.com', token: '', notice };
  await mailer.send(writeMail('notification', 'bea@example.com', facts, 'https://hub.example.com'));
  mailer.close();
  const [mail] = received;
  expect(received).toHaveLength(1);
  expect(mail?.subject?.replace(/\s+/g, ' ')).toBe(`${title.trimEnd()} Bcc: eve@example.com <b>`);
  expect(mail?.from).toMatchObject({ address: 'hub@example.com', name: 'Hub, the "Ops"' });
  expect(mail?.to).toMatchObject([{ address: 'bea@example.com' }]);
  expect([mail?.cc, mail?.bcc]).toEqual([undefined, undefined]);
  const names = mail?.headers.map(({ key }) => key);
  expect(names?.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual([
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]);
});

test('AUTH-20 a mail that the server refuses is an error', async () => {
  const { url } = await aMailServer(0, new Error('mailbox full'));
  const mailer = mailerFor(url);
  await expect(mailer.send(testMail())).rejects.toThrow('mailbox full');
  mailer.close();
});

test.each(['silent', 'drip', 'endless', 'garbage'] as const)(
  'AUTH-20 a mail server whose response is %s ends the attempt, so that the queue continues',
  async (lie) => {
    const peer = await startLyingPeer(lie, '220-');
    closings.push(peer.stop);
    const mailer = mailerFor(`smtp://${peer.host}`, 300);
    await expect(mailer.send(testMail())).rejects.toBeInstanceOf(Error);
    mailer.close();
  },
);

test.each([
  ['silence', undefined],
  ['a cut connection', 'cut'],
])(
  'F13 %s instead of a reply to the whole mail is unclear, and was announced before the end',
  async (_, toEnd) => {
    const server = await startScriptedMailServer(toEnd ? { toEnd } : {});
    closings.push(server.stop);
    const mailer = mailerFor(server.url, 1_000);
    const announced: [boolean, number][] = [];
    const sending = mailer.send({ ...testMail(), messageId: '<one@hub>' }, async () => {
      await vi.waitUntil(server.isAtEnd, 10_000);
      announced.push([server.isAtEnd(), server.received.length]);
    });
    expect(await sending).toEqual({ unclear: expect.stringMatching(/^No reply to the mail: /) });
    expect(announced).toEqual([[true, 0]]);
    expect(server.received.join()).toMatch(/^Message-ID: <one@hub>$/m);
    mailer.close();
  },
);

test('F13 a mail whose end could not be announced is not accepted by the server', async () => {
  const server = await startScriptedMailServer({ toEnd: '250 ok' });
  closings.push(server.stop);
  const mailer = mailerFor(server.url);
  const sending = mailer.send(testMail(), () => Promise.reject(new Error('the database is away')));
  await expect(sending).rejects.toThrow('the database is away');
  expect(server.received).toEqual([]);
  mailer.close();
});

test('F13 closing ends an attempt at once', async () => {
  const server = await startScriptedMailServer({});
  closings.push(server.stop);
  const mailer = mailerFor(server.url, 60_000);
  const sending = mailer.send(testMail());
  await vi.waitUntil(() => server.received.length > 0, 10_000);
  mailer.close();
  expect(await sending).toEqual({ unclear: expect.stringMatching(/^No reply to the mail: /) });
});

test('N20 greets with the name of the installation, which a strict relay accepts', async () => {
  const toEhlo = (name: string) => (name === 'hub.example.com' ? '250 hello' : '550 unknown name');
  const server = await startScriptedMailServer({ toEnd: '250 ok', toEhlo });
  closings.push(server.stop);
  const mailer = mailerFor(server.url);
  await mailer.send(testMail());
  expect(server.greetings).toEqual(['hub.example.com']);
  mailer.close();
});

test.each([
  [{ PUBLIC_URL: 'https://ops.example.com:8443' }, 'ops.example.com'],
  [{ PUBLIC_URL: 'http://10.0.0.7:3000' }, '[10.0.0.7]'],
  [{ PUBLIC_URL: 'http://[2001:db8::1]' }, '[IPv6:2001:db8::1]'],
  [{ PUBLIC_URL: 'https://ops.example.com', MAIL_EHLO: 'mx.example.com' }, 'mx.example.com'],
])('N20 the name for %j is %s', (settings, name) => {
  expect(ehloOf(readConfig({ SMTP_URL: 'smtp://mx', MAIL_FROM: 'a@example.com', ...settings }, ''))).toBe(
    name,
  );
});
