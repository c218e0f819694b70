import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, withApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { rememberSessions } from './known-sessions.ts';

const at = withApp();
const statusOf = async (app: TestApp, cookie: string) =>
  (await app.anonymous.send({ url: '/api/auth/user', headers: { cookie } })).statusCode;

describe('AUTH-21 threat 33 a session that was remembered', () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(() => stop?.());

  /** Another node on the same database. */
  async function anotherNode(): Promise<TestApp> {
    const { database } = at.current;
    const node = await startTestApp({ database: { ...database, drop: async () => undefined } });
    stop = () => node.stop();
    return node;
  }

  test('is over at once on the node that ended it', async () => {
    for (let n = 0; n < 20; n++) {
      const { cookie } = await at.current.signedIn();
      expect(await statusOf(at.current, cookie)).toBe(200);
      await at.current.anonymous.send({ url: '/api/logout', headers: { cookie } });
      expect(await statusOf(at.current, cookie)).toBe(401);
    }
  });

  test('is over on every other node as well', async () => {
    const node = await anotherNode();
    const { cookie } = await at.current.signedIn();
    expect(await statusOf(node, cookie)).toBe(200);
    await at.current.anonymous.send({ url: '/api/logout', headers: { cookie } });
    await expect.poll(() => statusOf(node, cookie)).toBe(401);
  });

  test.each([
    ['the account is deactivated', `update users set account_status = 'deactivated' where id = $1`],
    ['the session is deleted', 'delete from sessions where user_id = $1'],
    ['the session is shortened', 'update sessions set expire = now() where user_id = $1'],
    ['the session has another id', 'update sessions set sid = md5(sid) where user_id = $1'],
  ])('is over when by hand %s', async (_, text) => {
    const { cookie, user } = await at.current.signedIn();
    expect(await statusOf(at.current, cookie)).toBe(200);
    await at.current.database.pool.query(text, [user.id]);
    await expect.poll(() => statusOf(at.current, cookie)).toBe(401);
  });

  test('is asked for once while nothing changes, and again after a change', async () => {
    const { remembered, asked, look, send } = aMemory();
    await remembered.find('a', look);
    await remembered.find('a', look);
    expect(asked()).toBe(1);
    send();
    await remembered.find('a', look);
    expect(asked()).toBe(2);
  });

  test('is not kept when it was looked up while something ended', async () => {
    const { remembered, asked, look, send } = aMemory();
    const found = remembered.find('a', async () => {
      const session = await look();
      send();
      return session;
    });
    expect(await found).toEqual({ lastsMs: 60_000 });
    await remembered.find('a', look);
    expect(asked()).toBe(2);
  });

  test('is not kept while no messages arrive, nor past its end', async () => {
    const { remembered, asked, look, live } = aMemory();
    live.connected = false;
    await remembered.find('a', look);
    await remembered.find('a', look);
    expect(asked()).toBe(2);
    live.connected = true;
    await remembered.find('b', async () => ({ ...(await look()), lastsMs: 0 }));
    await remembered.find('b', look);
    expect(asked()).toBe(4);
  });
});

/** What is remembered behind a line of messages in the test's hand. */
function aMemory() {
  const hearing: ((message: { accounts?: 'changed' }) => void)[] = [];
  const live = { connected: true };
  let times = 0;
  const remembered = rememberSessions({
    subscribe: (hear) => {
      hearing.push(hear);
      return () => undefined;
    },
    onConnection: () => () => undefined,
    isConnected: () => live.connected,
  });
  const look = async () => {
    times += 1;
    return { lastsMs: 60_000 };
  };
  return {
    remembered,
    look,
    asked: () => times,
    live,
    send: () => hearing.forEach((hear) => hear({ accounts: 'changed' })),
  };
}
