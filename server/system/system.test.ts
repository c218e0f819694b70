import { expect, test } from 'vitest';
import { demo } from '../../contract/calls/demo.ts';
import { servers } from '../../contract/calls/servers.ts';
import { system } from '../../contract/calls/system.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';

const SECRET = 'key-of-the-model-1234';
const at = withApp({
  settings: {
    SMTP_URL: 'smtp://user:word-of-mail@mail.example.com',
    MAIL_FROM: 'hub@example.com',
    AI_PROVIDER: 'anthropic',
    AI_MODEL: 'some-model',
    AI_API_KEY: SECRET,
  },
});

test('OPS-04 shows administrators the complete configuration, without any secret', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  await ann.call(servers.create, { body: { name: 'x', check: { kind: 'tcp', target: '10.0.0.1:22' } } });
  const status = await ann.call(system.status, {});
  expect(status).toMatchObject({
    mail: { via: 'smtp', from: 'hub@example.com', waiting: 0, failing: 0, unclear: 0, problem: null },
    google: { isConfigured: false },
    ai: { provider: 'anthropic', model: 'some-model' },
    storage: 'disk',
    checks: { intervalSeconds: 60, configured: 1 },
    contents: { servers: 1, documents: 0, members: 0 },
    hasDemoData: false,
  });
  expect(status.database.size).toBeGreaterThan(0);
  const text = JSON.stringify(status);
  for (const secret of [SECRET, 'word-of-mail', 'user:']) expect(text).not.toContain(secret);
  await ann.call(demo.add, {});
  expect((await ann.call(system.status, {})).hasDemoData).toBe(true);
  const bob = await at.current.signedIn();
  expectRefusal(await bob.send({ url: '/api/admin/status' }), 403);
  expectRefusal(await bob.send({ method: 'POST', url: '/api/admin/mail-test' }), 403);
});

test('OPS-04 a test mail to the administrator shows whether mail arrives, a few times a minute', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  expect(await ann.call(system.testMail, {})).toEqual({ to: ann.user.email, via: 'smtp' });
  const [mail] = await at.current.mailsTo(ann.user.email);
  expect(mail?.subject).toContain('This is a test');
  // The screen that sends it.
  expect(mail?.text).toContain('/admin/system');
  expect((await ann.call(system.status, {})).mail.lastSentAt).not.toBeNull();
  for (let n = 0; n < 4; n += 1) await ann.call(system.testMail, {});
  expectRefusal(await ann.send({ method: 'POST', url: '/api/admin/mail-test' }), 429);
});
