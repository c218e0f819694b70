import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/calls/servers.ts';
import { withApp } from '../../test/app.ts';
import { replyToLast } from '../../test/assistant-answers.ts';
import { aDocument, ANYBODY } from '../../test/factories.ts';

/** Wednesday noon in Sydney, in a year of no test run. */
const NOW = new Date('2431-03-12T01:00:00Z');
const at = withApp();
let userId = '';

const MADE = [
  { name: 'mon-01', operatingSystem: 'Debian 12', serverLocation: 'Melbourne', network: 'Billing' },
  {
    name: 'web-02',
    operatingSystem: 'Windows Server 2022',
    serverLocation: 'Melbourne',
    primaryFunction: 'Billing',
  },
  { name: 'vpn1', operatingSystem: 'Debian 12', serverLocation: 'Dublin', notes: 'Patched in May' },
  { name: 'mx3', operatingSystem: 'Debian 12', serverLocation: 'Dublin', ipAddress: '10.1.0.3' },
];

beforeAll(async () => {
  const ann = await at.current.signedIn();
  userId = ann.user.id;
  for (const fields of MADE)
    // oxlint-disable-next-line no-await-in-loop -- The order matters.
    await ann.call(servers.create, { body: { environment: 'production', status: 'online', ...fields } });
  await aDocument(at.current.database.db, ann.user, {
    title: 'Billing network',
    content: 'Ask the bank first.',
  });
});

const ask = (question: string) =>
  replyToLast([question], { db: at.current.database.db, userId, ...ANYBODY, now: NOW });

test.each([
  ['what is on mon-01?', /^\[mon-01\]\S+:\n\n- Status: \*\*online\*\*/],
  ['is mon-01 up?', /^\[mon-01\]\S+: Status: \*\*online\*\*$/],
  ['was mon-01 down on monday?', /^No outage of servers \(this server\) on 2431-03-10/],
])('A3 a known name wins over a date: %s', async (question, reply) => {
  expect((await ask(question)).text).toMatch(reply);
});

test.each(["mx3's os", 'mx3’s os', 'mx3´s os', 'os of mx3', 'whats mx3’s os?'])(
  'A4 a possessive names a server: %s',
  async (question) => {
    expect((await ask(question)).text).toMatch(/^\[mx3\]\S+: OS: \*\*Debian 12\*\*$/);
  },
);

test('A5 a word that is corrected is named beside the figure', async () => {
  expect((await ask('how many windws servrs in melborne')).text).toBe(
    '“windws” is read as “windows”.\n\n“melborne” is read as “melbourne”.\n\n' +
      '**1** server (OS: Windows Server 2022, Location: Melbourne).',
  );
});

test('A5 a word that is only near is suggested, and no figure is shown', async () => {
  const { text, end } = await ask('how many servers are in melborn');
  expect(text).toMatch(/^I did not understand “melborn”\. .*Did you mean “melbourne”\?/);
  expect(end.outcome).toBe('nothing');
});

test('A5 a person is no misspelt state, and a word of a note is no condition in the middle of a question', async () => {
  expect((await ask('what does alice own?')).text).toBe('I found nothing about “alice”.');
  const { text } = await ask('how many servers are patched');
  expect(text).toMatch(/^I did not understand “patched”\./);
  expect((await ask('servers with patched')).text).toContain('[vpn1]');
});

test.each([
  ['is crm-prod-07 up', 'There is no crm-prod-07.'],
  ['status of web-99', 'There is no web-99. Near names: [web-02]'],
  ['vpn2', 'There is no vpn2. Near names: [vpn1]'],
  ['tue-03 disk', 'There is no tue-03.'],
  ['who owns 10.1.0.99?', 'There is no 10.1.0.99.'],
])('A6 the reply to a name that no server has names it as unknown: %s', async (question, reply) => {
  const { text, end } = await ask(question);
  expect(text.startsWith(reply)).toBe(true);
  expect(end).toMatchObject({ outcome: 'nothing', understood: null });
});

test('A6 words with joints that are known one by one are no name', async () => {
  expect((await ask('how many non-production servers')).text).toBe(
    '**0** servers (not Environment: production).',
  );
});

test('AI-10 a word with two meanings is a choice, and the choices are questions', async () => {
  const { text, end } = await ask('how many billing servers are there?');
  expect(text).toMatch(
    /^This can mean several things:\n\n- count, servers: .*Billing\n- count, servers: .*Billing\n/,
  );
  expect(end.outcome).toBe('nothing');
  expect(end.suggestedActions.toSorted()).toEqual([
    'how many servers function:=Billing',
    'how many servers network:=Billing',
  ]);
  for (const action of end.suggestedActions)
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(action)).text).toMatch(/^\*\*1\*\* server \((?:Function|Network): Billing\)\.$/);
});

test('A11 a page with the words of the question as its title is shown as well', async () => {
  const { text, end } = await ask('network billing');
  expect(end.outcome).toBe('query');
  expect(text).toMatch(/\[mon-01\].*\n\nThere is also a page of that name: \[Billing network\]/s);
  expect((await ask('billing network in Melbourne')).text).not.toContain('page of that name');
});

test('A5 documents that reply to a question about servers say what was not understood', async () => {
  const { text } = await ask('servers of the bank');
  expect(text).toMatch(
    /^As a question about the inventory, “bank” is not understood\.\n\n\*\*Closest passages\*\*/,
  );
  expect(text.length).toBeLessThanOrEqual(1_500);
});

test('AI-10 conditions that no server can fulfil together are no list', async () => {
  const { text } = await ask('debian servers on windows');
  expect(text).toMatch(/^I did not understand “windows”\. Ask in other words/);
});

test('A6 "it" after a name that no server has is not every server', async () => {
  const { text } = await replyToLast(['crm-prod-07', 'who owns it?'], {
    db: at.current.database.db,
    userId,
    ...ANYBODY,
    now: NOW,
  });
  expect(text).toBe('I found nothing about “it”.');
});

test('AI-10 a text of the greatest length gets a reply, whatever it repeats', async () => {
  for (const phrase of ['average cpu of ', 'cpu over 80 % and ', 'servers or '])
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as a person asks.
    expect((await ask(phrase.repeat(300).slice(0, 4_000))).text.length).toBeGreaterThan(0);
});
