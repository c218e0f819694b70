// Messages of several sentences, of which some only tell, held against SQL over an inventory that is made up anew each run.
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { figure, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await makeUpInventory(at.current, ann);
  for (const [index, primaryFunction] of ['Print Server', 'Mail Relay', 'Payroll Database', 'Payroll Database'].entries())
    await ann.call(servers.create, {
      body: { name: `pear-${index}`, environment: index === 2 ? 'production' : 'staging', status: index % 2 ? 'offline' : 'online', serverLocation: 'Auburn', teamOwner: 'IT Security', serverType: 'physical', operatingSystem: 'Debian 12', primaryFunction },
    });
  await at.current.database.pool.query("update servers set memory_usage = 95, disk_usage = 91 where name like 'pear%'");
  const { db } = at.current.database;
  for (const thing of ['print server', 'mail relay'])
    for (const does of ['Restart', 'Patch'])
      await aDocument(db, signedIn.user, { title: `${does} the ${thing}`, content: `${does} the ${thing} at night.` });
  await aDocument(db, signedIn.user, { title: 'VolumeFillingUp', content: 'A volume fills up. Delete what is old.' });
  await aDocument(db, signedIn.user, { title: 'On-call list', content: 'Whoever is on call looks after pear-1.' });
  await aDocument(db, signedIn.user, { title: 'Full disk', content: 'What to do about a full disk.' });
}, 120_000); // prettier-ignore

const ask = async (query: string) => (await ann.call(assistant.ask, { body: { query } })).response;
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const AUBURN = "server_location = 'Auburn'";

describe('AI-10 what one sentence tells of a place or a thing belongs to the question beside it', () => {
  test.each([
    [
      'We got a call from the shop in Auburn. Which servers are offline there?',
      `${AUBURN} and status = 'offline'`,
    ],
    [
      'Auburn is having a power cut. Which production servers are affected?',
      `${AUBURN} and environment = 'production'`,
    ],
    [
      'We are moving out of Auburn. List the physical boxes please.',
      `${AUBURN} and server_type = 'physical'`,
    ],
    [
      'We have visitors in Auburn tomorrow. Which servers are offline in Dublin?',
      "server_location = 'Dublin Data Centre' and status = 'offline'",
    ],
    [
      'I work on the payroll databases. Which ones are online?',
      "primary_function = 'Payroll Database' and status = 'online'",
    ],
    [
      'show servers with memory over 60. only production.',
      "memory_usage > 60 and environment = 'production'",
    ],
    [
      'Hi, I am preparing a review. Which servers have memory over 60? Exclude development please.',
      "memory_usage > 60 and environment <> 'development'",
    ],
    [
      'please exclude development: servers with memory over 60',
      "memory_usage > 60 and environment <> 'development'",
    ],
    [
      'Sorry to bother you. I need a list for the auditors: all physical machines in production, please. They want it by noon.',
      "server_type = 'physical' and environment = 'production'",
    ],
    ['Hello! Which servers are down? No rush. Thanks!', "status = 'offline'"],
    ['Auburn has a power cut. Which production servers are hit?', `${AUBURN} and environment = 'production'`],
    [
      'I need to patch the physical machines in Auburn. Which are they?',
      `${AUBURN} and server_type = 'physical'`,
    ],
    ['We must back up the servers in Auburn tonight. Which are they?', AUBURN],
    [
      'Please monitor the payroll databases. Which ones are offline?',
      "primary_function = 'Payroll Database' and status = 'offline'",
    ],
  ])('AI-10 %s', async (query, where) => {
    const answer = await ask(query);
    expect(linked(answer)).toEqual(await idsOf(where));
    expect(answer).not.toMatch(/I found nothing|From the documents/);
  });

  test('AI-10 a long polite message with one question in it', async () => {
    const answer = await ask('Good morning! Could you please be so kind as to tell me how many production servers we currently have in Auburn that run some flavour of Linux? Thank you very much.'); // prettier-ignore
    expect(figure(answer)).toBe((await idsOf(`${AUBURN} and environment = 'production' and operating_system ~ 'Ubuntu|Debian|Red Hat'`)).length); // prettier-ignore
    expect(answer).not.toContain('\n');
  });

  test('AI-10 a question that a sentence leads to, and its echo', async () => {
    const answer = await ask("I'm new here and my manager asked me to find out which team is responsible for the payroll databases in Auburn. Who would that be?"); // prettier-ignore
    expect(answer).toMatch(/function payroll database, location auburn by team owner:/i);
    expect(answer).toContain('- IT Security: **2**');
  });

  test('AI-10 "of those" and "them" are what the question before found', async () => {
    const [all, debian] = (await ask('How many servers are in Auburn? And of those, how many run Debian?')).split('\n\n'); // prettier-ignore
    expect(figure(all)).toBe((await idsOf(AUBURN)).length);
    expect(figure(debian)).toBe((await idsOf(`${AUBURN} and operating_system = 'Debian 12'`)).length);
    const owners = await ask('I work on the payroll databases. Which ones are offline? Who owns them?');
    expect(owners).toMatch(
      /function payroll database, status offline by team owner:\n\n- IT Security: \*\*1\*\*/i,
    );
  });
});

test('AI-09 AI-10 that there are no such servers is told beside how something is done', async () => {
  const answer = await ask(
    'Which servers named pear are in maintenance and how do I restart the print server?',
  );
  expect(answer).toMatch(/no server/i);
  expect(answer).toContain('[Restart the print server]');
});

describe('AI-09 AI-10 each part of a message is answered, whether it asks, tells or only names a thing', () => {
  test.each([
    [
      'VolumeFillingUp fired, what should I do, and which servers have disk over 90?',
      'disk_usage > 90',
      'VolumeFillingUp',
    ],
    [
      'which servers have disk over 90, and VolumeFillingUp fired, what should I do?',
      'disk_usage > 90',
      'VolumeFillingUp',
    ],
    ['The print server is full and which servers have disk over 90?', 'disk_usage > 90', undefined],
    [
      'Hi team, which mail relays are offline and how do I restart one?',
      "primary_function = 'Mail Relay' and status = 'offline'",
      'Restart the mail relay',
    ],
    [
      'is any print server online, and where is the guide to restart one?',
      "primary_function = 'Print Server' and status = 'online'",
      'Restart the print server',
    ],
    ['is there a document for pear-1 and is the box up?', "name = 'pear-1'", 'On-call list'],
    ['is pear-1 up and is there a document for it?', "name = 'pear-1'", 'On-call list'],
  ])('AI-09 AI-10 %s', async (query, where, title) => {
    const answer = await ask(query);
    expect([...new Set(linked(answer))]).toEqual(await idsOf(where));
    const [, first] = /\[([^\]]+)\]\(\/knowledge-base/.exec(answer) ?? [];
    expect(first).toBe(title);
  });

  test('AI-10 servers and how many of them, documents and how many servers', async () => {
    const answer = await ask('servers in Auburn and how many are offline');
    expect(answer).toContain(`**${(await idsOf(AUBURN)).length}** servers with location Auburn:`);
    const offline = (await idsOf(`${AUBURN} and status = 'offline'`)).length;
    expect(answer).toContain(`There are **${offline}** servers with location Auburn, status offline.`);
    const written = await ask('documents about the print server and how many print servers are there?');
    expect(written).toContain('[Patch the print server]');
    expect(figure(written)).toBe((await idsOf("primary_function = 'Print Server'")).length);
  });

  test('AI-10 documents behind a question about servers, and the owner of a server in front of a procedure', async () => {
    const answer = await ask('how many servers are in Auburn and documents about the mail relay');
    expect(figure(answer)).toBe((await idsOf(AUBURN)).length);
    expect(answer).toMatch(/\n\nDocuments with “mail relay”:\n/);
    const owner = await ask('I need the owner of pear-1 and how do I restart the print server?');
    expect(owner).toContain('team owner is **IT Security**');
    expect(owner).toContain('[Restart the print server]');
  });

  test('AI-09 who owns a server is told beside the documents that name it', async () => {
    const answer = await ask('is there a document for pear-1 and who owns it?');
    expect(answer).toContain('[On-call list]');
    expect(answer).toContain('team owner is **IT Security**');
  });
});

describe('AI-09 "it" and "one" of a procedure are the thing that was told of or asked for', () => {
  test.each([
    ['The print server in Auburn is acting up. What is its address? And how do I restart it?', 'Restart the print server'],
    ['Our mail relays are slow today. How do I restart one?', 'Restart the mail relay'],
    ['what is the status of the mail relays and how do I restart one?', 'Restart the mail relay'],
    ['how many print servers are there and how are they patched?', 'Patch the print server'],
    ['which servers have a full disk and is there a runbook for that?', 'Full disk'],
    ['The mail relay is broken! How do I restart the print server?', 'Restart the print server'],
  ])('AI-09 %s', async (query, title) => {
    const [, first] = /\*\*\[([^\]]+)\]\(\/knowledge-base|- \[([^\]]+)\]\(\/knowledge-base/.exec(await ask(query)) ?? [];
    expect(first).toBe(title);
  });
}); // prettier-ignore

test.each([
  'We are going to move the plum servers next week. Which of them are offline?',
  'Which servers are in the pantry? Who owns them?',
])('AI-10 of servers that there are none of nothing is told of all: %s', async (message) => {
  const answer = await ask(message);
  expect(answer).toMatch(/plum|pantry/);
  expect(linked(answer)).toEqual([]);
});

describe('AI-10 a sentence that only brings a server: what is asked behind it is asked of that server', () => {
  const TALES = [
    'A customer of pear-1 has called.',
    'The site pear-1 is slow.',
    'Hello, pear-1 does not answer.',
    'We have a problem with pear-1.',
    'My colleague rebooted pear-1 yesterday.',
    'The machine pear-1 behaves strangely.',
  ];
  test.each(TALES)('AI-10 %s', async (tale) => {
    expect(await ask(`${tale} Who owns it?`)).toMatch(/^\[pear-1\]\([^)]*\): team owner is \*\*IT Security\*\*\.$/);
    expect(await ask(`${tale} And who looks after it?`)).toMatch(/^\[pear-1\]\([^)]*\): team owner is \*\*IT Security\*\*\.$/);
    expect(await ask(`${tale} What is its memory usage?`)).toMatch(/^\[pear-1\]\([^)]*\): memory usage is \*\*95 %\*\*\./);
    expect(await ask(`${tale} Is it down?`)).toMatch(/^Yes\. \[pear-1\]\([^)]*\): status is \*\*offline\*\*\./);
    expect(await ask(`${tale} What is the status?`)).toMatch(/^\[pear-1\]\([^)]*\): status is \*\*offline\*\*\./);
    const both = await ask(`${tale} Is it down and who owns it?`);
    expect(both).toMatch(/^Yes\. \[pear-1\].*\n\n\[pear-1\]\([^)]*\): team owner is \*\*IT Security\*\*\.$/);
  });

  test.each([
    'pear-1 and pear-3 are acting up. Who owns them?',
    'pear-1 and pear-3 do not answer, who owns them?',
  ])('AI-10 %s', async (message) => {
    const answer = await ask(message);
    expect(answer.match(/team owner is/g)).toHaveLength(2);
    expect(answer).not.toContain('records nothing');
  });

  test.each([
    ['pear-1 does not answer, since when is it down?', /pear-1\][^]*offline/],
    ['pear-1 is broken. How many servers are in Auburn?', /^There are \*\*\d+\*\* servers with location Auburn\.$/],
    ['pear-1 is broken. How do I restart the print server?', /^From the documents:\n\n\*\*\[Restart the print server\]/],
    ['pear-1 is broken. Is there a document for it?', /\[On-call list\]/],
    ['pear-1 has a full disk. What should I do?', /\[Full disk\]/],
  ])('AI-10 %s', async (message, told) => {
    const answer = await ask(message);
    expect(answer).toMatch(told);
    expect(answer).not.toContain('records nothing');
  });
}); // prettier-ignore

test.each([
  'Is pear-1 down and who owns it?',
  'Is pear-1 down, who owns it?',
  'Is pear-1 down? Who owns it?',
])('AI-10 %s: both are told', async (query) => {
  const answer = await ask(query);
  expect(answer).toContain('status is **offline**');
  expect(answer).toContain('team owner is **IT Security**');
});

test.each([
  'Who is to be called about pear-1?',
  'pear-1 is down, who should be informed?',
  'What is pear-1, is it down and who has to be called?',
])('AI-10 %s: whoever owns it', async (query) => {
  const answer = await ask(query);
  expect(answer).toContain('team owner is **IT Security**');
  expect(answer).toContain('key contacts are not recorded');
  expect(answer).not.toMatch(/team members?|found nothing/);
});
