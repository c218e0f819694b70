import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { live } from '../../contract/calls/live.ts';
import { startTestApp, withApp, type TestApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aUser, PASSWORD } from '../../test/factories.ts';
import { cookieIn } from '../../test/google-journey.ts';

/** Two nodes of the product on one database. */
const at = withApp();
let second: TestApp & { stop(): Promise<void> };
let origin = '';
beforeAll(async () => {
  const { database } = at.current;
  // The first node drops the database.
  second = await startTestApp({ database: { ...database, drop: () => Promise.resolve() } });
  origin = await second.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => second.stop());

const signIn = (node: TestApp, email: string, password = PASSWORD) =>
  node.anonymous.send({ method: 'POST', url: '/api/auth/login', payload: { email, password } });
const who = (node: TestApp, cookie: string) =>
  node.anonymous.send({ url: '/api/auth/user', headers: { cookie } });

describe('OPS-02 two nodes', () => {
  test('OPS-02 AUTH-21 a session of one node works on the other, and ends on both', async () => {
    const user = await aUser(at.current.database.db);
    const cookie = `sid=${cookieIn(await signIn(at.current, user.email), 'sid')}`;
    expect((await who(second, cookie)).statusCode).toBe(200);
    expect((await second.anonymous.send({ url: '/api/logout', headers: { cookie } })).statusCode).toBe(302);
    expectRefusal(await who(at.current, cookie), 401, 'signed_out');
  });

  test('OPS-02 AUTH-22 attempts on both nodes are counted together', async () => {
    const { email } = await aUser(at.current.database.db);
    const tries = [at.current, second, at.current, second, at.current].map((node) =>
      signIn(node, email, 'Wr0ng!Kelp#Moon'),
    );
    for (const answer of await Promise.all(tries)) expect(answer.statusCode).toBe(401);
    for (const node of [at.current, second]) expectRefusal(await signIn(node, email), 429);
  });

  test('OPS-02 threat 33 an account that is deactivated on one node loses its sessions and streams on the other', async () => {
    const ann = await at.current.signedIn();
    const admin = await at.current.signedIn({ role: 'admin' });
    const stream = await fetch(origin + live.events.path, { headers: { cookie: ann.cookie } });
    expect(stream.status).toBe(200);
    const url = `/api/admin/users/${ann.user.id}`;
    expect((await admin.send({ method: 'PUT', url, payload: { active: false } })).statusCode).toBe(200);
    // Rejects if the server ends the stream in the middle of a line.
    await stream.text().catch(() => undefined);
    expectRefusal(await who(second, ann.cookie), 401, 'signed_out');
  });
});
