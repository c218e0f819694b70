import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AnswerEvent, assistant } from '../../../contract/calls/assistant.ts';
import { aDocument, ANYBODY } from '../../../test/factories.ts';
import { withModelledApp } from '../../../test/modelled-app.ts';
import type { Behaviour } from '../../../test/scripted-model.ts';
import { openModel } from '../../model/open.ts';
import type { Answerer, End } from '../answerer.ts';
import { withModel } from './stream.ts';

const { at, begin } = withModelledApp();
let { model, ann, host, guide } = {} as Awaited<ReturnType<typeof begin>>;

beforeAll(async () => {
  ({ model, ann, host, guide } = await begin());
});
beforeEach(() => {
  model.behave('answer');
  model.requests.length = 0;
});

const FAILED = 'The language model did not answer; this is from your records.';
const BROKEN_OFF = 'The reply breaks off here: the model stopped answering.';
const QUESTION = 'How do I restart dns?';
const ask = (query = QUESTION) => ann.call(assistant.ask, { body: { query } });

describe('AI-11 a reply of a model', () => {
  test('AI-11 shows general knowledge unchanged and without a source', async () => {
    const command = 'Use this:\n\n```powershell\nGet-Service | Where-Object Status -eq Stopped\n```\n';
    model.say(command);
    const reply = await ask('How do I list stopped services?');
    expect(reply).toMatchObject({ response: command, outcome: 'model', understood: null, sources: [] });
    const { rows } = await at.current.database.pool.query<{ context: object }>(
      'select context from ai_interactions where id = $1',
      [reply.interactionId],
    );
    expect(rows[0]?.context).toMatchObject({ outcome: 'model' });
  });

  test('AI-11 AI-13 offers the model four tools only, and never sends it secrets', async () => {
    const query = { from: 'servers', where: [], ask: { kind: 'list', fields: [] } };
    model.say(
      { tool: 'query_inventory', input: query },
      { tool: 'search', input: { words: 'restart dns', kinds: ['document'] } },
      { tool: 'read_document', input: { id: guide, heading: 'Restart DNS' } },
      { tool: 'server_history', input: { id: host } },
      `See [Restart DNS](/knowledge-base?doc=${guide}):\n> then check nslookup\n`,
    );
    const { sources } = await ask('How do I restart dns? My token: abcdef123456');
    const names = model.requests[0]?.tools?.map(({ function: { name } }) => name).toSorted();
    expect(names).toEqual(['query_inventory', 'read_document', 'search', 'server_history']);
    const results = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results.map((result) => JSON.stringify(result))).toEqual([
      expect.stringContaining('total'),
      expect.stringContaining(guide),
      expect.stringContaining('nslookup'),
      expect.stringContaining('mel-dc-02'),
    ]);
    expect(JSON.stringify(model.requests)).not.toMatch(/Hunter2|abcdef123456/);
    expect(sources).toEqual([
      {
        kind: 'document',
        title: 'Restart DNS',
        url: `/knowledge-base?doc=${guide}`,
        quote: 'then check nslookup',
        verified: true,
      },
    ]);
  });

  test('AI-13 threat 88 masks secrets in the conversation before the question', async () => {
    model.say('Hello.');
    const conversationHistory = [{ type: 'user' as const, content: 'My password: Hunter3!y' }];
    await ann.call(assistant.ask, { body: { query: QUESTION, conversationHistory } });
    expect(JSON.stringify(model.requests)).toContain('My password: [secret 1]');
    expect(JSON.stringify(model.requests)).not.toContain('Hunter3');
  });

  test('AI-13 threat 88 masks secrets before the text gets the escapes of JSON, also in snippets', async () => {
    const pad = 'Ask the porter for the way. '.repeat(20);
    const table = '| Setting | Value |\n| --- | --- |\n| password | swordfish |';
    const content = `# Lamp room\n\n${table}\n\n\`\`\`\npass="a\\"b9!"\n\`\`\`\n\n${pad}`;
    const id = await aDocument(at.current.database.db, ann.user, { title: 'Lamp room', content });
    model.say(
      { tool: 'search', input: { words: 'swordfish', kinds: ['document'] } },
      { tool: 'read_document', input: { id } },
      'Done.',
    );
    await ask('Where is the lamp room?');
    const sent = JSON.stringify(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool'));
    expect(sent).toContain('Lamp room');
    expect(sent).toContain('Setting Value password [secret 1]');
    expect(sent).toContain('| password | [secret 1] |');
    expect(sent).not.toMatch(/swordfish|b9!/);
  });

  test('AI-13 threat 86 a tool returns 20,000 characters of a document at most', async () => {
    const content = `# Long\n\n${'word '.repeat(10_000)}`;
    const id = await aDocument(at.current.database.db, ann.user, { title: 'Long', content });
    model.say({ tool: 'read_document', input: { id } }, 'Hello.');
    await ask();
    const [result] = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(JSON.stringify(result).match(/word/g)).toHaveLength(3_998);
  });

  test('AI-11 does not send the reply of the built-in engine to the model', async () => {
    model.say('Hello.');
    await ask();
    expect(JSON.stringify(model.requests)).not.toMatch(/nslookup|Closest passages/);
  });

  test('AI-11 does not show the reasoning of a model', async () => {
    model.say('<think>Are there 999 servers?\n\nNo.</think>The address is on record.');
    expect((await ask()).response).toBe('The address is on record.');
  });

  test('AI-11 a reply of ten megabytes ends after 20,000 characters', async () => {
    model.behave('huge');
    const { response, outcome } = await ask();
    expect(response.length).toBeLessThan(20_100);
    expect(response).toMatch(/x{1000}\n\nThe reply breaks off here: it is too long\.$/);
    expect(outcome).toBe('model');
    await expect.poll(() => model.open()).toBe(0);
  });
});

describe('AI-11 the built-in engine replies and gives the reason if the model fails before its first word', () => {
  test.each([
    'garbage',
    'empty',
    'rate-limited',
    'broken',
    'tool-loop',
    'unknown-tool',
  ] satisfies Behaviour[])('AI-11 %s', async (behaviour) => {
    model.behave(behaviour);
    const { response, outcome } = await ask();
    expect(response.startsWith(`${FAILED}\n\n`)).toBe(true);
    expect(response).toContain('nslookup');
    expect(outcome).toBe('model_failed');
    await expect.poll(() => model.open()).toBe(0);
    const log = at.current.logLines.join();
    expect(log).toContain('The model did not answer (');
    expect(log).not.toContain('sk-scripted');
  });

  test.each(['  \n \n', '\u00a0', '\u200b', '\u2060 \ufeff', '...'])(
    'AI-11 the message for %j',
    async (blank) => {
      model.say(blank);
      expect(await ask()).toMatchObject({
        response: expect.stringContaining('nslookup'),
        outcome: 'model_failed',
      });
    },
  );

  test('AI-11 threat 86 does not call the model once its daily budget is spent', async () => {
    const { pool } = at.current.database;
    await pool.query(`update rate_limits set count = 1000000 where resets_at > now() + interval '2 hours'`);
    const { response, outcome } = await ask();
    await pool.query('delete from rate_limits');
    expect(response).toMatch(/^Your questions to the language model are used up for today/);
    expect(response).toContain('nslookup');
    expect(outcome).toBe('passages');
    expect(model.requests).toHaveLength(0);
  });

  test('AI-10 a changed chip runs a query without the model', async () => {
    const inventoryQuery = { from: 'servers' as const, where: [], ask: { kind: 'count' as const } };
    await ann.call(assistant.ask, { body: { query: 'How many servers?', inventoryQuery } });
    expect(model.requests).toHaveLength(0);
  });
});

describe('AI-11 timeouts', () => {
  const fallback: Answerer = async function* () {
    yield { chunk: 'Built-in.' };
    yield { end: { outcome: 'nothing', understood: null, suggestedActions: [], sources: [] } };
  };
  const read = async (limits: { longestMs?: number; silenceMs?: number; firstWordMs?: number }) => {
    const reasons: string[] = [];
    const onFailure = (reason: string) => reasons.push(reason);
    const opened = (await openModel(at.current.config)) ?? expect.fail('no model');
    const answerer = withModel(opened, fallback, { onFailure, scale: 1, ...limits });
    const { db } = at.current.database;
    const signal = AbortSignal.timeout(60_000);
    const inquiry = {
      query: QUESTION,
      conversationHistory: [],
      db,
      userId: ann.user.id,
      ...ANYBODY,
      now: new Date(),
      signal,
    };
    let text = '';
    let end: End | undefined;
    for await (const piece of answerer(inquiry)) {
      if ('chunk' in piece) text += piece.chunk;
      else ({ end } = piece);
    }
    return { text, reasons, outcome: end?.outcome };
  };

  test.each([{ longestMs: 300 }, { silenceMs: 300 }, { firstWordMs: 300 }])(
    'AI-11 gives up a model that sends nothing: %j',
    async (limits) => {
      model.behave('hang');
      expect(await read(limits)).toEqual({
        text: `${FAILED}\n\nBuilt-in.`,
        reasons: ['TimeoutError'],
        outcome: 'model_failed',
      });
      await expect.poll(() => model.open()).toBe(0);
    },
  );

  test.each([
    'The address is on record and has been for years and years and years.',
    'The address:\n```\n10.4.0.7\n10.4.0.7\n10.4.0.7\n10.4.0.7\n10.4.0.7\n10.4.0.7\n```\n',
  ])('AI-11 keeps the words of a model that stops midway, and reports the end: %j', async (said) => {
    model.behave('stall');
    model.say(said);
    const { text, reasons, outcome } = await read({ silenceMs: 1_500 });
    const [shown = '', after] = text.split(BROKEN_OFF);
    expect(shown).toMatch(/^The address/);
    expect(shown.match(/```/g)?.length ?? 0).toBe(said.includes('`') ? 2 : 0);
    expect({ after, reasons, outcome }).toEqual({
      after: '',
      reasons: ['TimeoutError'],
      outcome: 'model_failed',
    });
    await expect.poll(() => model.open()).toBe(0);
  });

  test.each(['slow', 'drip'] satisfies Behaviour[])(
    'AI-11 waits for a slow model (%s)',
    async (behaviour) => {
      model.behave(behaviour);
      model.say('The address is on record.');
      expect(await ask()).toMatchObject({ response: 'The address is on record.', outcome: 'model' });
    },
  );
});

describe('AI-05 AI-08 AI-11 the stream', () => {
  let origin = '';
  beforeAll(async () => {
    origin = await at.current.app.listen({ port: 0, host: '127.0.0.1' });
  });
  const stream = (signal?: AbortSignal) =>
    fetch(origin + assistant.askStream.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ann.cookie },
      body: JSON.stringify({ query: QUESTION }),
      ...(signal && { signal }),
    });

  test('AI-11 each word arrives while the model still writes, the first within 150 ms of its own', async () => {
    model.behave('words');
    const words = ['One ', 'two ', 'three ', 'four ', 'five ', 'six'];
    model.say(words.join(''));
    const times: number[] = [];
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of (await stream()).body ?? []) {
      times.push(performance.now());
      text += decoder.decode(piece as Uint8Array);
    }
    const events = text
      .trim()
      .split('\n\n')
      .map((line) => AnswerEvent.parse(JSON.parse(line.slice('data: '.length))));
    expect(events.slice(0, -1)).toEqual(words.map((chunk) => ({ chunk })));
    expect((times[0] ?? Infinity) - model.firstWordAt()).toBeLessThan(150);
    // Six words at intervals of 100 ms must not arrive at once.
    expect((times[5] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(350);
  });

  test('AI-05 a reader who leaves ends the request to the model within a second', async () => {
    model.behave('drip');
    model.say('The address is on record. '.repeat(1_000));
    const before = model.aborted();
    const leaving = new AbortController();
    await (await stream(leaving.signal)).body?.getReader().read();
    expect(model.open()).toBe(1);
    leaving.abort();
    await expect.poll(() => model.aborted(), { timeout: 1_000 }).toBe(before + 1);
    expect(model.open()).toBe(0);
  });

  test('AI-11 keeps the words of a connection that breaks midway, and reports the end', async () => {
    model.behave('cut');
    model.say('The address is on record and has been for years and years and years.');
    const text = await (await stream()).text();
    expect(text).toMatch(/"chunk":"The address/);
    expect(text).toContain(BROKEN_OFF);
    expect(text).toContain('"outcome":"model_failed"');
    expect(text).not.toContain('"error":');
  });
});
