// What people wrote about a server, in its own texts and in documents that are called by it.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  const rest = { environment: 'production', status: 'online' } as const;
  const { db } = at.current.database;
  await ann.call(servers.create, {
    body: { ...rest, name: 'lib-cat-2', notes: 'To be replaced in March 2028, since the catalogue moves.', description: 'Copies the loans nightly', keyContacts: 'Mira Holm' },
  });
  await ann.call(servers.create, { body: { ...rest, name: 'lab-gpu-1', notes: `${'long text '.repeat(200)}THE END` } });
  await aDocument(db, signedIn.user, {
    title: 'End of exam-old-1',
    content: '## Reason\n\nNo more updates.\n\n## Move\n\nThe faculties move by May 2028.\n\n## Final date\n\n15 July 2028.',
  });
  await ann.call(servers.create, { body: { ...rest, name: 'exam-old-1' } });
  await aDocument(db, signedIn.user, {
    title: 'Laboratory machines',
    content: '## Quirks of lab-gpu-2\n\nThe fan is loud.\n\n## Quirks of lab-gpu-3\n\nClosed on 4 May 2029.',
  });
  for (const name of ['lab-gpu-2', 'lab-gpu-3']) await ann.call(servers.create, { body: { ...rest, name } });
  await aDocument(db, signedIn.user, {
    title: 'Rebuilding the tape robot',
    content: '## Steps\n\n1. Log in to lib-cat-2.\n2. Run the inventory of tapes.',
  });
}, 60_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

describe('AI-10 the own texts of a server are looked up before anything of it is denied', () => {
  test.each([
    ['when is lib-cat-2 replaced?', 'To be replaced in March 2028'],
    ['why does the catalogue move from lib-cat-2?', 'To be replaced in March 2028'],
    ['until when is lib-cat-2 to be replaced?', 'To be replaced in March 2028'],
    ['does lib-cat-2 copy loans?', 'Copies the loans nightly'],
    ['is Mira a contact of lib-cat-2?', 'Mira Holm'],
    ['who are the key contacts of lib-cat-2?', 'Mira Holm'],
  ])('AI-10 %s', async (query, text) => {
    const answer = await ask(query);
    expect(answer).toContain(text);
    expect(answer).not.toContain('records nothing');
  });

  test('AI-10 what neither field nor text has is still denied, alone', async () => {
    expect(await ask('what warranty do the loans of lib-cat-2 have?')).toContain('nothing about “warranty”.');
  });

  test('AI-10 all of a server is told with its notes, a long text of it cut', async () => {
    expect(await ask('tell me everything about lib-cat-2')).toContain('Notes: To be replaced in March 2028');
    const long = await ask('lab-gpu-1');
    expect(long).toContain('Notes: long text');
    expect(long).not.toContain('THE END');
    expect(await ask('notes of lab-gpu-1')).toContain('THE END');
  });
});

describe('AI-09 documents that are called by a server are told below it', () => {
  test.each(['when will exam-old-1 be switched off?', 'how many days until exam-old-1 closes?'])(
    'AI-09 %s: the places with a day are quoted',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toContain('15 July 2028');
      expect(answer).not.toContain('No more updates');
      expect(answer.indexOf('15 July 2028')).toBeLessThan(answer.indexOf('Environment:'));
    },
  );

  test('AI-09 beside a field that is asked for as well', async () => {
    const answer = await ask('when does exam-old-1 retire, and what is its status?');
    expect(answer).toContain('15 July 2028');
    expect(answer).toContain('status is **online**');
    expect(await ask('who owns exam-old-1 and what colour has it?')).not.toContain('written under');
  });

  test('AI-09 the place that tells of the question is quoted alone', async () => {
    const answer = await ask('what is the final date of exam-old-1?');
    expect(answer).toContain('15 July 2028');
    expect(answer).not.toContain('May 2028');
  });

  test('AI-09 they are linked with what stands in them where they tell nothing of the question', async () => {
    const answer = await ask('tell me everything about exam-old-1');
    for (const title of ['End of exam-old-1', 'Reason', 'Final date'])
      expect(answer).toContain(`[${title}](`);
    expect(await ask('is anything written about exam-old-1?')).toContain('[End of exam-old-1](');
    expect(await ask('what about lab-gpu-1?')).not.toContain('written under');
  });
});

test('AI-09 else a place of a document that is called by it is linked, and no other place', async () => {
  const answer = await ask('when will lab-gpu-2 be scrapped?');
  expect(answer).toContain('[Quirks of lab-gpu-2](');
  // An id may hold any four figures.
  expect(answer.replaceAll(/\]\([^)]*\)/g, ']')).not.toMatch(/lab-gpu-3|2029/);
});

test('AI-09 what a document says of it comes before all that is recorded', async () => {
  const answer = await ask('why is there no more update of exam-old-1?');
  expect(answer.indexOf('No more updates')).toBeLessThan(answer.indexOf('Environment:'));
});

test('AI-10 its own text comes before a document that has the word too', async () => {
  const answer = await ask('what are the loans of lib-cat-2?');
  expect(answer).toMatch(/^\[lib-cat-2\]\S+ description is \*\*Copies the loans/);
});

test('AI-10 how long it has been so is told beside whether it is', async () => {
  const answer = await ask('is lib-cat-2 up and how long has it been up?');
  for (const told of ['status is **online**', 'uptime is']) expect(answer).toContain(told);
});

test('AI-10 whether a server was booted in a time is told by its uptime', async () => {
  expect(await ask('was lib-cat-2 rebooted this week?')).toMatch(/^\[lib-cat-2\]\S+ uptime is not recorded/);
});

test('AI-10 since when a server runs is told without its state', async () => {
  expect(await ask('how long has lib-cat-2 been running?')).not.toContain('status');
});

test('AI-09 below steps for a server that was told of, it is not told of again', async () => {
  const answer = await ask('Is lib-cat-2 healthy, and how do I rebuild the tape robot with it?');
  expect(answer).toContain('Run the inventory of tapes');
  expect(answer).toContain('status is **online**');
  expect(answer).not.toContain('Environment:');
});
