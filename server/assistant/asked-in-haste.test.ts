// Slips of the pen, short forms and small words of a question that documents are to answer.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { documentsOf } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const PAGES: [title: string, content: string][] = [
  ['Student accounts', '## Closing\n\nStudent accounts are closed 90 days after the last term.'],
  ['Lecture recording', '## Booking\n\nThe lecture office books a recording two weeks ahead.'],
  ['Committee rooms', '## Screens\n\nThe committee rooms have a screen on the east wall.'],
  ['Visitor wireless', '## Voucher\n\nThe porter prints a voucher that is valid for 24 hours.'],
  ['Resetting a password', '## Steps\n\n1. Open the account desk.\n2. Set a new password.'],
  ['Second factor', '## Lost phone\n\nThe second factor is removed by the account desk against a passport.'],
  ['Broken disks in the storage', '## Steps\n\n1. Find the amber light.\n2. Replace the disk within four hours.'],
  ['Single sign-on', '## Login fails\n\nRenew the single sign-on key of the portal.'],
  ['Mail server mx-1', '## Restart\n\nNever restart mx-1 between 08:00 and 10:00: the queue is lost.'],
  ['Contact list', '## Place\n\nThe contact list hangs on the blue wall.'],
  ['Self-service cloud', '## Creating a virtual machine\n\nChoose Launch in the cloud console.\n\n## Init of an image\n\nThe first start takes 25 minutes.'],
  ['Incident: wireless network down on 12 May', '## Impact\n\n3,400 people were hit by the wireless outage.'],
  ['Disk quota', '## Disk quota exceeded\n\nEmpty the bin of the home folder, then wait ten minutes.'],
]; // prettier-ignore

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await documentsOf(at.current.database.db, signedIn.user, PAGES);
  await ann.call(servers.create, { body: { name: 'mx-1', primaryFunction: 'Mail Server', environment: 'production', status: 'online' } }); // prettier-ignore
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

describe('AI-09 a slip in a word that only documents have is read as that word, and said to be', () => {
  test.each([
    ['studnet accounts', '90 days after', '“studnet” as “student”'],
    ['lectrue recording', 'two weeks ahead', '“lectrue” as “lecture”'],
    ['qouta', 'Empty the bin', '“qouta” as “quota”'],
    ['commitee screens', 'east wall', '“commitee” as “committee”'],
  ])('AI-09 %s', async (query, told, read) => {
    const answer = await ask(query);
    expect(answer).toContain(told);
    expect(answer).toContain(`I read ${read}.`);
  });

  test.each([
    'what is the lectern for',
    'what is the comet for',
    'contract list',
    'poster',
    'who books the stadium',
  ])('AI-10 another word is no slip: %s', async (query) => {
    expect(await ask(query)).toMatch(/^I found nothing/);
  });
});

describe('AI-09 short forms and other words for the same', () => {
  test.each([
    ['how do I reset a pasword', 'Set a new password'],
    ['how do I reset a pw', 'Set a new password'],
    ['how long is a wlan voucher valid', '24 hours'],
    ['how long is a wifi voucher valid', '24 hours'],
    ['lost phone, how is the mfa removed', 'against a passport'],
    ['how do I swap the broken disk in the storage', 'within four hours'],
    ['how do I create a vm in the cloud', 'Choose Launch'],
    ['how many ppl were hit by the wifi outage in may', '3,400 people'],
    ['how long does init take', '25 minutes'],
    ['can u tell me where r the committee screens', 'east wall'],
    ['who gets a lecture recording', 'two weeks ahead'],
    ['sso of the portal fails', 'Renew the single sign-on key'],
  ])('AI-09 %s', async (query, told) => {
    expect(await ask(query)).toContain(told);
  });
});

test.each([
  'hey ok the user says his disk quota is exceeded already',
  'what do i do while his disk quota is exceeded',
  'his disk quota exceeded, what do i do',
])('AI-09 small words around what is written do not hide it: %s', async (query) => {
  expect(await ask(query)).toContain('Empty the bin of the home folder');
});

test.each(['should i restart mx-1', 'should we just restart mx-1'])(
  'AI-09 whether one should is answered by what forbids it: %s',
  async (query) => {
    const answer = await ask(query);
    expect(answer).toContain('Never restart mx-1 between 08:00 and 10:00');
    expect(answer).not.toContain('change nothing');
  },
);
