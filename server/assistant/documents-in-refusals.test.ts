// Questions with a word for people or for servers that neither of them answers: what is written is told.
import { beforeAll, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { documentsOf } from '../../test/factories.ts';
import type { TestUser } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client & { user: TestUser };

const PAGES: [title: string, content: string][] = [
  ['Password rules', '## Length\n\nStaff 14 letters, administrators 20.\n\n## Change\n\nOnce a year.'],
  ['New accounts', '## Steps\n\n1. Order a badge.\n2. Make the mailbox with the size of 20 GB.'],
  ['Patching calendar', '## Windows\n\nThe second Wednesday.\n\n## Linux\n\nThe last Thursday.\n\n## Exceptions\n\nPump controllers are patched in May, by the vendor.'],
  ['Retention of logs', '## Period\n\nLogs are kept for six months on desk-1.'],
  ['Hand-over of the duty week', '## When\n\nMondays at 09:30.\n\n## Pay\n\nThe hours are entered in the time sheet until Wednesday.'],
  ['Incident 2026-03-03: pumps', 'The pumps stood still for an hour.'],
  ['Incident report: forms down on 14 September', '## What happened\n\nNo form could be sent from pump-1 before noon.'],
]; // prettier-ignore
const ask = async (query: string): Promise<string> =>
  (await ann.call(assistant.ask, { body: { query } })).response;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await documentsOf(at.current.database.db, ann.user, PAGES);
  await ann.call(team.create, {
    body: { name: 'Ida Moor', email: 'ida@example.com', role: 'System Administrator', department: 'Hosting' },
  });
  const rows = [['pump-1', 'Pump Controller', 'Debian 12'], ['desk-1', 'Terminal Server', 'Windows Server 2022'], ['desk-2', 'Terminal Server', 'Windows Server 2019']] as const; // prettier-ignore
  for (const [name, primaryFunction, operatingSystem] of rows)
    // oxlint-disable-next-line no-await-in-loop -- A few servers.
    await ann.call(servers.create, {
      body: {
        name,
        environment: 'production',
        primaryFunction,
        operatingSystem,
        status: 'online',
        ...(name === 'pump-1' && { description: 'Lifts rain water' }),
      },
    });
}, 60_000);

test.each([
  ['What is the minimum password length for administrators?', 'administrators 20'],
  ['How long must an administrator password be?', 'administrators 20'],
  ['Which mailbox size do administrators get?', '20 GB'],
  ['Are pump controllers patched in June?', 'in May, by the vendor'],
])('AI-09 %s is answered by what is written', async (query, told) => {
  const answer = await ask(query);
  expect(answer).toMatch(/^From the documents:/);
  expect(answer).toContain(told);
  expect(answer).not.toMatch(/no team member|no server/i);
});

test.each([
  ['which administrators are there?', '**1** team member with'],
  ['Do we have engineers in Hosting?', 'there is no team member with'],
  ['administrators called Bruno', 'there is no team member with'],
])('AI-10 people are still told of where they are asked for: %s', async (query, told) => {
  const answer = await ask(query);
  expect(answer).toContain(told);
  expect(answer).not.toContain('From the documents');
});

test.each([
  ['How many Windows servers do we have and when are they patched?'],
  ['How many Windows servers do we have?', 'When are they patched?'],
])('AI-10 what is asked of them in a document is asked of their system: %s', async (...questions) => {
  const answer = (await askInTurn(ann, questions)).at(-1) ?? '';
  expect(answer).toContain('The second Wednesday.');
  expect(answer).not.toContain('Pump controllers');
});

test.each([
  'Where are the logs kept and is that server online?',
  'Where are the logs kept, and is it online?',
])('AI-10 the server that a passage names is the one that is asked about next: %s', async (query) => {
  const answer = await ask(query);
  expect(answer).toContain('on desk-1.');
  expect(answer).toMatch(/\[desk-1\]\S+: status is \*\*online\*\*/);
});

test.each([
  ['what happened on 14 September?', true],
  ['Was there an outage on September 14?', true],
  ['what happened to pump-1 on 14 September?', true],
  ['what happened on 15 September?', false],
  ['what happened yesterday?', false],
])('AI-09 the report of an incident is told with its day: %s', async (query, isTold) => {
  expect((await ask(query)).includes('No form could be sent')).toBe(isTold);
});

test.each([
  ['what happened on 3 March 2026?', true],
  ['what happened on March 3?', true],
  ['what happened on 3 March 2025?', false],
])('AI-09 also where its title has the day in figures: %s', async (query, isTold) => {
  expect((await ask(query)).includes('The pumps stood still')).toBe(isTold);
});

test.each([
  ['until when must hours be entered?', 'until Wednesday'],
  ['when do I have to enter the hours of the duty week?', 'until Wednesday'],
  ['when and where does the hand-over of the duty week take place?', 'Mondays at 09:30'],
  ['when is the duty week handed over?', 'Mondays at 09:30'],
])('AI-09 %s: the time that is asked for, and not any', async (query, told) => {
  expect(await ask(query)).toContain(told);
});

test('AI-10 what a server does tells its description too, where it has one', async () => {
  for (const query of ['What does pump-1 do?', 'what is pump-1 used for?'])
    // oxlint-disable-next-line no-await-in-loop -- Two ways to ask.
    expect(await ask(query)).toMatch(/function is \*\*Pump Controller[^]*description is \*\*Lifts rain water/); // prettier-ignore
  expect(await ask('what does desk-1 do?')).not.toContain('description');
});
