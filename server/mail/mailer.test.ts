import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { writeMail } from '../mail-queue/texts.ts';
import { outboxMailer } from './mailer.ts';

test('AUTH-20 without a mail server mails become files, and the log says that none was sent', async () => {
  const { folder, remove } = await openTemporaryFolder();
  const logged: string[] = [];
  const mailer = outboxMailer(join(folder, 'outbox'), 'Ops Hub <hub@localhost>', (line) => logged.push(line));
  const facts = { name: 'Bea', token: 'secret-token' };
  await mailer.send(writeMail('reset-password', 'bea@example.com', facts, 'http://localhost:3000'));
  const names = await readdir(join(folder, 'outbox'));
  expect(names).toEqual([expect.stringMatching(/\.eml$/)]);
  const mail = await PostalMime.parse(await readFile(join(folder, 'outbox', names[0] ?? '')));
  expect(mail.text).toContain('http://localhost:3000/reset-password?token=secret-token');
  expect(logged.join()).toContain('SMTP_URL is not set');
  expect(logged.join()).not.toContain('secret-token');
  await remove();
});
