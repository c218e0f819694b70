// Questions in the words of the day, over documents and servers that use others.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, linked } from '../../test/assistant-answers.ts';
import { documentsOf } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const PAGES: [title: string, content: string][] = [
  ['Password policy', '## Length\n\nPasswords have at least 14 characters. Those of administrators have at least 20.\n\n## Locking\n\nAccounts lock after 6 wrong tries for 30 minutes.'],
  ['Visitor Wi-Fi', '## For visitors\n\nThe reception prints a voucher that is valid for 48 hours.'],
  ['Crew Wi-Fi', '## Getting on\n\nCrew sign in with the number of their book.\n\n## Limit\n\nEach has 2 GB a week.'],
  ['Move of the annex', '## Plan\n\nServers of the north annex go to Hall 7 in March 2027.'],
  ['How to restart the film archive', '## Before\n\nTell the readers on duty.\n\n## Steps\n\n1. Stop the service `FilmArchive`.\n2. Restart the machine.'],
  ['Disk full on a Linux server', '## Act\n\n1. Rotate the logs.\n2. Above 95 % call Tove Lind.'],
  ['Leaving staff', '## After 30 days\n\nDelete the mailbox.\n\n## After 90 days\n\nDelete the home folder.'],
  ['Patch windows', '## Windows servers\n\nSecond Tuesday.\n\n## Linux servers\n\nEvery Wednesday at 05:00.\n\n## Not patched\n\nold-fax gets no patches.'],
  ['Downtime procedure for the ward', '## When the network is down\n\nUse the emergency telephone 6199.'],
  ['Old systems', '## Switchboard\n\nThe switchboard is retired on 1 May.\n\n## Windows Server 2022\n\nSupport ends on 1 October.\n\n## Windows Server 2008\n\nSupport of Windows Server 2008 ends on 1 June.\n\n## What stays\n\nThe scanners and the cranes.'],
  ['Memory full on a database server', '## First\n\n1. Find the largest query.\n2. Stop it.\n\n## Above 95 %\n\nRing the platform desk.'],
  ['Duty rota and contacts', '## Numbers\n\nThe platform desk on-call has 4400.\n\n## Hand-over\n\nThe on-call phone is handed over on Mondays in room B2.'],
  ['Incident: film archive stopped on 3 May', '## Cause\n\nThe film archive had a wrong clock.'],
  ['Why the label printers failed', '## Cause\n\nThe belt of the label printers was torn.'],
]; // prettier-ignore
const SERVERS: [name: string, job: string, system: string, place: string][] = [
  ['names-1', 'Name Server', 'Rocky Linux 9.4', 'North Annex'],
  ['film-1', 'Film Archive', 'Windows Server 2022', 'Main House'],
  ['old-fax', 'Fax Gateway', 'Windows Server 2008 R2', 'South Annex'],
  ['desk-1', 'Terminal Server', 'Windows Server 2022', 'North Annex'],
];

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await documentsOf(at.current.database.db, signedIn.user, PAGES);
  for (const [name, primaryFunction, operatingSystem, serverLocation] of SERVERS)
    // oxlint-disable-next-line no-await-in-loop -- A few servers.
    await ann.call(servers.create, {
      body: { name, primaryFunction, operatingSystem, serverLocation, environment: 'production',
        status: name === 'desk-1' ? 'offline' : 'online', ...(name === 'old-fax' && { notes: 'To be switched off in 2027.' }) },
    }); // prettier-ignore
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

describe('AI-09 what documents call by other words', () => {
  test.each([
    ['how long is a wifi voucher valid', '48 hours'],
    ['when are the linux boxes patched', 'Every Wednesday'],
    ['when is names-1 patched', 'Every Wednesday'],
    ['how many name servers do we have and when were they patched', 'Every Wednesday'],
    ['when are the name servers patched', 'Every Wednesday'],
    ['what is the emergency phone number', '6199'],
    ['how long must a password be for admins', 'at least 20'],
    ['min password length', 'at least 14'],
    ['what is the max number of wrong tries', 'after 6 wrong tries'],
    ['how long do accounts stay locked', '30 minutes'],
    ['home folder of a leaver, when is it deleted', 'Delete the home folder'],
    ['what happens with the mailbox of somebody who left', 'Delete the mailbox'],
    ['what happens to the mailbox when somebody leaves', 'Delete the mailbox'],
    ['emergency phone when the network is down', '6199'],
    ['when will the switchboard be switched off', 'retired on 1 May'],
    ['where do the north annex servers go', 'to Hall 7'],
    ['disk is 97% full on a linux server who do i call', 'call Tove Lind'],
    ['who do i call about a full disk on a linux server?', 'call Tove Lind'],
    ['names-1 disk is 97% full, what do i do', 'call Tove Lind'],
    ['why did the label printers fail', 'was torn'],
    ['why did the film archive fail', 'a wrong clock'],
    ['memory is 96% on a database server who do i call', 'Ring the platform desk'],
    ['how much data may crew use on the wifi', '2 GB'],
    ['who is oncall for the platform desk', '4400'],
    ['who is oncall', '4400'],
    ['when is the oncall phone handed over and where', 'Mondays in room B2'],
  ])('AI-09 %s', async (query, told) => {
    const answer = await ask(query);
    expect(answer).toContain('From the documents:');
    expect(answer).toContain(told);
    expect(answer).not.toMatch(/^I found nothing|no server|servers in the inventory/i);
  });

  test.each([
    ['what is the wifi password', '14 characters'],
    ['wifi password', '14 characters'],
    ['why did the scanners fail', 'was torn'],
    ['how do I restart the windows servers', 'Stop the service'],
    ['how do I restart a server', 'Stop the service'],
    ['what must I do before I restart the cranes', 'Tell the readers'],
  ])('AI-09 what is about another thing is no answer: %s', async (query, other) => {
    const answer = await ask(query);
    expect(answer).toMatch(/^I found nothing/);
    expect(answer).not.toContain(other);
  });

  test.each([
    [['which servers are in the north annex?']],
    [['list the windows servers']],
    [['what is offline?']],
  ])('AI-09 %s How do I restart them? is answered by no procedure for others', async (questions) => {
    expect(await ask(...questions, 'how do I restart them?')).toMatch(/^I found nothing about “restart/);
  });

  test.each([
    [['film archive is hanging, what do i do before i restart it and who do i tell']],
    [['film archive is stuck, what do i do before the restart and whom do i ask']],
    [['how do I restart the film archive', 'what do I do before I restart it and who do I tell']],
  ])('AI-09 what comes before, and who is told there: %s', async (questions) => {
    const answer = await ask(...questions);
    expect(answer).toContain('Tell the readers on duty.');
    expect(answer).not.toContain('I found nothing');
    expect(answer).not.toContain('Stop the service');
  });
});

test('AI-09 a report tells what happened, and nothing is said not to be understood behind it', async () => {
  const answer = await ask('what happened to the film archive in May?');
  expect(answer).toContain('a wrong clock');
  expect(answer).not.toContain('I did not understand');
});

test('AI-09 a year alone is about nothing of a server', async () => {
  expect(await ask('what happens to old-fax in 2027?')).not.toContain('From the documents');
});

test('AI-09 what else is asked of a server is said to be open', async () => {
  const answer = await ask('when is names-1 patched and who does it?');
  expect(answer).toContain('Every Wednesday');
  expect(answer).toContain('I found nothing about “and who does it?”.');
});

test('AI-09 what is asked of a system that was named is asked of its documents', async () => {
  const answer = await ask('which servers still run windows server 2008 and when does its support end');
  expect(linked(answer)).toHaveLength(1);
  expect(answer).toContain('ends on 1 June');
});

describe('AI-10 what servers have in small words, and places by their kind', () => {
  test.each([
    'which machines need to be switched off in 2027',
    'which servers will be switched off in 2027?',
  ])('AI-10 a note is found as it was written: %s', async (query) => {
    const answer = await ask(query);
    expect(linked(answer)).toHaveLength(1);
    expect(answer).toContain('[old-fax]');
  });

  test.each([
    ['which annex has the most servers', '**North Annex** has the most: 2.'],
    ['which annex has the fewest servers', '**South Annex** has the fewest: 1.'],
    ['how many servers does each annex have', '- North Annex: **2**'],
    ['servers per annex', '- South Annex: **1**'],
  ])('AI-10 %s', async (query, told) => {
    const answer = await ask(query);
    expect(answer).toContain(told);
    expect(answer).not.toContain('Main House');
  });

  test.each(['which annex has no offline servers', 'average number of servers per annex'])(
    'AI-10 no figure answers another question: %s',
    async (query) => {
      expect(await ask(query)).toMatch(/^I did not understand “(?:no|average)”/);
    },
  );

  test('AI-10 places are counted, and the first of them told', async () => {
    const answer = await ask('how many annexes are there and which has the most servers');
    expect(answer).toContain('- South Annex: **1**');
    expect(answer).toContain('**North Annex** has the most: 2.');
  });

  test.each(['Is everything online except old-fax?', 'are all servers up apart from the fax gateway'])(
    'AI-10 how all others are is told: %s',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toMatch(/^\*\*3\*\* servers with .* by status:/);
      expect(answer).toContain('[desk-1]');
    },
  );
});
