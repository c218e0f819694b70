// The assistant with models of every provider, each with its own protocol.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assistant } from '../../../contract/calls/assistant.ts';
import { chatCompletions, messages, responses } from '../../../test/model-protocols.ts';
import { withModelledApp } from '../../../test/modelled-app.ts';

describe.each([chatCompletions, messages, responses])('AI-11 a model of $provider', (protocol) => {
  const { at, begin } = withModelledApp(protocol);
  let { model, ann, host, guide } = {} as Awaited<ReturnType<typeof begin>>;
  beforeAll(async () => {
    ({ model, ann, host, guide } = await begin());
  });
  beforeEach(() => {
    model.behave('answer');
    model.requests.length = 0;
  });
  const ask = async () => ann.call(assistant.ask, { body: { query: 'How do I restart dns?' } });

  test('AI-11 it uses the offered tools, and its links are verified', async () => {
    const contents =
      `It is [mel-dc-02](/infrastructure?server=${host}), see [Restart ` +
      `DNS](/knowledge-base?doc=${guide}) and [this](/team?member=1).`;
    const where = [[{ kind: 'is', field: 'environment', values: ['production'] }]];
    model.say(
      { tool: 'query_inventory', input: { from: 'servers', where, ask: { kind: 'list', fields: [] } } },
      { tool: 'read_document', input: { id: guide } },
      contents,
    );
    const { response, sources, outcome } = await ask();
    expect({ response, outcome }).toEqual({ response: contents, outcome: 'model' });
    expect(sources.map(({ url, verified }) => [url, verified])).toEqual([
      [`/infrastructure/${host}`, true],
      [`/knowledge-base?doc=${guide}`, true],
      ['', false],
    ]);
    expect(model.requests).toHaveLength(3);
    const results = JSON.stringify(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool'));
    expect(results).toMatch(/total.*check nslookup/);
  });

  test('AI-11 its words arrive while it still writes, and a reader who leaves ends the call', async () => {
    model.behave('drip');
    model.say('The address is on record. '.repeat(500));
    const origin = await at.current.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const answer = await fetch(origin + assistant.askStream.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ann.cookie },
      body: JSON.stringify({ query: 'How do I restart dns?' }),
      signal: leaving.signal,
    });
    const first = await answer.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain('"chunk"');
    expect(model.open()).toBe(1);
    leaving.abort();
    await expect.poll(() => model.aborted(), { timeout: 1_000 }).toBe(1);
  });

  test.each(['rate-limited', 'broken', 'garbage', 'empty', 'tool-loop'] as const)(
    'AI-11 the built-in engine replies when the model does this: %s',
    async (behaviour) => {
      model.behave(behaviour);
      expect(await ask()).toMatchObject({
        response: expect.stringContaining('nslookup'),
        outcome: 'model_failed',
      });
      await expect.poll(() => model.open()).toBe(0);
      expect(at.current.logLines.join()).not.toContain('sk-scripted');
    },
  );
});
