import { expect, test } from 'vitest';
import { administration } from '../../../contract/calls/administration.ts';
import { tokens } from '../../../contract/calls/tokens.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { withApp } from '../../../test/app.ts';

const at = withApp();

test('ACCESS-45 an administrator sees all sessions and tokens of a person with their last use, and ends them', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const ann = await at.current.signedIn();
  const elsewhere = await at.current.as(ann.user);
  const { token, id } = await ann.call(tokens.create, { body: { name: 'Grafana' } });
  const withToken = () =>
    at.current.anonymous.send({ url: '/api/documents', headers: { authorization: `Bearer ${token}` } });
  expect((await withToken()).statusCode).toBe(200);
  const params = { id: ann.user.id };
  const access = await admin.call(administration.access, { params });
  expect(access.sessions).toHaveLength(2);
  expect(access.sessions[0]).toMatchObject({ lastUsedAt: expect.any(String), isCurrent: false });
  expect(access.tokens).toMatchObject([
    { id, name: 'Grafana', scope: 'read', lastUsedAt: expect.any(String) },
  ]);
  expect(JSON.stringify(access)).not.toMatch(/[0-9a-f]{64}|opshub_/);
  await admin.call(administration.endAccess, { params });
  expect(await admin.call(administration.access, { params })).toEqual({ sessions: [], tokens: [] });
  expect((await withToken()).statusCode).toBe(401);
  for (const client of [ann, elsewhere])
    expect((await client.send({ url: '/api/auth/user' })).statusCode).toBe(401);
  const [entry] = await admin.call(administration.audit, { query: { action: 'account.end-access' } });
  expect(entry).toMatchObject({ subjectId: ann.user.id, actorId: admin.user.id });
  // Those of others stay.
  expect((await admin.send({ url: '/api/auth/user' })).statusCode).toBe(200);
});

test('ACCESS-45 only administrators with a session see them', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const ann = await at.current.signedIn();
  const url = `/api/admin/users/${admin.user.id}/access`;
  expectRefusal(await ann.send({ url }), 403);
  const { token } = await admin.call(tokens.create, { body: { name: 'x', scope: 'write' } });
  const headers = { authorization: `Bearer ${token}` };
  expectRefusal(await at.current.anonymous.send({ url, headers }), 403);
});
