// Two things that are asked of the same servers: each of them is told with both, or the second is said not to be read.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (const [index, name] of ['print-1', 'print-2', 'print-3', 'relay-1', 'relay-2'].entries())
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are numbered.
    await ann.call(servers.create, {
      body: {
        name,
        status: index % 2 === 0 ? 'offline' : 'online',
        environment: 'production',
        serverLocation: `Hall ${index}`,
        teamOwner: `Crew ${index}`,
        operatingSystem: index < 2 ? 'Windows Server 2016' : 'Debian 12',
        primaryFunction: name.startsWith('print') ? 'Print Server' : 'Mail Relay',
      },
    });
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const lines = (answer: string) => answer.split('\n').filter((line) => line.startsWith('- '));

describe('AI-10 two things asked of the same servers', () => {
  test.each([
    [
      ['where are the windows 2016 servers and who owns them'],
      "operating_system like 'Windows%'",
      ['Hall', 'Crew'],
    ],
    [['who owns the print servers, and where are they located?'], "name like 'print%'", ['Hall', 'Crew']],
    [
      ['do we still have windows server 2016 somewhere, and where'],
      "operating_system like 'Windows%'",
      ['Hall'],
    ],
    [
      ['which print servers are offline, and where are they and who owns them'],
      "name like 'print%' and status = 'offline'",
      ['Hall', 'Crew'],
    ],
    [
      ['list the print servers, their os and who is responsible'],
      "name like 'print%'",
      ['operating system', 'Crew'],
    ],
    [
      ['Which print servers are offline and where are they?'],
      "name like 'print%' and status = 'offline'",
      ['Hall'],
    ],
    [['What is offline and who owns it?'], "status = 'offline'", ['Crew']],
    [['Which servers are offline, and what are they for?'], "status = 'offline'", ['function']],
    [['What is down? Whose are they?'], "status = 'offline'", ['Crew']],
    [['What is down? Where?'], "status = 'offline'", ['Hall']],
    [['What is down and where is it?'], "status = 'offline'", ['Hall']],
    [['Anything offline, and where does it stand?'], "status = 'offline'", ['Hall']],
    [['List what is offline and where it is.'], "status = 'offline'", ['Hall']],
    [
      ['Which servers are offline, where are they and who owns them?'],
      "status = 'offline'",
      ['Hall', 'Crew'],
    ],
    [['list the mail relays', 'where are they and who owns them?'], "name like 'relay%'", ['Hall', 'Crew']],
    [['which print servers do we have, where do they stand?'], "name like 'print%'", ['Hall']],
    [
      ['how many mail relays are there?', 'where are they and who owns them?'],
      "name like 'relay%'",
      ['Hall', 'Crew'],
    ],
    [
      ['are the mail relays up?', 'what are their locations and owners?'],
      "name like 'relay%'",
      ['Hall', 'Crew'],
    ],
    [['how many mail relays are there?', 'their owners?'], "name like 'relay%'", ['Crew']],
  ])('AI-10 %s', async (questions, where, told) => {
    const answer = await ask(...questions);
    expect(linked(answer)).toEqual(await idsWhere(at.current.database.pool, where));
    for (const line of lines(answer)) for (const text of told) expect(line).toContain(text);
  });

  test.each(['which hosts are those?', 'who owns it?', 'and where is it?'])(
    'AI-10 %s: with nothing before it is said to be about nothing',
    async (query) => {
      expect(await ask(query)).toMatch(/^I found nothing: /);
    },
  );

  test.each([
    'who runs the print servers',
    'who takes care of the print servers',
    'who operates the print servers?',
  ])('AI-10 %s: whose they are', async (query) => {
    const answer = await ask(query);
    for (const crew of ['Crew 0', 'Crew 1', 'Crew 2']) expect(answer).toContain(`${crew}: **1**`);
  });

  test('AI-10 a place that is asked for alone is still counted by', async () => {
    expect(await ask('where are the print servers?')).toContain('by location');
  });

  test.each([
    'There is water in Hall 1. Which servers stand there?',
    'Which of our servers in Hall 1 still stand?',
  ])('AI-10 %s: a verb is no text to look for', async (query) => {
    expect(linked(await ask(query))).toEqual(
      await idsWhere(at.current.database.pool, "server_location = 'Hall 1'"),
    );
  });

  test('AI-10 where servers stand is where they are', async () => {
    const answer = await ask('where do the print servers stand?');
    expect(answer).toContain('by location');
    for (const place of ['Hall 0', 'Hall 1', 'Hall 2']) expect(answer).toContain(`${place}: **1**`);
  });

  test.each([
    ['what do the mail relays run and who looks after them', ['Crew 3', 'Crew 4', 'Debian 12']],
    ['who owns the mail relays and what do they run', ['Crew 3', 'Crew 4', 'Debian 12', 'Mail Relay']],
    [
      'the mail relays, how many are there, where are they and what do they run',
      ['There are **2** servers', 'Hall 3', 'Hall 4', 'Debian 12'],
    ],
    [
      'are both mail relays up and who is responsible for them',
      ['online · team owner Crew 3', 'offline · team owner Crew 4'],
    ],
    ['are the mail relays both online and who takes care of them', ['by status', 'Crew 4: **1**']],
    ['which mail relays are offline and who do i tell', ['key contacts']],
  ])('AI-10 %s: each is told', async (query, told) => {
    const answer = await ask(query);
    for (const text of told) expect(answer).toContain(text);
  });

  test('AI-10 three things of which one is a number: each is told', async () => {
    const answer = await ask('how many print servers are there, where do they stand and who owns them');
    expect(answer).toContain('There are **3** servers with function Print Server.');
    for (const text of ['by location', 'by team owner']) expect(answer).toContain(text);
  });

  test('AI-10 a second thing that nothing records is not dropped', async () => {
    const answer = await ask('where are the print servers and who paid for them');
    expect(answer).toMatch(/“(?:and )?who paid/);
  });
});

test.each(['Who can help me with a print server problem?', 'who knows about the print servers'])(
  'AI-10 %s: whom to ask is told, and not which are in trouble',
  async (query) => {
    const answer = await ask(query);
    expect(answer).toContain('Key contacts of **3** servers');
    expect(answer).toContain('team owner Crew 1');
  },
);
