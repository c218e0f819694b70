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
    ['Lena Vogt', 'Fraud Desk Agent', 'Branches', 'active'],
  ] as const)
    await ann.call(team.create, { body: { name, role, department, status, email: `${name.split(' ')[0]}@example.com` } });
  for (const [index, primaryFunction] of ['Ledger', 'Ledger', 'Card Gateway', 'Card Gateway', 'Teller Desk'].entries())
    await ann.call(servers.create, {
      body: { name: `till-${index}`, primaryFunction, status: index % 2 ? 'online' : 'offline', teamOwner: 'Payments', serverLocation: index < 3 ? 'Vienna' : 'Graz', environment: 'production' },
    });
  await aDocument(at.current.database.db, signedIn.user, { title: 'Maintenance windows', content: '## Ledger\n\nSaturdays from 22:00.' });
  await aDocument(at.current.database.db, signedIn.user, { title: 'Night shift', content: '## Where\n\nThe shift log lies in the blue folder.\n\n## When\n\nThe hand-over is at 21:30.' });
}, 60_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

const ELSE: [asked: string, told: RegExp][] = [
  ['who is the Payments manager?', /\*\*1\*\* team member .*\n\n- \[Nadia Okafor\]/],
  ['who is Lena Vogt?', /\[Lena Vogt\]/],
  ['who works in Payments?', /\*\*2\*\* team members/],
  ['how many people work in Payments?', /\*\*2\*\* team members with department payments/],
  ["what is Lena's email?", /lena@example\.com/],
  ['who is the fraud desk agent?', /\[Lena Vogt\]/],
  ['who do I contact about fraud?', /\[Lena Vogt\]/],
  ['tell me who the Payments manager is', /\[Nadia Okafor\]/],
  ['when is the maintenance window for the ledger?', /Saturdays from 22:00/],
  ['when is the hand-over?', /at 21:30/],
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

  test('AI-10 people are narrowed by what is asked of them', async () => {
    const answer = await ask('Who works in Payments?', 'and who is inactive?');
    expect(answer).toMatch(/\*\*1\*\* team member [^]*\[Tomas Ruiz\]/);
  });
});
