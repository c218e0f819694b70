// Somebody or something else that is asked behind servers, beside them or as the next question.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const [name, role, department, status] of [
    ['Nadia Okafor', 'Payments Manager', 'Payments', 'active'],
    ['Tomas Ruiz', 'Payments Engineer', 'Payments', 'inactive'],
    ['Lena Vogt', 'Head of the Fraud Desk', 'Branches', 'active'],
  ] as const)
    await ann.call(team.create, { body: { name, role, department, status, email: `${name.split(' ')[0]}@example.com` } });
  for (const [index, primaryFunction] of ['Ledger', 'Ledger', 'Card Gateway', 'Card Gateway', 'Teller Desk'].entries())
    await ann.call(servers.create, {
      body: { name: `till-${index}`, primaryFunction, status: index % 2 ? 'online' : 'offline', teamOwner: 'Payments', serverLocation: index < 3 ? 'Vienna' : 'Graz', environment: 'production' },
    });
  await aDocument(at.current.database.db, signedIn.user, { title: 'Maintenance windows', content: '## Ledger\n\nSaturdays from 22:00.\n\n## Freeze\n\nNo changes from 20 December to 2 January.' });
  await aDocument(at.current.database.db, signedIn.user, { title: 'Night shift', content: '## Where\n\nThe shift log lies in the blue folder.\n\n## When\n\nThe hand-over is at 21:30.' });
  await aDocument(at.current.database.db, signedIn.user, { title: 'Drain the vault', content: 'Log in to till-2 and drain the vault.' });
  await aDocument(at.current.database.db, signedIn.user, { title: 'Shred the paper', content: 'Shred the paper by hand.' });
}, 60_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

const ELSE: [asked: string, told: RegExp][] = [
  ['who is the Payments manager?', /\*\*1\*\* team member .*\n\n- \[Nadia Okafor\]/],
  ['who is Lena Vogt?', /\[Lena Vogt\]/],
  ['who is the head of Branches?', /\[Lena Vogt\]/],
  ['who works in Payments?', /\*\*2\*\* team members/],
  ['how many people work in Payments?', /\*\*2\*\* team members with department payments/],
  ["what is Lena's email?", /lena@example\.com/],
  ['who is the head of the fraud desk?', /\[Lena Vogt\]/],
  ['who do I contact about fraud?', /\[Lena Vogt\]/],
  ['tell me who the Payments manager is', /\[Nadia Okafor\]/],
  ['when is the maintenance window for the ledger?', /Saturdays from 22:00/],
  ['when is the hand-over?', /at 21:30/],
  ['what about documents on the vault?', /Documents with “vault”:\n\n- \[Drain the vault\]/],
  ['where is the shift log?', /the blue folder/],
];

describe('AI-10 who is meant and what is written begins anew behind servers', () => {
  test.each(ELSE)('AI-10 which servers are offline, and %s', async (asked, told) => {
    const answer = await ask(`Which servers are offline, and ${asked}`);
    expect(answer).toMatch(told);
    expect(linked(answer)).toEqual(await idsOf("status = 'offline'"));
    expect(answer).not.toMatch(/no server|the text|found nothing/);
  });

  test.each(ELSE)('AI-10 which servers are offline? And %s', async (asked, told) => {
    for (const lead of ['And', 'And also', 'Ok, and'])
      expect(await ask('Which servers are in Vienna?', `${lead} ${asked}`)).toMatch(told);
    const answer = await ask('Which servers are in Vienna?', `And ${asked}`);
    expect(answer).not.toMatch(/server/);
  });

  test('AI-10 a place that was told of is not that of the window', async () => {
    const answer = await ask('I travel to Graz tomorrow. Which servers there are online, and when is the maintenance window for the ledger?'); // prettier-ignore
    expect(linked(answer)).toEqual(await idsOf("server_location = 'Graz' and status = 'online'"));
    expect(answer).toContain('Saturdays from 22:00');
  });

  test('AI-10 servers and people are counted each for themselves', async () => {
    const answer = await ask('How many servers and how many people do we have?');
    expect(figure(answer)).toBe(5);
    expect(answer).toContain('**3** team members');
  });
});

describe('AI-10 what is asked of the servers before still goes on from them', () => {
  test.each([
    'and who owns them?',
    'and who is the owner?',
    'and who is responsible?',
    'and who is responsible for the ledger?',
    'and where are the card gateways?',
    'and how many of those are offline?',
  ])('AI-10 %s', async (asked) => {
    expect(await ask('Which servers are in Vienna?', asked)).toMatch(/servers? with location Vienna/);
  });

  test.each(['and the offline ones?', 'and what is offline?'])('AI-10 %s', async (asked) => {
    const answer = await ask('Which servers are in Vienna?', asked);
    expect(linked(answer)).toEqual(await idsOf("status = 'offline' and server_location = 'Vienna'"));
  });

  test('AI-10 what only servers are is asked of no people', async () => {
    const answer = await ask('Which servers are in Vienna?', 'and who works in Payments?', 'and how many of them are offline?'); // prettier-ignore
    expect(answer).toMatch(/\*\*3\*\* servers with status offline/);
  });

  test('AI-10 people are narrowed by what is asked of them', async () => {
    const answer = await ask('Who works in Payments?', 'and who is inactive?');
    expect(answer).toMatch(/\*\*1\*\* team member [^]*\[Tomas Ruiz\]/);
  });
});

describe('AI-09 which servers a passage is about that was quoted', () => {
  test.each([
    'which servers is that about?',
    'and which server is that?',
    'on which host do I do that?',
    'which machines are named in it?',
    'which servers are affected?',
    'which server is used for that?',
    'which server do I need for this?',
  ])('AI-09 %s', async (asked) => {
    const answer = await ask('How do I drain the vault?', asked);
    expect(linked(answer)).toEqual(await idsOf("name = 'till-2'"));
    expect(await ask('How do I shred the paper?', asked)).toMatch(/^What was quoted .* names no server/);
  });

  test('AI-10 "them" are the servers that were named', async () => {
    const owners = await ask('How do I drain the vault?', 'which servers is that about?', 'who owns them?');
    expect(owners).toMatch(/^\[till-2\]\([^)]*\): team owner is \*\*Payments\*\*\.$/);
  });

  test('AI-09 other questions about servers are of all of them', async () => {
    const answer = await ask('How do I drain the vault?', 'which servers are offline?');
    expect(linked(answer)).toEqual(await idsOf("status = 'offline'"));
  });
});

describe('AI-09 what one may do, and when, is asked of the documents', () => {
  test.each([
    ['When may we work on the ledger?', 'Saturdays from 22:00'],
    ['When can I change something on the ledger servers?', 'Saturdays from 22:00'],
    ['When are we allowed to make changes to the ledger?', 'Saturdays from 22:00'],
    ['When is the maintenance window for the ledger servers?', 'Saturdays from 22:00'],
    ['Can I change something on 20 December?', 'No changes from 20 December'],
    ['Can I change something on 24 December?', ' › Freeze'],
    ['Are changes allowed in December?', 'No changes from 20 December'],
  ])('AI-09 %s', async (asked, told) => {
    const answer = await ask(asked);
    expect(answer).toContain(told);
    expect(answer).not.toMatch(/no server|servers? with/i);
  });
});
