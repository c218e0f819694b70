import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { documentEditing, knowledgeBaseEditing, type EditingCalls } from '../../contract/calls/drafts.ts';
import { live, LiveEvent } from '../../contract/calls/live.ts';
import { startTestApp, withApp, type TestApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import { notifications } from '../db/schema.ts';
import { notify } from '../notifications/queries.ts';
import type { LiveEngine } from './engine.ts';
import { publish, type Message } from './publish.ts';
import { liveRoutes, type OwnState } from './routes.ts';

const at = withApp();
let origin = '';
beforeAll(async () => {
  origin = await at.current.app.listen({ port: 0, host: '127.0.0.1' });
});

/** The events of an open stream. `next` waits for one, `ended` for the end. */
async function open(from: string, cookie: string) {
  const response = await fetch(from + live.events.path, { headers: { cookie } });
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const lineEnd = async (): Promise<boolean> => {
    while (!text.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) return false;
      text += value;
    }
    return true;
  };
  const next = async (): Promise<LiveEvent | undefined> => {
    while (await lineEnd()) {
      const message = text.slice(0, text.indexOf('\n\n'));
      text = text.slice(message.length + 2);
      if (message.startsWith('data: ')) return LiveEvent.parse(JSON.parse(message.slice(6)));
    }
    return undefined;
  };
  // The first line shows that the server listens.
  if (response.ok) await lineEnd();
  return { response, next, close: () => reader.cancel() };
}

const changed = (): LiveEvent => ({ type: 'changed', topic: 'documents', id: randomUUID() });

describe('KB-11 live events', () => {
  test('KB-11 a change reaches every reader, a job and a notification only their owner', async () => {
    const { db } = at.current.database;
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn();
    const streams = [
      await open(origin, ann.cookie),
      await open(origin, ann.cookie),
      await open(origin, bob.cookie),
    ];
    const own: LiveEvent[] = [
      { type: 'job', id: randomUUID(), state: 'running', done: 1, total: 2 },
      { type: 'notification' },
    ];
    for (const event of own) await publish(db, event, [`person:${ann.user.id}`]);
    const everybody = changed();
    await publish(db, everybody);
    const [first, second, others] = await Promise.all(
      streams.map(async ({ next }, index) =>
        index < 2 ? [await next(), await next(), await next()] : [await next()],
      ),
    );
    expect(first).toEqual([...own, everybody]);
    expect(second).toEqual(first);
    expect(others).toEqual([everybody]);
    for (const stream of streams) await stream.close();
  });

  test('ED-10 announces who edits a document to everybody, by both addresses, and who stopped', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    const documentId = await aDocument(at.current.database.db, ann.user);
    const stream = await open(origin, ann.cookie);
    const presence = (calls: EditingCalls, editing: boolean) =>
      bob.call(calls.presence, { params: { id: documentId }, body: { editing } });
    await presence(documentEditing, true);
    await presence(knowledgeBaseEditing, false);
    const expected = { type: 'presence', documentId, userId: bob.user.id, name: 'Bob Smith' };
    // The event of the creation may arrive after the stream began.
    const waitForEvent = async () => {
      for (;;) {
        const event = await stream.next();
        if (event?.type !== 'changed') return event;
      }
    };
    expect([await waitForEvent(), await waitForEvent()]).toEqual([
      { ...expected, editing: true },
      { ...expected, editing: false },
    ]);
    const nothing = {
      method: 'PUT',
      url: `/api/documents/${randomUUID()}/presence`,
      payload: { editing: true },
    } as const;
    expect((await bob.send(nothing)).statusCode).toBe(404);
    await stream.close();
  });

  test('KB-11 no cache stores a stream, and streams need a session', async () => {
    const ann = await at.current.signedIn();
    const { response, close } = await open(origin, ann.cookie);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    await close();
    expect((await fetch(origin + live.events.path)).status).toBe(401);
  });

  test('KB-11 the twenty-first stream of an account closes the oldest one', async () => {
    const ann = await at.current.signedIn();
    const streams = [];
    for (let n = 0; n < 21; n++) streams.push(await open(origin, ann.cookie));
    expect(await streams[0]?.next()).toBeUndefined();
    const event = changed();
    await publish(at.current.database.db, event);
    for (const stream of streams.slice(1)) {
      expect(await stream.next()).toEqual(event);
      await stream.close();
    }
  });

  test('KB-11 a notification and its event exist together or not at all, and reach their owner only', async () => {
    const { db } = at.current.database;
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn();
    const [stream, other] = [await open(origin, ann.cookie), await open(origin, bob.cookie)];
    const rolledBack = db.transaction(async (tx) => {
      await notify(tx, ann.user.id, { kind: 'approval', title: 'Never said', link: '/x' });
      await publish(tx, changed());
      throw new Error('taken back');
    });
    await expect(rolledBack).rejects.toThrow('taken back');
    await db.transaction((tx) =>
      notify(tx, ann.user.id, { kind: 'approval', title: 'Somebody waits', link: '/approvals' }),
    );
    const after = changed();
    await publish(db, after);
    expect([await stream.next(), await stream.next()]).toEqual([{ type: 'notification' }, after]);
    expect(await other.next()).toEqual(after);
    const rows = await db.select().from(notifications).where(eq(notifications.userId, ann.user.id));
    expect(rows.map(({ title, link, readAt }) => [title, link, readAt])).toEqual([
      ['Somebody waits', '/approvals', null],
    ]);
    for (const { close } of [stream, other]) await close();
  });

  test('KB-11 opens the listening connection again when it is lost, and open streams continue', async () => {
    const { db, pool } = at.current.database;
    const ann = await at.current.signedIn();
    const stream = await open(origin, ann.cookie);
    const lost = await pool.query<{ done: boolean }>(
      `select pg_terminate_backend(pid) as done from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    expect(lost.rows).toEqual([{ done: true }]);
    const event = changed();
    // An event without a listener is lost, so publish it until it arrives.
    const saying = setInterval(() => void publish(db, event), 100);
    const received = [await stream.next(), await stream.next(), await stream.next()];
    expect(received).toEqual([
      { type: 'database', isWell: false },
      { type: 'database', isWell: true },
      event,
    ]);
    clearInterval(saying);
    await stream.close();
  });
});

describe('KB-11 shutdown', () => {
  test('KB-11 open streams end when the server closes, which waits for no unused connection', async () => {
    const other: TestApp & { stop(): Promise<void> } = await startTestApp();
    const from = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await open(from, (await other.signedIn()).cookie);
    // Browsers open spare connections without a request.
    const ahead = connect(Number(new URL(from).port), '127.0.0.1');
    await once(ahead, 'connect');
    const ended = stream.next();
    await other.stop();
    expect(await ended).toBeUndefined();
    ahead.destroy();
  });
});

const noEngine: LiveEngine = {
  subscribe: () => () => undefined,
  isConnected: () => true,
  onConnection: () => () => undefined,
  stop: async () => undefined,
};

/** The routes of streams alone. Each comes from another account. */
async function listen(engine: LiveEngine, states: OwnState[]) {
  // Clients keep the connections of streams that ended, and the server would wait for them.
  const app = Fastify({ forceCloseConnections: true });
  app.decorateRequest('actor', undefined);
  app.addHook('onRequest', async (request) => {
    request.actor = { userId: randomUUID(), name: 'Ann', accessId: randomUUID() } as typeof request.actor;
  });
  const metrics = liveRoutes(app, engine, states, {
    listOpen: async (ids) => new Map(ids.map((id) => [id, []])),
  });
  return { app, metrics, from: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

test('INFRA-11 tells screens that the checker is cut off: at once on its node, and on every change', async () => {
  const listeners = new Set<(event: LiveEvent) => void>();
  let state: LiveEvent | undefined = { type: 'checker', offlineSince: '2026-03-04T05:06:00.000Z' };
  const own: OwnState = {
    now: () => state,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const { app, from } = await listen(noEngine, [own]);
  const stream = await open(from, '');
  expect(await stream.next()).toEqual(state);
  state = undefined;
  const back: LiveEvent = { type: 'checker', offlineSince: null };
  for (const listener of listeners) listener(back);
  expect(await stream.next()).toEqual(back);
  await stream.close();
  await app.close();
  expect(listeners.size).toBe(0);
});

describe('KB-11 many events', () => {
  /** `announce` sends an event to every stream. */
  const withoutDatabase = async () => {
    let listener: (message: Message) => void = () => undefined;
    const subscribe: LiveEngine['subscribe'] = (given) => {
      listener = given;
      return () => undefined;
    };
    const { app, metrics, from } = await listen({ ...noEngine, subscribe }, []);
    onTestFinished(() => app.close());
    const announce = (event: LiveEvent) => listener({ event });
    const streamCount = async () => /\nops_hub_live_streams (\d+)/.exec(await metrics.metrics())?.[1];
    return { announce, streamCount, from };
  };
  const presence = (name: string): LiveEvent => {
    return { type: 'presence', documentId: randomUUID(), userId: randomUUID(), editing: true, name };
  };

  test('reach every one of many readers in order, also those that come while others are sent', async () => {
    const { announce, from } = await withoutDatabase();
    const readers = await Promise.all(Array.from({ length: 60 }, () => open(from, '')));
    const events = Array.from({ length: 40 }, (_, n) => presence(`reader ${n}`));
    for (const [n, event] of events.entries()) {
      announce(event);
      if (n % 4 === 0) await setTimeout(1);
    }
    for (const { next, close } of readers) {
      for (const event of events) expect(await next()).toEqual(event);
      await close();
    }
  });

  test('disconnect a reader that does not read them', async () => {
    const { announce, streamCount, from } = await withoutDatabase();
    const reader = connect(Number(new URL(from).port), '127.0.0.1').pause();
    reader.write(`GET ${live.events.path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(streamCount).toBe('1');
    const streamsAfterAnother = () => {
      announce(presence('x'.repeat(500_000)));
      return streamCount();
    };
    await expect.poll(streamsAfterAnother, { interval: 5 }).toBe('0');
    reader.destroy();
  });
});
