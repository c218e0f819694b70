import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { live } from '../../contract/calls/live.ts';
import { tokens } from '../../contract/calls/tokens.ts';
import { withApp, type TestApp } from '../../test/app.ts';
import { openEvents } from '../../test/live-events.ts';
import { createAccountToken } from '../accounts/one-time-tokens.ts';
import { removeApiToken, removeApiTokensOf } from '../accounts/api-tokens/queries.ts';
import { startLive } from './engine.ts';
import { publish } from './publish.ts';
import { listOpenAccess } from './queries.ts';
import { liveRoutes } from './routes.ts';

const at = withApp();
let origin = '';
beforeAll(async () => {
  origin = await at.current.app.listen({ port: 0, host: '127.0.0.1' });
});

/** Opens a stream. `ended` resolves when the server ends it. */
async function open(headers: Record<string, string>, from = origin) {
  const response = await fetch(from + live.events.path, { headers });
  expect(response.status).toBe(200);
  return { ended: response.text().catch(() => 'cut') };
}

type Ann = Awaited<ReturnType<TestApp['signedIn']>>;

describe('threat 33 an event stream', () => {
  test('ends with its session, not with another one of the account', async () => {
    const ann = await at.current.signedIn();
    const { cookie } = await at.current.as(ann.user);
    const [stream, other] = [await open({ cookie }), await openEvents(origin, ann.cookie)];
    await at.current.anonymous.send({ url: '/api/logout', headers: { cookie } });
    await stream.ended;
    await publish(at.current.database.db, { type: 'changed', topic: 'team' });
    expect(await other.until('team')).toContain('team');
    await other.close();
  });

  const ends: [string, (ann: Ann, tokenId: string) => Promise<unknown>][] = [
    ['is removed', (ann, id) => ann.call(tokens.remove, { params: { id } })],
    ['ends with a new password', ({ user }) => resetPassword(user.id)],
    ['belongs to an account that is deactivated', ({ user }) => deactivate(user.id)],
  ];
  test.each(ends)('ends when its API token %s', async (_, end) => {
    const ann = await at.current.signedIn();
    const { id, token } = await ann.call(tokens.create, { body: { name: 'Dashboard' } });
    const stream = await open({ authorization: `Bearer ${token}` });
    await end(ann, id);
    await expect(stream.ended).resolves.toBeTypeOf('string');
  });

  test('hears at once of a token that is removed, alone or by a reset', async () => {
    const { db } = at.current.database;
    const { user } = await at.current.signedIn();
    const engine = await startLive(at.current.database);
    onTestFinished(() => engine.stop());
    let heard = 0;
    engine.subscribe(({ accounts }) => (heard += Number(accounts === 'changed')));
    await removeApiToken(db, user.id, randomUUID());
    await expect.poll(() => heard).toBe(1);
    await removeApiTokensOf(db, user.id);
    await expect.poll(() => heard).toBe(2);
  });

  async function resetPassword(userId: string) {
    const token = await createAccountToken(at.current.database.db, 'reset', userId);
    const password = 'Gl4cier&Otter!Nine';
    const payload = { token, password, confirmPassword: password };
    await at.current.anonymous.send({ method: 'POST', url: '/api/auth/reset-password', payload });
  }

  async function deactivate(userId: string) {
    const admin = await at.current.signedIn({ role: 'admin' });
    await admin.send({ method: 'PUT', url: `/api/admin/users/${userId}`, payload: { active: false } });
  }

  test.each([
    ['session', 'sessions', 'expire'],
    ['API token', 'api_tokens', 'expires_at'],
  ])('ends when its %s expires, which no message reports', async (_, table, column) => {
    const { db, pool } = at.current.database;
    const ann = await at.current.signedIn();
    await ann.call(tokens.create, { body: { name: 'Dashboard' } });
    const { rows } = await pool.query<{ id: string }>(`select id from ${table} where user_id = $1`, [
      ann.user.id,
    ]);
    const app = Fastify();
    onTestFinished(() => app.close());
    app.decorateRequest('actor', undefined);
    app.addHook('onRequest', async (request) => {
      request.actor = { userId: ann.user.id, accessId: rows[0]?.id } as typeof request.actor;
    });
    const silent = { subscribe: () => () => undefined } as unknown as Parameters<typeof liveRoutes>[1];
    liveRoutes(app, silent, [], { listOpen: (ids) => listOpenAccess(db, ids), checkMs: 20 });
    const from = await app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await open({}, from);
    await pool.query(`update ${table} set ${column} = now() - interval '1 second' where user_id = $1`, [
      ann.user.id,
    ]);
    await expect(stream.ended).resolves.toBeTypeOf('string');
  });
});
