import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { aDocument, documentsOf } from '../../test/factories.ts';
import type { TestUser } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client & { user: TestUser };

const PAGES: [title: string, content: string][] = [
  ['keytool', 'Asks for a password, and again where the policy of the store says so.'],
  ['planner', 'Draws the attention to a subset, and lists the administrators of a store.'],
  ['Burn of the budget', '## Meaning\n\nAnything may break.\n\n## Window\n\nIt is looked at for a week.'],
  ['Password policy', 'Twelve letters at least.'],
  ['bonsai', 'Sets the life of a tree.'],
  ...['Pods', 'Nodes', 'Disks', 'Queues', 'Clocks', 'Quorum'].map((name): [string, string] => [
    name,
    '## Meaning\n\nToo many.',
  ]),
  ['Payment run', 'It begins on the third working day of the month.'],
  ['Ledger frozen, 2026-08-14', 'The ledger froze, since a lock was held by a report.'],
  ['Restart the mail relay', '## Steps\n\n1. Stop the queue of the mail relay.'],
];
const linkOf = (title: string) => `[${title}](/knowledge-base?doc=`;
const ask = async (query: string): Promise<string> =>
  (await ann.call(assistant.ask, { body: { query } })).response;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await documentsOf(at.current.database.db, ann.user, PAGES);
  await ann.call(servers.create, {
    body: { name: 'elm-mail-01', environment: 'staging', primaryFunction: 'mail relay' },
  });
}, 60_000);

describe('AI-09 a page that only has words of the question does not answer it', () => {
  test.each(['what is the meaning of life', 'what needs my attention', 'did anything break last week?', 'show me the worst administrators of our fleet'])(
    'AI-09 %s: nothing is quoted',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toMatch(/I found nothing|There is no /);
      expect(answer).not.toContain('From the documents');
      expect(answer).not.toContain('This holds the words');
    },
  ); // prettier-ignore

  test('AI-09 what is so with us is told by the page that is called so, and by no other', async () => {
    const answer = await ask('what is our password policy?');
    expect(answer).toContain(linkOf('Password policy'));
    expect(answer).not.toContain(linkOf('keytool'));
    expect(await ask('how do I restart our mail relay?')).toContain('> 1. Stop the queue');
  });

  test('AI-09 "howto" in one word asks how', async () => {
    expect(await ask('howto restart the mail relay')).toContain('> 1. Stop the queue');
    const both = await ask('which mail relays are offline and howto restart them?');
    expect(both).toMatch(/^There is no server .*\n\nFrom the documents:/);
  });

  test.each([
    ['when does the payment run start?', '> It begins on the third'],
    ['when does the payment run begin next?', '> It begins on the third'],
    ['why did the ledger freeze in August?', '> The ledger froze'],
  ])('AI-09 a day has its month, and what starts begins: %s', async (query, told) => {
    expect(await ask(query)).toContain(told);
  });

  test('AI-09 of another month nothing is told', async () => {
    expect(await ask('why did the ledger freeze in March?')).toContain('I found nothing');
  });

  test.each(['hello', 'Hi there!', 'thanks a lot!', 'What can you do?', 'help'])(
    'AI-09 %s: whoever asks nothing hears what can be asked',
    async (query) => expect(await ask(query)).toMatch(/^I can answer questions about servers/),
  );

  test('AI-09 what is to be left out is not what is found by its name', async () => {
    expect(await ask('all but the elm-mail ones in staging')).not.toContain('This holds the words');
  });
});

describe('AI-09 what is written for a server is for what it does', () => {
  const told = async (query: string) => {
    const answer = await ask(query);
    return [...answer.matchAll(/\[([^\]]+)\]\(\/knowledge-base/g)].map(([, title]) => title);
  };
  beforeAll(async () => {
    await ann.call(servers.create, { body: { name: 'oak-fs-01', primaryFunction: 'file server' } });
    await ann.call(servers.create, { body: { name: 'oak-fs-02', primaryFunction: 'file server', status: 'offline' } });
    for (const title of ['Restart the file server', 'Build of oak-fs-01', 'Offline burn'])
      // oxlint-disable-next-line no-await-in-loop -- A few pages.
      await aDocument(at.current.database.db, ann.user, { title, content: `${title}: what is offline, one by one.` });
  }, 60_000); // prettier-ignore

  test.each([
    'oak-fs-02 is offline, how do I restart it?',
    'oak-fs-02 is down what do I do',
    'how do I restart oak-fs-02?',
  ])('AI-09 %s: by what it does, and its state is no word to look for', async (query) => {
    expect(new Set(await told(query))).toEqual(new Set(['Restart the file server']));
  });

  test('AI-09 a page that is called by another server is none of this one', async () => {
    expect(await ask('where is the build document of oak-fs-02?')).toContain('No document answers this for oak-fs-02');
    expect(await told('where is the build document of oak-fs-01?')).toContain('Build of oak-fs-01');
  }); // prettier-ignore
});
