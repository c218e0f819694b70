// What is written for some kinds of servers, asked of one, of another kind and of all of a kind; and what is asked behind one server.
import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { documentsOf } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const DOCUMENTS: [title: string, content: string][] = [
  ['Billing run', 'It begins at 20:00 and takes six hours. During it nobody patches or restarts the billing servers.'],
  ['Meter gateway loses its readings', 'A gateway stops to accept readings when its spool folder is full. Move the oldest files away.'],
  [
    'Patching',
    '## Windows Server\n\nSecond Tuesday of the month.\n\n## Debian\n\nEvery Wednesday.\n\n## Exceptions\n\n- crane-3 is a crane control that its maker patches, in May.',
  ],
  ['Pictures are missing', 'Sign in to the computer of that hall and restart the picture relay. It costs 40 euros when the certificate is renewed by hand.'],
  ['Sluice stays shut', '## Steps\n\n1. Restart the sluice service.\n2. The sluice starts by itself.\n\n## If that does not help\n\nCall the duty engineer, 0800 555 0177.'],
  ['Ledger database is full', 'Delete rows of last year.'],
  ['Copies and restores', 'Backups of machines are made at night, databases every four hours to keep-1. Restores are tested in March.'],
  ['Market days', 'On Mondays.'],
  ['Guests', 'Visitors sign the book.'],
  ['Build document: keep-1', '## Network\n\nRule 7 lets makers in.'],
  ['Letting makers in', 'Makers come in by the portal, as visitors do.'],
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
    ['sql-1', 'Database Server', 'QNX', 'Billing', 'online', 'production'],
    ['kiosk-1', 'Name Server', 'QNX', 'Platform', 'online', 'production'],
    ['keep-1', 'Copies', 'QNX', 'Platform', 'online', 'production'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, {
      body: { name, primaryFunction, operatingSystem, teamOwner, status, environment },
    });
  await documentsOf(at.current.database.db, signedIn.user, DOCUMENTS);
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

test.each(['can I restart lift-1?', 'may I reboot kiosk-1', 'cost of kiosk-1', 'how do I renew the certificate of kiosk-1'])(
  'AI-09 what is written of neither this server nor servers is not told of it: %s',
  async (query) => expect(await ask(query)).not.toContain('picture relay'),
); // prettier-ignore

test.each([
  ['who do I call if the sluice still does not start?', '0800 555 0177', '1. Restart'],
  ['ledger db full', 'Delete rows of last year', '[sql-1]'],
  ['how often are databases backed up?', 'every four hours', 'I found nothing'],
  ['how many visitors per day?', 'I found nothing', 'On Mondays'],
  ['oldest os we run', 'I found nothing', '[kiosk-1]'],
  ['is there a runbook for kiosk', 'I found nothing', '[kiosk-1]'],
])('AI-09 %s: what is asked, and nothing that has a word of it', async (query, told, other) => {
  const answer = await ask(query);
  expect(answer).toContain(told);
  expect(answer).not.toContain(other);
});

test('AI-09 how long is asked of no server that a refusal named', async () => {
  expect(await ask('how do I let a guard in?', 'for how long?')).not.toContain('outage');
});

test('AI-10 the fullest is the one with the most disk, and how may stand last', async () => {
  await at.current.database.pool.query(
    "update servers set disk_usage = case name when 'gw-1' then 91 else 20 end",
  );
  expect(await ask('which server is the fullest?')).toMatch(/^Highest disk usage:\n\n- \[gw-1\]/);
  expect(await ask('restart the sluice how')).toContain('1. Restart the sluice service');
});
