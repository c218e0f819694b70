// The assistant with models of every maker, each by its own protocol over a socket.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { messages, responses } from '../../test/model-protocols.ts';
import { withModelledApp } from '../../test/modelled-app.ts';

describe.each([messages, responses])('AI-11 a model of $provider', (protocol) => {
  const { at, begin } = withModelledApp(protocol);
  let { model, ann, host, guide } = {} as Awaited<ReturnType<typeof begin>>;
  beforeAll(async () => {
    ({ model, ann, host, guide } = await begin());
  });
  beforeEach(() => {
    model.behave('answer');
    model.requests.length = 0;
  });
  const ask = async () =>
    (await ann.call(assistant.ask, { body: { query: 'what is the ip of mel-dc-02' } })).response;

  test('AI-11 it looks up with the tools it is given and answers with links to what it was given', async () => {
    model.say(
      { tool: 'look_up', input: { question: 'servers in production' } },
      { tool: 'read_document', input: { id: guide } },
      `It is [mel-dc-02](/infrastructure?server=${host}), see [Restart DNS](/knowledge-base?doc=${guide}) and [this](/team?member=1).`,
    );
    expect(await ask()).toBe(
      `It is [mel-dc-02](/infrastructure?server=${host}), see [Restart DNS](/knowledge-base?doc=${guide}) and this.`,
    );
    expect(model.requests).toHaveLength(3);
    const names = model.requests[0]?.tools?.map(({ function: { name } }) => name).toSorted();
    expect(names).toEqual(['look_up', 'read_document', 'search']);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('check nslookup');
  });

  test('AI-11 its words come while it still speaks, and a reader who leaves ends the call', async () => {
    model.behave('drip');
    model.say('The address is on record. '.repeat(500));
    const origin = await at.current.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const answer = await fetch(origin + assistant.askStream.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ann.cookie },
      body: JSON.stringify({ query: 'ip of mel-dc-02' }),
      signal: leaving.signal,
    });
    const first = await answer.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain('"chunk"');
    expect(model.open()).toBe(1);
    leaving.abort();
    await expect.poll(() => model.aborted()).toBe(1);
  });

  test.each(['rate-limited', 'broken', 'garbage', 'empty', 'tool-loop'] as const)(
    'AI-11 where it does this, the product answers itself: %s',
    async (behaviour) => {
      model.behave(behaviour);
      expect(await ask()).toContain('10.4.0.7');
      await expect.poll(() => model.open()).toBe(0);
      expect(at.current.logLines.join()).not.toContain('sk-scripted');
    },
  );
});
