import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { writeLetter } from '../letters/texts.ts';
import { smtpPost } from './smtp.ts';

/** A mail server that keeps what it is given, or answers as told. */
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

const letter = () =>
  writeLetter(
    'verify-email',
    'bea@example.com',
    { name: 'Béa <b>', token: 'abc' },
    'https://hub.example.com',
  );

test('AUTH-20 a letter arrives by SMTP readable in both forms, its link from PUBLIC_URL', async () => {
  const { received, url } = await aMailServer();
  const post = smtpPost(url, 'Ops Hub <hub@example.com>');
  await post.send(letter());
  post.close();
  const [mail] = received;
  expect(mail?.from).toMatchObject({ address: 'hub@example.com', name: 'Ops Hub' });
  expect(mail?.to).toMatchObject([{ address: 'bea@example.com' }]);
  expect(mail?.subject).toBe('Confirm your e-mail address for Ops Hub');
  expect(mail?.text).toContain('Hello Béa <b>,');
  expect(mail?.text).toContain('https://hub.example.com/verify-email?token=abc');
  expect(mail?.html).toContain('Hello Béa &lt;b&gt;,');
  expect(mail?.html).toContain('href="https://hub.example.com/verify-email?token=abc"');
});

test('AUTH-20 what the mail server did not take is an error', async () => {
  const { url } = await aMailServer(0, new Error('mailbox full'));
  const post = smtpPost(url, 'Ops Hub <hub@example.com>');
  await expect(post.send(letter())).rejects.toThrow('mailbox full');
  post.close();
});
