// What is written for some kinds of servers, asked of one, of another kind and of all of a kind; and what is asked behind one server.
import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const DOCUMENTS: [title: string, content: string][] = [
  ['Billing run', 'It begins at 20:00 and takes six hours. During it nobody patches or restarts the billing servers.'],
  ['Meter gateway loses its readings', 'A gateway stops to accept readings when its spool folder is full. Move the oldest files away.'],
  [
    'Patching',
    '## Windows Server\n\nSecond Tuesday of the month.\n\n## Debian\n\nEvery Wednesday.\n\n## Exceptions\n\n- crane-3 is a crane control that its maker patches, in May.',
  ],
  ['Checking the lifts', 'Lifts are checked every Friday.\n\nThe lift of lift-2 is checked by its maker in March.'],
]; // prettier-ignore

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const [name, primaryFunction, operatingSystem, teamOwner, status, environment] of [
    ['gw-1', 'Gateway', 'Debian 12', 'Metering', 'online', 'staging'],
    ['gw-2', 'Gateway', 'Debian 12', 'Metering', 'offline', 'production'],
    ['bill-1', 'Application Server', 'Debian 12', 'Billing', 'maintenance', 'production'],
    ['crane-1', 'Crane Control', 'Windows Server 2022', 'Quay', 'online', 'production'],
    ['crane-3', 'Crane Control', 'Windows Server 2022', 'Quay', 'online', 'production'],
    ['lift-1', 'Lift', 'QNX', 'Quay', 'online', 'production'],
    ['lift-2', 'Lift', 'QNX', 'Quay', 'online', 'production'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, {
      body: { name, primaryFunction, operatingSystem, teamOwner, status, environment },
    });
  for (const [title, content] of DOCUMENTS)
    // oxlint-disable-next-line no-await-in-loop -- As above.
    await aDocument(at.current.database.db, signedIn.user, { title, content });
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

test.each(['can I restart gw-2?', 'may I patch crane-1?', 'can we restart the gateways?'])(
  'AI-09 what is written for the billing servers is not told of others: %s',
  async (query) => expect(await ask(query)).not.toContain('nobody patches'),
);

test.each(['can I restart bill-1?', 'may I reboot bill-1'])(
  'AI-09 it is told of theirs, in other words too: %s',
  async (query) => expect(await ask(query)).toContain('nobody patches or restarts the billing servers'),
);

test.each(['what should I do if a gateway is offline?', 'what do I do when a gateway goes down', 'if a gateway is dead what do I do'])(
  'AI-09 what to do is told by the runbook and not by the server that is so: %s',
  async (query) => {
    const answer = await ask(query);
    expect(answer).toContain('Move the oldest files away');
    expect(answer).not.toContain('[gw-2]');
  },
); // prettier-ignore

test('AI-09 what nobody wrote of is not answered by the server that is so', async () => {
  const answer = await ask('what to do if a server is in maintenance?');
  expect(answer).toContain('I found nothing');
  expect(answer).not.toContain('[bill-1]');
});

test.each([
  ['when are the crane controls patched?', 'Second Tuesday', 'in May'],
  ['when are the lifts checked?', 'every Friday', 'in March'],
])('AI-09 %s: what is so for all, before what is so for one', async (query, general, exception) => {
  const answer = await ask(query);
  expect(answer).toContain(general);
  expect(answer.indexOf(general)).toBeLessThan(answer.indexOf(exception));
});

test.each([
  ['what is the status of gw-1?', 'and the production ones?', ['bill-1', 'gw-2', 'crane-1']],
  ['how many are in maintenance?', 'and the production ones?', ['bill-1']],
])('AI-10 “ones” are servers, also behind one: %s %s', async (first, query, names) => {
  const answer = await ask(first, query);
  for (const name of names) expect(answer).toContain(`[${name}]`);
  expect(answer).not.toContain('[gw-1]');
});
