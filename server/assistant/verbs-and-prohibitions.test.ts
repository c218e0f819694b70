// Verbs of two words, what is forbidden, causes, calls and months: what people ask of procedures, reports and pages of contacts.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { documentsOf } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const DOCUMENTS: [title: string, content: string][] = [
  [
    'Build document: ledger-1',
    '## Database\n\nPostgreSQL 16.\n\n## Backup\n\nSnapshot every night at 03:10.\n\n## Failover\n\nledger-2 is promoted by hand.',
  ],
  ['Opening a new depot', '## Rooms\n\nOrder the back office computer and the printer.'],
  [
    'Saving and restoring',
    '## Restore\n\n1. Choose the machine in the console.\n2. Restore it.\n\n## What is saved\n\nThe machines of all depots are backed up at night.',
  ],
  [
    'Incident report: orders failed on Easter Monday',
    '## Summary\n\nOn 6 April 2026 the orders of depot Lyon failed for an hour.\n\n## Root cause\n\nThe disk of the queue was full.',
  ],
  [
    'Restarting the planning system',
    '## Before you start\n\nNever between 11:00 and 13:00, when routes are made.\n\n## Steps\n\n1. Stop the planning service.\n2. Start the planning service.',
  ],
  [
    'Contacts and suppliers',
    '## Suppliers\n\nRoller gates: Torfix, 0800 555 0142. Scales: Libra, contract L-7.',
  ],
  ['On-call hand-over', '## When\n\nEvery Monday in the call of the team.'],
  ['Data protection', '## Deletion\n\nAccounts of leavers are deleted after 30 days.'],
  ['Logs of the depots', '## Retention\n\nWe keep them for 90 days.'],
];

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const [name, serverLocation, primaryFunction, status] of [
    ['ledger-1', 'Main Office', 'Database Server', 'online'],
    ['ledger-2', 'Main Office', 'Database Server', 'online'],
    ['ly-plan-1', 'Depot Lyon', 'Planning', 'offline'],
    ['ly-gate-1', 'Depot Lyon', 'Roller Gate Control', 'online'],
    ['ly-gate-2', 'Depot Lyon', 'Roller Gate Control', 'online'],
    ['vault-1', 'Main Office', 'Backup', 'online'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, { body: { name, serverLocation, primaryFunction, status, environment: 'production', teamOwner: 'Tove Lind', ipAddress: `10.9.${name.length}.${name.at(-1)}` } }); // prettier-ignore
  for (const [name, role, department] of [
    ['Tove Lind', 'Routing Analyst', 'Logistics'],
    ['Gregor Hanse', 'Database Administrator', 'Data'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- As above.
    await ann.call(team.create, { body: { name, role, department, email: `${name.split(' ')[0]?.toLowerCase()}@example.com` } }); // prettier-ignore
  await documentsOf(at.current.database.db, signedIn.user, DOCUMENTS);
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

test.each([
  [['who owns ledger-1 and how is it backed up?'], 'Snapshot every night', 'back office'],
  [['ip of ledger-1', 'how is it backed up?'], 'Snapshot every night', 'back office'],
  [['ledger-1 backup'], 'Snapshot every night', 'function is'],
  [['what is backed up?'], 'backed up at night', 'back office'],
  [['how do I fail over ledger-1?'], '2 is promoted by hand', 'Easter'],
  [['ip of ledger-1 and how do I fail it over?'], '2 is promoted by hand', 'Easter'],
  [['how long are logs kept?'], 'We keep them for 90 days', 'Snapshot'],
])('AI-09 a verb of two words is its noun, and kept is keep: %s', async (turns, told, other) => {
  const answer = await ask(...turns);
  expect(answer).toContain(told);
  expect(answer).not.toContain(other);
});

test('AI-09 what is failed over is not what failed', async () => {
  expect(await ask('how do I fail over the order database?')).not.toContain('Easter Monday');
});

test.each([
  'can I restart planning at noon?',
  'can we restart the planning system at 12:30',
  'may the planning system be restarted at 12:00?',
  'when must I not restart the planning system?',
  'when can I restart the planning system?',
])('AI-09 what forbids it is told where it is asked whether one may: %s', async (query) => {
  const answer = await ask(query);
  expect(answer).toContain('Never between 11:00 and 13:00');
  expect(answer).not.toContain('1. Stop the planning service');
});

test('AI-09 how it is done is still told by its steps', async () => {
  expect(await ask('how do I restart the planning system?')).toContain('1. Stop the planning service');
});

test.each([
  'why did the orders fail on Easter Monday?',
  'why did orders fail',
  'reason for the failed orders',
])('AI-09 the cause is told where it is asked why: %s', async (query) => {
  const answer = await ask(query);
  expect(answer).toContain('The disk of the queue was full');
  expect(answer).not.toContain('failed for an hour');
});

test.each(['what happened in Lyon in April?', 'what happened in Lyon', 'incidents in April'])(
  'AI-09 the report of an incident is told of its place and month: %s',
  async (query) => {
    expect(await ask(query)).toContain('On 6 April 2026');
  },
);

test('AI-09 a report of another month is not told', async () => {
  expect(await ask('what happened in Lyon in March?')).not.toContain('On 6 April 2026');
});

test.each([
  'who do we call for a broken roller gate?',
  'who should I call about the roller gates?',
  'who do I call when the roller gate breaks?',
  'phone number of torfix',
])('AI-09 whom to call is told from the page of contacts: %s', async (query) => {
  const answer = await ask(query);
  expect(answer).toContain('Torfix, 0800 555 0142');
  expect(answer).not.toContain('Every Monday');
});

test('AI-09 an order to do something with a server quotes nothing that merely has its word', async () => {
  const answer = await ask('delete ly-plan-1 please');
  expect(answer).toContain('I only look things up and change nothing');
  expect(answer).not.toContain('Accounts of leavers');
});

test.each(['what does tove do?', 'role of tove', 'what is the job of Tove?', 'toves email'])(
  'AI-10 a person is found by the first name: %s',
  async (query) => {
    const answer = await ask(query);
    expect(answer).toContain('Routing Analyst · Logistics');
    expect(answer).not.toContain('Gregor');
  },
);

describe('AI-10 one of a list is meant by its place in it', () => {
  test.each([
    ['ip of the second one', 'ly-gate-1', '10.9.9.1'],
    ['what about the second?', 'ly-gate-1', '10.9.9.1'],
    ['ip of the last one', 'ly-gate-2', '10.9.9.2'],
  ])('AI-10 %s', async (query, name, address) => {
    const answer = await ask('servers in Depot Lyon', query);
    expect(answer).toContain(`[${name}]`);
    expect(answer).toContain(address);
    expect(answer).not.toContain('ly-plan-1');
  });
});
