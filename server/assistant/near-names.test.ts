// Names of servers that are written nearly right, held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const name of ['dub-pos-01', 'dub-pos-02', 'dub-web-01', 'leeds-web-01', 'fig-1', 'fig-01', 'quay-007'])
    await ann.call(servers.create, {
      body: { name, hostname: `${name}.corp.example`, environment: 'production', teamOwner: `Team of ${name}` },
    });
  await aDocument(at.current.database.db, signedIn.user, { title: 'Renew log4j-2', content: 'Renew log4j-2 in every application.' });
}, 120_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const idsOf = (...names: string[]) =>
  idsWhere(at.current.database.pool, `name in (${names.map((name) => `'${name}'`).join()})`);

describe('AI-09 names of servers that are written nearly right', () => {
  test.each([
    ['who owns dub-pos-1?', 'dub-pos-1', 'dub-pos-01'],
    ['who owns DUBPOS01', 'dubpos01', 'dub-pos-01'],
    ['who owns dub_web_001?', 'dub_web_001', 'dub-web-01'],
    ['who owns quay7', 'quay7', 'quay-007'],
    ['who owns leeds-web-1.corp.example', 'leeds-web-1.corp.example', 'leeds-web-01'],
  ])(
    'AI-09 %s: taken where hyphens and leading zeros alone are different, and said',
    async (query, written, meant) => {
      const answer = await ask(query);
      expect(answer).toContain(`I read “${written}” as “${meant}”.`);
      expect(answer).toContain(`team owner is **Team of ${meant}**`);
      expect(linked(answer)).toEqual(await idsOf(meant));
    },
  );

  test('AI-09 a question that goes on is about that server', async () => {
    expect(await ask('tell me about dub-pos-2', 'who owns it?')).toContain('**Team of dub-pos-02**');
  });

  test.each([
    ['who owns web-1?', ['dub-web-01', 'leeds-web-01']],
    ['who owns dub-wbe-01?', ['dub-web-01']],
    ['what is the ip of dub-psо-01', ['dub-pos-01']],
    ['is fig-001 up?', ['fig-1', 'fig-01']],
    ['dub-pos-09', ['dub-pos-01', 'dub-pos-02']],
    ['when was wbe-01 last down?', ['dub-web-01', 'leeds-web-01']],
  ])('AI-09 %s: the nearest are offered and none is taken', async (query, names) => {
    const answer = await ask(query);
    expect(answer).toContain('There is no server called');
    expect(answer).toMatch(/Did you mean .*\?/);
    expect(linked(answer)).toEqual(await idsOf(...names));
    expect(answer).not.toContain('Team of');
  });

  test('AI-09 what is near to no name is said to be nothing, and what is no server is none', async () => {
    expect(await ask('who owns zebra-77?')).toContain('I found nothing');
    expect(await ask('how do I renew log4j-2?')).toContain('[Renew log4j-2]');
    expect(await ask('who owns fig-1?')).toContain('**Team of fig-1**');
  });

  test('AI-09 of two questions at once the other one is answered', async () => {
    const answer = await ask('How many servers are in production and who owns wbe-01?');
    expect(answer).toContain('**7** servers');
    expect(answer).toContain('Did you mean');
  });
});
