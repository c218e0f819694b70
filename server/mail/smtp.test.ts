import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { startLyingPeer } from '../../test/lying-peer.ts';
import { writeMail } from '../mail-queue/texts.ts';
import { smtpMailer } from './smtp.ts';

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

const testMail = () =>
  writeMail('verify-email', 'bea@example.com', { name: 'Béa <b>', token: 'abc' }, 'https://hub.example.com');

test('AUTH-20 a mail arrives by SMTP readable in both forms, its link from PUBLIC_URL', async () => {
  const { received, url } = await aMailServer();
  const mailer = smtpMailer(url, 'Ops Hub <hub@example.com>');
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
  const mailer = smtpMailer(url, '"Hub, the \\"Ops\\"" <hub@example.com>');
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
  const mailer = smtpMailer(url, 'Ops Hub <hub@example.com>');
  await expect(mailer.send(testMail())).rejects.toThrow('mailbox full');
  mailer.close();
});

test.each(['silent', 'drip', 'endless', 'garbage'] as const)(
  'AUTH-20 a mail server whose response is %s ends the attempt, so that the queue continues',
  async (lie) => {
    const peer = await startLyingPeer(lie, '220-');
    closings.push(peer.stop);
    const mailer = smtpMailer(`smtp://${peer.host}`, 'Ops Hub <hub@example.com>', 300);
    await expect(mailer.send(testMail())).rejects.toBeInstanceOf(Error);
    mailer.close();
  },
);
