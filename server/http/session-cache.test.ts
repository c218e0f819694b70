import { afterEach, describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { settingsChange } from '../../contract/calls/settings-change.ts';
import { startTestApp, withApp, type TestApp } from '../../test/app.ts';
import { createSessionCache } from './session-cache.ts';

const at = withApp();
const statusOf = async (app: TestApp, cookie: string) =>
  (await app.anonymous.send({ url: '/api/auth/user', headers: { cookie } })).statusCode;

describe('AUTH-21 threat 33 a cached session', () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(() => stop?.());

  /** Another node on the same database. */
  async function anotherNode(): Promise<TestApp> {
    const { database } = at.current;
    const node = await startTestApp({ database: { ...database, drop: async () => undefined } });
    stop = () => node.stop();
    return node;
  }

  test('ends at once on the node that ended it', async () => {
    for (let n = 0; n < 20; n++) {
      const { cookie } = await at.current.signedIn();
      expect(await statusOf(at.current, cookie)).toBe(200);
      await at.current.anonymous.send({ url: '/api/logout', headers: { cookie } });
      expect(await statusOf(at.current, cookie)).toBe(401);
    }
  });

  test('ends on every other node', async () => {
    const node = await anotherNode();
    const { cookie } = await at.current.signedIn();
    expect(await statusOf(node, cookie)).toBe(200);
    await at.current.anonymous.send({ url: '/api/logout', headers: { cookie } });
    await expect.poll(() => statusOf(node, cookie)).toBe(401);
  });

  test.each([
    ['the account is deactivated', `update users set account_status = 'deactivated' where id = $1`],
    ['the session is deleted', 'delete from sessions where user_id = $1'],
    [
      'the session is shortened',
      `update sessions set expire = now() - interval '1 second' where user_id = $1`,
    ],
    ['the session has another id', 'update sessions set sid = md5(sid) where user_id = $1'],
  ])('ends when SQL changes it: %s', async (_, text) => {
    const { cookie, user } = await at.current.signedIn();
    expect(await statusOf(at.current, cookie)).toBe(200);
    await at.current.database.pool.query(text, [user.id]);
    await expect.poll(() => statusOf(at.current, cookie)).toBe(401);
  });

  test('stays while people write documents, and ends with a change of the account', async () => {
    const { pool } = at.current.database;
    const { cookie, user } = await at.current.signedIn();
    const bob = await at.current.signedIn();
    expect(await statusOf(at.current, cookie)).toBe(200);
    // Without its triggers, no message says that the session ended.
    await pool.query('alter table sessions disable trigger user');
    await pool.query('delete from sessions where user_id = $1', [user.id]);
    const { id } = await bob.call(documents.create, { body: { title: 'T', content: 'Text' } });
    await bob.call(documents.update, { params: { id }, body: { title: 'Other' } });
    expect(await statusOf(at.current, cookie)).toBe(200);
    await bob.call(settingsChange.update, { body: { profile: { firstName: 'Bert' } } });
    expect(await statusOf(at.current, cookie)).toBe(401);
    await pool.query('alter table sessions enable trigger user');
  });

  test('is loaded once until something changes', async () => {
    const { cache, loads, load, send, reconnect } = aCache();
    await cache.get('a', load);
    await cache.get('a', load);
    expect(loads()).toBe(1);
    send();
    await cache.get('a', load);
    expect(loads()).toBe(2);
    // Messages may have been lost.
    reconnect();
    await cache.get('a', load);
    expect(loads()).toBe(3);
  });

  test('is not cached if a session ended while it was loaded', async () => {
    const { cache, loads, load, send } = aCache();
    const found = cache.get('a', async () => {
      const session = await load();
      send();
      return session;
    });
    expect(await found).toEqual({ lastsMs: 60_000 });
    await cache.get('a', load);
    expect(loads()).toBe(2);
  });

  test('is not cached without messages, or past its expiry', async () => {
    const { cache, loads, load, live } = aCache();
    live.connected = false;
    await cache.get('a', load);
    await cache.get('a', load);
    expect(loads()).toBe(2);
    live.connected = true;
    await cache.get('b', async () => ({ ...(await load()), lastsMs: 0 }));
    await cache.get('b', load);
    expect(loads()).toBe(4);
  });
});

/** A cache that receives its messages from the test. */
function aCache() {
  const listeners: ((message: { accounts?: 'changed' }) => void)[] = [];
  const live = { connected: true };
  let reconnect: () => void = () => undefined;
  let times = 0;
  const cache = createSessionCache({
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    onConnection: (listener) => {
      reconnect = listener;
      return () => undefined;
    },
    isConnected: () => live.connected,
  });
  const load = async () => {
    times += 1;
    return { lastsMs: 60_000 };
  };
  return {
    cache,
    load,
    loads: () => times,
    live,
    send: () => listeners.forEach((listener) => listener({ accounts: 'changed' })),
    reconnect: () => reconnect(),
  };
}
