// Words that turn a question round are read or refused, and never left out; held against SQL over a made-up inventory.
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { settingsChange } from '../../contract/settings-change.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { idsWhere, linked, askInTurn } from '../../test/assistant-answers.ts';
import { aDocument, aUser } from '../../test/factories.ts';
import type { TestUser } from '../../test/factories.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
/** Without summer time, so that days have 24 hours. */
const ZONE = 'Asia/Tokyo';
let ann: Client & { user: TestUser };

beforeAll(async () => {
  ann = await at.current.signedIn();
  await makeUpInventory(at.current, ann);
  for (const [name, primaryFunction, status] of [
    ['dub-ns-1', 'Name Server', 'online'],
    ['dub-bak-1', 'Backup Server', 'offline'],
  ] as const)
    await ann.call(servers.create, {
      body: {
        name,
        primaryFunction,
        status,
        environment: 'production',
        serverLocation: 'Dublin Data Centre',
      },
    });
}, 120_000);

const talk = (...questions: string[]) => askInTurn(ann, questions);
const ask = async (query: string): Promise<string> => (await talk(query))[0] ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

describe('AI-10 a word that asks is not what a server does', () => {
  test.each([
    ['name the servers in Dublin', "server_location = 'Dublin Data Centre'"],
    ['print the servers in Dublin', "server_location = 'Dublin Data Centre'"],
    ['name all offline servers', "status = 'offline'"],
    ['Name of the server in Auburn that is in maintenance?', "server_location = 'Auburn' and status = 'maintenance'"],
    ['which servers are name servers', "primary_function = 'Name Server'"],
    ['list print servers and backup servers', "primary_function in ('Print Server', 'Backup Server')"],
    ['list all print or backup servers', "primary_function in ('Print Server', 'Backup Server')"],
  ])('AI-10 %s', async (query, where) => {
    expect(linked(await ask(query))).toEqual(await idsOf(where));
  }); // prettier-ignore

  test('AI-10 what servers lack is no function that they have not', async () => {
    const answer = await ask('servers with no backup');
    expect(answer).toContain('I did not understand “no backup”');
    expect(linked(answer)).toEqual([]);
  });
});

describe('AI-10 people', () => {
  beforeAll(async () => {
    for (const [name, role, department, status] of [
      ['Ada Bell', 'Manager', 'Finance', 'active'],
      ['Cy Dorn', 'Network Engineer', 'IT Operations', 'active'],
      ['Eve Finch', 'Security Analyst', 'IT Security', 'inactive'],
      ['Gus Hale', 'Service Manager', 'IT Operations', 'active'],
    ] as const)
      await ann.call(team.create, {
        body: { name, role, department, status, email: `${name.split(' ')[0]}@example.com` },
      });
  });
  const named = (answer: string) =>
    [...answer.matchAll(/\[([A-Z][a-z]+) [A-Z][a-z]+\]\(\/team\?/g)].map(([, name = '']) => name).join(' ');

  test.each([
    ['who is not active?', 'Eve'],
    ['people who are not engineers', 'Ada Eve Gus'],
    ["who isn't in IT Operations", 'Ada Eve'],
    ['who is not in IT Operations or IT Security?', 'Ada'],
    ['list engineers or analysts', 'Cy Eve'],
    ['engineers and analysts', 'Cy Eve'],
    ['list all active managers', 'Ada Gus'],
    ['who works in IT Operations and is not a manager?', 'Cy'],
  ])('AI-10 %s: %s', async (query, names) => {
    expect(named(await ask(query))).toBe(names);
  });

  test('AI-10 how many are not so, and how many departments there are', async () => {
    expect(await ask('How many people are not managers?')).toContain('**2** team members');
    const departments = await ask('How many departments are there?');
    expect(departments).toContain('The team has **3** departments:');
    expect(departments).toContain('- IT Operations: **2**');
  });

  test('AI-10 what nobody understood or recorded is said', async () => {
    expect(await ask('engineers or people in Finance')).toContain('I did not understand “or');
    const phone = await ask('phone number of Ada Bell');
    expect(phone).toContain('The team records nothing about “phone”');
    expect(phone).toContain('ada@example.com');
    expect(await ask('How many servers do I manage?')).toContain('no person');
    expect(await ask('list my servers')).toContain('no person');
  });

  test('AI-10 a question that goes on stays with people', async () => {
    const [, finance, managers, owned] = await talk('who is in IT Operations?', 'and in Finance?', 'who of them is a manager?', 'what servers do they own?'); // prettier-ignore
    expect(named(finance ?? '')).toBe('Ada');
    expect(named(managers ?? '')).toBe('Ada');
    expect(owned).toContain('no person');
  });
});

describe('AI-09 documents', () => {
  beforeAll(async () => {
    const { db } = at.current.database;
    const heron = await aUser(db, { firstName: 'Bo', lastName: 'Heron' });
    await aDocument(db, heron, {
      title: 'Otter',
      content: 'Tapes.',
      category: 'Networking',
      isPublished: true,
    });
    await aDocument(db, heron, { title: 'Heron', content: 'Tapes and cables.' });
    await aDocument(db, ann.user, { title: 'Badger', content: 'Cables.', category: 'Networking' });
  });

  test.each([
    ['How many documents are not in the category Networking?', 1],
    ['how many documents are not by Bo Heron', 1],
    ['How many documents were not written by Bo Heron?', 1],
    ['How many documents did I write?', 1],
    ['how many documents are written by me', 1],
    ['how many documents mention tapes or cables', 3],
    ['how many documents mention both tapes and cables', 1],
    ['how many documents that are not published are there', 2],
    ['How many documents do not mention tapes?', 1],
    ['how many documents have no tags', 3],
  ])('AI-09 %s: %i', async (query, count) => {
    expect(await ask(query)).toContain(`**${count}** document`);
  });

  test.each([['how many documents are drafts or in category Networking', 'or']])(
    'AI-09 %s: what is not read is said',
    async (query, words) => {
      const answer = await ask(query);
      expect(answer).toContain(`I did not understand “${words}”`);
      expect(answer).not.toMatch(/\*\*\d/);
    },
  );

  test('AI-09 in a category that there is not is no document', async () => {
    expect(await ask('how many documents are in category otters')).toBe(
      'There is no document (category otters).',
    );
  });

  test('AI-09 a kind of document that there is not is not counted, and my own are listed', async () => {
    const answer = await ask('How many runbooks are there?');
    expect(answer).toContain('No type of document is called “runbooks”');
    expect(answer).not.toContain('**3** documents');
    const mine = await ask('list my documents');
    expect(mine).toContain('[Badger]');
    expect(mine).not.toContain('[Otter]');
  });
});

test('AI-10 what I changed is not what others changed', async () => {
  const other = await at.current.signedIn();
  const made = { environment: 'staging', status: 'online' } as const;
  await ann.call(servers.create, { body: { ...made, name: 'mine-1' } });
  await other.call(servers.create, { body: { ...made, name: 'theirs-1' } });
  const answer = await ask('what did I change today?');
  expect(answer).toContain('[mine-1]');
  expect(answer).not.toContain('theirs-1');
  expect(answer).not.toContain('[Otter]');
  const theirs = (await other.call(assistant.ask, { body: { query: 'what did I change today?' } })).response;
  expect(theirs).toContain('**1** server was changed by you');
  expect(theirs).toContain('No document was changed by you');
});

describe('AI-10 fields, and how many values they have', () => {
  beforeAll(async () => {
    const { pool } = at.current.database;
    await pool.query("update servers set notes = 'Behind the door', key_contacts = 'Night desk' where name = 'dub-ns-1'");
    const [{ id } = { id: '' }] = (await pool.query<{ id: string }>("select id from servers where name = 'dub-bak-1'")).rows;
    const document = await aDocument(at.current.database.db, ann.user, { title: 'Backups' });
    await pool.query('insert into server_documents (server_id, document_id) values ($1, $2)', [id, document]);
  }); // prettier-ignore

  test.each([
    ['how many servers have notes', "coalesce(notes, '') <> ''"],
    ['How many servers have a hardware model?', "coalesce(hardware_model, '') <> ''"],
    ['how many servers have an owner', "coalesce(team_owner, '') <> ''"],
    ['how many servers with a contact in Dublin', "coalesce(key_contacts, '') <> '' and server_location = 'Dublin Data Centre'"],
    ['how many servers were never checked', 'last_health_check is null'],
    ['How many servers have no runbook?', 'id not in (select server_id from server_documents)'],
    ['how many servers sit in Auburn', "server_location = 'Auburn'"],
    ['how many servers live in Dublin', "server_location = 'Dublin Data Centre'"],
  ])('AI-10 %s', async (query, where) => {
    expect(await ask(query)).toContain(`**${(await idsOf(where)).length}** server`);
  }); // prettier-ignore

  test.each([
    ['How many locations are there?', 'server_location'],
    ['how many operating systems', 'operating_system'],
    ['how many teams own servers', 'team_owner'],
    ['how many networks do we have?', 'network'],
  ])('AI-10 %s', async (query, column) => {
    const { rows } = await at.current.database.pool.query<{ count: string }>(
      `select count(distinct nullif(${column}, '')) from servers where deleted_at is null`,
    );
    expect(await ask(query)).toContain(`**${rows[0]?.count}** different values of`);
  });

  test.each([
    ['how many servers are new', '“new”'],
    ['how many servers need updates', '“updates”'],
    ['servers with the same ip address', '“same”'],
  ])('AI-10 %s: what is not read is said', async (query, words) => {
    const answer = await ask(query);
    expect(answer).toContain(`I did not understand ${words}`);
    expect(answer).not.toMatch(/\*\*\d/);
  });
});

describe('AI-10 moments and outages', () => {
  const down = async (name: string, from: string, until: string) =>
    at.current.database.pool.query(
      `insert into incidents (server_id, started_at, ended_at, message)
       select id, (${from}) at time zone $2, (${until}) at time zone $2, 'x' from servers where name = $1`,
      [name, ZONE],
    );
  const DAY = `date_trunc('day', now() at time zone '${ZONE}')`;
  beforeAll(async () => {
    await ann.call(settingsChange.update, { body: { profile: { timezone: ZONE } } });
    await down('dub-ns-1', `${DAY} - interval '1 day 1 hour'`, `${DAY} - interval '23 hours'`);
    await down('dub-bak-1', `${DAY} - interval '20 hours'`, `${DAY} - interval '19 hours'`);
  });

  test('AI-10 what was down at one moment', async () => {
    const midnight = await ask('What was down yesterday at midnight?');
    expect(midnight).toContain('[dub-ns-1]');
    expect(midnight).not.toContain('dub-bak-1');
    expect(midnight).toContain('at 0:00 yesterday');
    expect(await ask('which servers were down at 4:30 am yesterday?')).toContain('[dub-bak-1]');
    expect(await ask('was anything down at 3 am yesterday?')).toContain('No server was down');
  });

  test('AI-10 the outages of one server', async () => {
    const answer = await ask('dub-ns-1 outages');
    expect(answer).toContain('**1** outage of [dub-ns-1]');
    expect(answer).toContain('2 h 0 min in all');
  });
});

describe('AI-10 what is asked of a server beside its fields', () => {
  test('AI-09 documents that mention it, who changed it, and what is not done or told', async () => {
    await aDocument(at.current.database.db, ann.user, { title: 'Names', content: 'On dub-ns-1 runs BIND.' });
    const mentions = await ask('Which documents mention dub-ns-1?');
    expect(mentions).toContain('**1** document mentions “dub-ns-1”');
    expect(mentions).toContain('[Names]');
    expect(await ask('which documents mention dub-bak-1')).toContain('no document that mentions');
    expect(await ask('who changed dub-bak-1 last?')).toContain('nobody has since it was added');
    expect(await ask('who added dub-bak-1?')).toMatch(/\[dub-bak-1\].* was added by \*\*Ann Smith\*\*/);
    const [id = ''] = await idsOf("name = 'dub-bak-1'");
    await ann.call(servers.update, { params: { id }, body: { domain: 'example.org' } });
    expect(await ask('who changed dub-bak-1 last?')).toMatch(/\[dub-bak-1\].* by \*\*Ann Smith\*\*/);
    expect(await ask('set dub-bak-1 to maintenance')).toContain('change nothing');
    expect(await ask('uptime percentage of dub-ns-1 last month')).toContain('is not told here');
  });

  test('AI-10 of two figures not one alone', async () => {
    const answer = await ask('highest cpu and lowest memory');
    expect(answer).toContain('I did not understand “memory usage”');
    expect(answer).not.toMatch(/\*\*\d/);
  });
});

test.each([
  ['owner of all offline servers', 'status offline by team owner:', "status = 'offline'"],
  ['os of the production servers', 'environment production by operating system:', "environment = 'production'"],
])('AI-10 %s: the field of them, not a list without it', async (query, head, where) => {
  expect(await ask(query)).toContain(`**${(await idsOf(where)).length}** servers with ${head}`);
}); // prettier-ignore

test.each(['what is 2+2', 'What time is it?', 'what day is it today?', '17 x 4'])(
  'AI-10 %s: nothing fits, and that is said',
  async (query) => expect(await ask(query)).toMatch(/^I found nothing that this asks for\. I can answer/),
);
