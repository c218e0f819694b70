// Turns that ask for a part of what the answer before told, and name no thing of their own; outages held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, byText, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const HOSTS = [
  ['relay-1', 'Mail Relay', 'production', 70, 'Auburn'],
  ['relay-2', 'Mail Relay', 'staging', 95, 'Auburn'],
  ['file-1', 'File Server', 'production', 90, 'Leeds'],
  ['file-2', 'File Server', 'staging', 20, 'Leeds'],
] as const;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  const { db, pool } = at.current.database;
  for (const [name, primaryFunction, environment, cpu, serverLocation] of HOSTS) {
    const { id } = await ann.call(servers.create, { body: { name, primaryFunction, environment, serverLocation, teamOwner: 'IT Security' } });
    await pool.query('update servers set cpu_usage = $2, disk_usage = $2 where id = $1', [id, cpu]);
  }
  await pool.query(`insert into incidents (server_id, started_at, ended_at, message)
    select id, now() - n * interval '2 days', now() - n * interval '2 days' + n * interval '3 hours', 'x'
    from servers, generate_series(1, 3) as n where n < 3 or name like 'file%'`);
  const steps = (thing: string) =>
    `## Access Required\n\nA key for the ${thing}.\n\n## Steps\n\n1. Install the updates on the ${thing}.\n\n## Rollback\n\nTake the ${thing} back to last week.`;
  for (const thing of ['file server', 'mail relay'])
    await aDocument(db, signedIn.user, { title: `How to patch the ${thing}`, content: steps(thing), tags: ['patching'], isPublished: thing === 'mail relay' });
  await aDocument(db, signedIn.user, { title: 'Windows of maintenance', content: 'When to patch.', tags: ['patching'], isPublished: true });
  await aDocument(db, signedIn.user, { title: 'Start of the tea kitchen', content: 'What tea needs before a start.' });
}, 60_000); // prettier-ignore

const talk = (...questions: string[]) => askInTurn(ann, questions);
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const titles = (answer = '') => [...answer.matchAll(/\[([^\]]+)\]\(\/knowledge-base\?doc=[0-9a-f-]{36}\)/g)].map(([, title]) => title ?? '').toSorted(byText); // prettier-ignore
const hoursIn = async (which: string) => {
  const { rows } = await at.current.database.pool.query<{ hours: number }>(
    `select (extract(epoch from ${which}(ended_at - started_at)) / 3600)::int as hours from incidents join servers on servers.id = server_id where primary_function = 'Mail Relay'`,
  );
  return rows[0]?.hours ?? 0;
};

describe('AI-10 behind outages', () => {
  test('AI-10 how long they lasted in all, and which was the longest', async () => {
    const [, some, all, longest] = await talk('outages in the last 30 days', 'only those of mail relays', 'how long did they last in total?', 'which one was longest?'); // prettier-ignore
    expect(new Set(linked(some))).toEqual(new Set(await idsOf("primary_function = 'Mail Relay'")));
    expect(all).toContain(`**${await hoursIn('sum')} h 0 min** in all`);
    expect(longest).toMatch(/^Longest outages? of servers with function mail relay/i);
    expect(longest).toContain(`${await hoursIn('max')} h 0 min`);
  });
});

describe('AI-09 behind a procedure', () => {
  test.each([
    ['what do I need before I start?', '> A key for the mail relay.'],
    ['and how do I roll it back?', '> Take the mail relay back to last week.'],
  ])('AI-09 %s', async (query, told) => {
    const [, part] = await talk('how do I patch the mail relay?', query);
    expect(part).toMatch(/^From the documents:\n\n\*\*\[How to patch the mail relay\]/);
    expect(part).toContain(told);
    expect(part).not.toContain('tea');
  });

  test('AI-10 a question about servers is none of it', async () => {
    const [, count] = await talk('how do I patch the mail relay?', 'how many are in production?');
    expect(count).not.toContain('From the documents');
  });
});

describe('AI-09 behind a list of documents', () => {
  const list = 'documents tagged patching';
  test.each([
    ['which of them are published?', ['How to patch the mail relay', 'Windows of maintenance']],
    ['how many are drafts?', ['How to patch the file server']],
    ['the one about the mail relay', ['How to patch the mail relay']],
    ['which of those mention the file server?', ['How to patch the file server']],
    ['which of them are tagged tea?', []],
  ])('AI-09 %s', async (query, expected) => {
    const [, some] = await talk(list, query);
    expect(titles(some)).toEqual(expected);
    expect(some).toContain('of the 3 documents of the answer before');
  });

  test('AI-09 "them" are then those that were left', async () => {
    const [, , who] = await talk(list, 'which of them are published?', 'who wrote them?');
    expect(titles(who)).toEqual(['How to patch the mail relay', 'Windows of maintenance']);
  });
});

describe('AI-10 behind some servers', () => {
  test('AI-10 of the first by a figure: they alone, in one message too', async () => {
    const where = "name in ('relay-2', 'file-1')";
    const [top, which, owners] = await talk(
      'top 2 by cpu',
      'which of those are in production?',
      'who owns them?',
    );
    expect(linked(top)).toEqual(await idsOf(where));
    expect(linked(which)).toEqual(await idsOf(where));
    expect(which?.match(/environment is \*\*(?:production|staging)\*\*/g)?.toSorted()).toEqual(['environment is **production**', 'environment is **staging**']); // prettier-ignore
    expect(linked(owners)).toEqual(await idsOf(where));
    const [both] = await talk('top 2 by cpu and which of those are in production?');
    expect(new Set(linked(both))).toEqual(new Set(await idsOf(where)));
  });

  test('AI-10 of a question that was not all understood: those that were', async () => {
    const [refused, full] = await talk(
      'which other servers do the same in Auburn?',
      'any of them over 80% disk?',
    );
    expect(refused).toMatch(/^I did not understand/);
    expect(linked(full)).toEqual(await idsOf("server_location = 'Auburn' and disk_usage > 80"));
  });
});
