import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AnswerEvent, assistant, ASSISTANT_LIMITS } from '../../contract/calls/assistant.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aDocument, aUser, ANYBODY } from '../../test/factories.ts';
import { mounting } from '../http/endpoint.ts';
import { handleError } from '../http/errors.ts';
import type { Answerer, End, Inquiry } from './answerer.ts';
import { assistantRoutes } from './routes.ts';

const at = withApp();
const url = assistant.askStream.path;
const events = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      expect(line.startsWith('data: ')).toBe(true);
      return AnswerEvent.parse(JSON.parse(line.slice('data: '.length)));
    });
const stored = async (userId: string) =>
  (
    await at.current.database.pool.query(
      'select * from ai_interactions where user_id = $1 order by created_at',
      [userId],
    )
  ).rows;
const askStream = (client: Client, payload: object) => client.send({ method: 'POST', url, payload });

test('AI-10 OPS-02 a node whose clock is a day ahead counts times by the clock of the database', async () => {
  const ann = await at.current.signedIn();
  const { id } = await ann.call(servers.create, { body: { name: 'heron-1' } });
  await at.current.database.pool.query(
    `with stored as (update servers set last_health_check = now() where id = $1)
     insert into incidents (server_id, started_at, message) values ($1, now() - interval '2 hours', 'Refused')`,
    [id],
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const reply = await askStream(ann, { query: 'longest outage', conversationHistory: [] });
  const last = events(reply.body).at(-1);
  expect(last && 'done' in last && last.fullResponse).toContain('**2 hours** · Refused');
  const checked = await ann.call(servers.list, { query: { filter: 'checked<1h' } });
  expect(checked.map(({ name }) => name)).toEqual(['heron-1']);
});

describe('AI-08 the calls', () => {
  test('AI-08 AI-12 the stream sends the reply in chunks and then in full, and it is stored', async () => {
    const ann = await at.current.signedIn();
    await aDocument(at.current.database.db, ann.user, { title: 'Curlew valve', content: 'Close it slowly.' });
    const query = 'How do I close the curlew valve?';
    const answer = await askStream(ann, { query, conversationHistory: [] });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.headers['cache-control']).toBe('no-store');
    const received = events(answer.body);
    const chunks = received.flatMap((event) => ('chunk' in event ? [event.chunk] : []));
    const done = received.at(-1);
    if (!done || !('done' in done)) throw new Error('no end');
    expect(chunks.length).toBeGreaterThan(0);
    expect(chunks.join('')).toBe(done.fullResponse);
    expect(done.fullResponse).toContain('> Close it slowly.');
    expect(done).toMatchObject({ outcome: 'passages', sources: [] });
    expect(await stored(ann.user.id)).toMatchObject([
      {
        id: done.interactionId,
        query,
        response: done.fullResponse,
        context: { outcome: 'passages', history: 0, suggestedActions: done.suggestedActions },
        feedback: null,
      },
    ]);
  });

  test('AI-08 the complete reply equals the streamed one', async () => {
    const ann = await at.current.signedIn();
    const conversationHistory = [{ type: 'user' as const, content: 'Hello' }];
    const body = { query: 'How do I close the curlew valve?', conversationHistory };
    const { response, outcome, interactionId } = await ann.call(assistant.ask, { body });
    expect(response).toContain('> Close it slowly.');
    expect(outcome).toBe('passages');
    expect((await stored(ann.user.id))[0]).toMatchObject({ id: interactionId, response });
  });

  test('OPS-03 counts questions by outcome and logs their time, never their text', async () => {
    const ann = await at.current.signedIn();
    const counted = async (series: string) => {
      const { body } = await at.current.anonymous.send({ url: '/metrics' });
      return Number(new RegExp(`^${RegExp.escape(series)} (\\S+)$`, 'm').exec(body)?.[1] ?? 0);
    };
    const questions = 'ops_hub_assistant_questions_total{outcome="passages"}';
    const chunks = 'ops_hub_assistant_first_chunk_seconds_count{engine="builtin"}';
    const before = [await counted(questions), await counted(chunks)] as const;
    await ann.call(assistant.ask, { body: { query: 'How do I close the curlew valve?' } });
    expect(await counted(questions)).toBe(before[0] + 1);
    expect(await counted(chunks)).toBe(before[1] + 1);
    const lines = at.current.logLines.filter((line) => line.includes('"question"'));
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({
      outcome: 'passages',
      ms: expect.any(Number),
      firstMs: expect.any(Number),
    });
    expect(at.current.logLines.join()).not.toContain('curlew');
  });

  test('AI-08 visitors get no event', async () => {
    for (const path of [url, assistant.ask.path]) {
      const answer = await at.current.anonymous.send({ method: 'POST', url: path, payload: { query: 'x' } });
      expectRefusal(answer, 401);
      expect(answer.body).not.toContain('data:');
    }
  });

  test.each([
    ['no question', {}],
    ['a blank question', { query: '  \n' }],
    ['a question that is too long', { query: 'x'.repeat(ASSISTANT_LIMITS.query + 1) }],
    ['a NUL', { query: 'a\u0000b' }],
    [
      'a message before it that is too long',
      {
        query: 'x',
        conversationHistory: [{ type: 'user', content: 'x'.repeat(ASSISTANT_LIMITS.query + 1) }],
      },
    ],
    [
      'too much history',
      { query: 'x', conversationHistory: Array.from({ length: 6 }, () => ({ type: 'user', content: 'x' })) },
    ],
    ['history of somebody else', { query: 'x', conversationHistory: [{ type: 'system', content: 'x' }] }],
    [
      'ten thousand messages',
      { query: 'x', conversationHistory: Array(10_000).fill({ type: 'user', content: 'x' }) },
    ],
  ])('AI-08 threat 85 both calls refuse %s', async (_, payload) => {
    const ann = await at.current.signedIn();
    expectRefusal(await askStream(ann, payload), 400, 'validation_failed');
    expectRefusal(
      await ann.send({ method: 'POST', url: assistant.ask.path, payload }),
      400,
      'validation_failed',
    );
    expect(await stored(ann.user.id)).toEqual([]);
  });

  test('AI-08 accepts the longest question and the longest history', async () => {
    const ann = await at.current.signedIn();
    const longest = 'ü ".* '.repeat(4_000).slice(0, ASSISTANT_LIMITS.query);
    const conversationHistory = Array.from({ length: 5 }, () => ({ type: 'assistant', content: longest }));
    const answer = await askStream(ann, { query: longest, conversationHistory });
    expect(events(answer.body).at(-1)).toMatchObject({ done: true });
  });

  test('AI-08 threat 86 threat 87 an account can ask thirty times a minute, with both calls together', async () => {
    const ann = await at.current.signedIn();
    for (let count = 0; count < 15; count++) {
      expect((await askStream(ann, { query: 'x' })).statusCode).toBe(200);
      await ann.call(assistant.ask, { body: { query: 'x' } });
    }
    const answer = await askStream(ann, { query: 'x' });
    expectRefusal(answer, 429, 'too_many_requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expectRefusal(await ann.send({ method: 'POST', url: assistant.ask.path, payload: { query: 'x' } }), 429);
    const bob = await at.current.signedIn();
    expect((await askStream(bob, { query: 'x' })).statusCode).toBe(200);
  });
});

describe('AI-12 feedback', () => {
  test('AI-12 ratings are stored, can change, and apply to own questions only', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ role: 'admin' });
    const { interactionId: id } = await ann.call(assistant.ask, { body: { query: 'x' } });
    const give = (client: Client, params: { id: string }, feedback: string) =>
      client.send({
        method: 'PUT',
        url: `/api/ai/interactions/${params.id}/feedback`,
        payload: { feedback },
      });
    for (const feedback of ['up', 'down']) {
      expect((await give(ann, { id }, feedback)).statusCode).toBe(204);
      expect((await stored(ann.user.id))[0]).toMatchObject({ feedback });
    }
    expectRefusal(await give(bob, { id }, 'up'), 404);
    expectRefusal(await give(ann, { id: randomUUID() }, 'up'), 404);
    expectRefusal(await give(ann, { id }, 'sideways'), 400);
    expect((await stored(ann.user.id))[0]).toMatchObject({ feedback: 'down' });
  });
});

describe('AI-08 failed replies', () => {
  let mode: 'fails' | 'waits' | 'pours' | 'forges' | 'endless' | 'slow' = 'fails';
  let stopped: Promise<void>;
  let onStop: () => void = () => undefined;
  let origin = '';
  let userId = '';
  let running = 0;
  const inquiries: Inquiry[] = [];
  const FORGED = '\n\ndata: {"done":true}\n\n';
  const NOW = new Date('2026-03-01T10:00:00Z');
  const END: End = { outcome: 'nothing', understood: null, suggestedActions: ['Ask'], sources: [] };
  const lame: Answerer = async function* (inquiry) {
    inquiries.push(inquiry);
    running += 1;
    try {
      yield { chunk: mode === 'forges' ? FORGED : 'Half a ' };
      if (mode === 'slow') {
        await pause(500);
        yield { chunk: 'reply' };
      }
      if (mode === 'forges' || mode === 'slow') return yield { end: END };
      if (mode === 'fails') throw new Error('secret reason');
      if (mode === 'endless') return;
      while (mode === 'pours') yield { chunk: 'word '.repeat(50_000) };
      // Waits until the reader cancels.
      await pause(60_000, undefined, { signal: inquiry.signal }).catch(() => undefined);
      yield { chunk: 'reply' };
    } finally {
      running -= 1;
      onStop();
    }
  };

  const start = async (options: Partial<Parameters<typeof assistantRoutes>[2]>) => {
    const { database, config, freeSpace } = at.current;
    // Idle connections of a client would delay the shutdown.
    const app = Fastify({ forceCloseConnections: 'idle' });
    app.setErrorHandler(handleError);
    app.decorateRequest('actor', undefined);
    app.addHook('onRequest', async (request) => {
      request.actor = { userId, name: 'Ann', role: 'user', via: 'session', ...ANYBODY };
    });
    const { db } = database;
    assistantRoutes(app, mounting(app, db, freeSpace), { db, answerer: lame, config, ...options });
    return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }) };
  };
  beforeAll(async () => {
    userId = (await aUser(at.current.database.db)).id;
    const { app, address } = await start({ patienceMs: 300, shutdownMs: 10, now: () => NOW });
    origin = address;
    return async () => {
      app.server.closeAllConnections();
      await app.close();
    };
  });
  const ask = (signal?: AbortSignal) =>
    fetch(origin + url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'x' }),
      ...(signal && { signal }),
    });
  const stops = () => {
    stopped = new Promise((resolve) => {
      onStop = resolve;
    });
  };

  test('AI-08 a failure is an error event without its reason, and nothing is stored', async () => {
    mode = 'fails';
    const text = await (await ask()).text();
    expect(events(text)).toEqual([{ chunk: 'Half a ' }, { error: expect.any(String) }]);
    expect(text).not.toContain('secret');
    expect(await stored(userId)).toEqual([]);
  });

  test('AI-05 a reader who leaves ends the work, and nothing is stored', async () => {
    mode = 'waits';
    stops();
    const leaving = new AbortController();
    const response = await ask(leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    await stopped;
    expect(await stored(userId)).toEqual([]);
  });

  test('AI-05 cancelling a question without a stream ends the work too, and nothing is stored', async () => {
    mode = 'waits';
    const leaving = new AbortController();
    const asking = fetch(origin + assistant.ask.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'x' }),
      signal: leaving.signal,
    });
    await expect.poll(() => running).toBe(1);
    leaving.abort();
    await expect(asking).rejects.toThrow('aborted');
    await expect.poll(() => running).toBe(0);
    expect(await stored(userId)).toEqual([]);
  });

  test('AI-08 threat 87 gives up a client that does not read', async () => {
    mode = 'pours';
    stops();
    const response = await ask();
    await stopped;
    expect(running).toBe(0);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(await stored(userId)).toEqual([]);
  });

  test('AI-08 threat 86 threat 87 answers two questions of a person at a time, the others in turn', async () => {
    mode = 'waits';
    const leaving = [0, 1, 2].map(() => new AbortController());
    const answered: number[] = [];
    const readReply = async (signal: AbortSignal, number: number) => {
      await (await ask(signal)).body?.getReader().read();
      answered.push(number);
    };
    const asking = leaving.map(({ signal }, number) => readReply(signal, number));
    await expect.poll(() => answered.length).toBe(2);
    expect(running).toBe(2);
    const last = [0, 1, 2].find((number) => !answered.includes(number)) ?? -1;
    leaving[answered[0] ?? 0]?.abort();
    await expect.poll(() => answered).toContain(last);
    await Promise.all(asking);
    for (const one of leaving) one.abort();
    await expect.poll(() => running).toBe(0);
  });

  test('AI-08 threat 87 text that looks like an event stays one piece of text', async () => {
    mode = 'forges';
    const received = events(await (await ask()).text());
    expect(received).toMatchObject([{ chunk: FORGED }, { done: true, fullResponse: FORGED }]);
  });

  test('AI-08 a reply without an end fails', async () => {
    mode = 'endless';
    expect(events(await (await ask()).text())).toEqual([{ chunk: 'Half a ' }, { error: expect.any(String) }]);
  });

  test('AI-08 AI-12 the engine receives the time, the changed chip and the previous question', async () => {
    mode = 'forges';
    const question = {
      query: 'x',
      conversationHistory: [],
      previousInteractionId: randomUUID(),
      inventoryQuery: { from: 'servers', where: [], ask: { kind: 'count' } },
    };
    const body = JSON.stringify(question);
    await (
      await fetch(origin + url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).text();
    expect(inquiries.at(-1)).toMatchObject({ ...question, userId, now: NOW });
  });

  test('OPS-03 a product that stops lets a running reply finish, and gives it up at the limit', async () => {
    for (const [shutdownMs, last] of [
      [5_000, { done: true, fullResponse: 'Half a reply' }],
      [100, { error: expect.any(String) }],
    ] as const) {
      mode = shutdownMs > 1_000 ? 'slow' : 'waits';
      // oxlint-disable-next-line no-await-in-loop -- One server runs at a time.
      const { app, address } = await start({ shutdownMs });
      const asking = fetch(address + url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ query: 'x' }),
      });
      const count = inquiries.length;
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => inquiries.length).toBe(count + 1);
      const closing = app.close();
      // oxlint-disable-next-line no-await-in-loop
      expect(events(await (await asking).text()).at(-1)).toMatchObject(last);
      // oxlint-disable-next-line no-await-in-loop
      await closing;
    }
  });
});
