// Words that are not understood, several questions at once and questions that go on from the one before, held against SQL
// over an inventory that is made up anew each run.
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import type { Turn } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { figure, idsWhere, linked, askInTurn } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;
let name = '';

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  ({ name } = await makeUpInventory(at.current, ann));
  for (const [host, status, keyContacts] of [
    ['kiwi-1', 'offline', 'Night desk'],
    ['kiwi-2', 'online', null],
  ] as const)
    await ann.call(servers.create, {
      body: { name: host, status, keyContacts, environment: 'production', teamOwner: 'IT Security', primaryFunction: 'Fruit Store' },
    });
  const { db, pool } = at.current.database;
  // Whatever place is asked about, something was measured there.
  await pool.query('update servers set cpu_usage = 50, memory_usage = 50, disk_usage = 50 where cpu_usage is null');
  await aDocument(db, signedIn.user, { title: 'Drain the mail relay', content: 'Drain the mail relay first.' });
  await aDocument(db, signedIn.user, { title: 'Druckdienst neu starten', content: 'Den Druckdienst anhalten und neu starten.' });
}, 120_000); // prettier-ignore

const talk = (...questions: string[]) => askInTurn(ann, questions);
const ask = async (query: string): Promise<string> => (await talk(query))[0] ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

describe('AI-10 words that are not understood', () => {
  test.each([
    ['wich servers are down', 'which'],
    ['Whst servers are down?', 'what'],
    ['servers taht are down', 'that'],
    ['shwo all offline servers', 'show'],
    ['whcih srevers are ofline', 'which'],
    ['list offline servrs', 'servers'],
  ])('AI-10 %s: read as what it is near to', async (query, meant) => {
    const answer = await ask(query);
    expect(answer).toContain(`as “${meant}”`);
    expect(linked(answer)).toEqual(await idsOf("status = 'offline'"));
  });

  test('AI-10 a misspelt word beside the name of a server, and one that turns the question round', async () => {
    expect(await ask('who ownes kiwi-1?')).toContain('team owner is **IT Security**');
    expect(await ask('what is the statsu of kiwi-2')).toContain('status is **online**');
    expect(linked(await ask('production servers that arnt online'))).toEqual(
      await idsOf("environment = 'production' and status <> 'online'"),
    );
  });

  test.each(['hwo many servers are down', 'how mny servers are down', 'how manny servers are dwon'])(
    'AI-10 %s: counted all the same',
    async (query) => expect(figure(await ask(query))).toBe((await idsOf("status = 'offline'")).length),
  );

  test('AI-10 a name that no server has is said, and the rest is counted without it', async () => {
    const rest = (await idsOf("environment = 'production'")).length;
    for (const word of ['hana', 'IIS', 'perl', 'Vim']) {
      const answer = await ask(`How many production servers run ${word}?`);
      expect(answer).toContain(`I found nothing for “${word.toLowerCase()}”`);
      expect(answer).toContain(`Without it: There are **${rest}** servers with environment production.`);
    }
    expect(await ask('Is anything down in Narnia?')).toContain('I found nothing for “narnia”');
    expect(await ask(`How smelly was ${name} this week, did it go down?`)).toContain('“smelly”');
  });

  test.each([
    ['Welche Server sind offline?', '“welche” and “sind”'],
    ['¿Cuántos servidores hay?', '“cuántos”'],
    ['Quels serveurs sont en panne ?', '“quels”'],
    ['Hoeveel servers zijn er offline?', '“hoeveel”'],
    ['Pokaż wszystkie serwery', '“pokaż”'],
    ['какие серверы не работают', '“серверы”'],
  ])('AI-10 %s: only English is read, and that is said', async (query, words) => {
    const answer = await ask(query);
    expect(answer).toContain('I read questions in English only');
    expect(answer).toContain(words);
    expect(answer).not.toMatch(/\*\*\d/);
  });

  test('AI-09 what changed, in misspelt words', async () => {
    const docs = await ask('which docs chnaged tody');
    expect(docs).toContain('“chnaged” as “changed” and “tody” as “today”');
    expect(docs).toContain('**2** documents');
  });

  test('AI-09 a document in that language answers it', async () => {
    expect(await ask('Wie kann ich den Druckdienst neu starten?')).toContain('[Druckdienst neu starten]');
  });
});

describe('AI-09 two questions at once', () => {
  test('AI-09 both are answered, each in a paragraph of its own', async () => {
    const [down, production] = [await idsOf("status = 'offline'"), await idsOf("environment = 'production'")];
    const owner = await ask('how many servers are down and who owns kiwi-1?');
    expect(owner.split('\n\n')).toEqual([
      expect.stringContaining(`**${down.length}** server`),
      expect.stringContaining('team owner is **IT Security**'),
    ]);
    const two = await ask('How many servers are down? How many hosts are in production?');
    expect(two.split('\n\n').map(figure)).toEqual([down.length, production.length]);
    const its = await ask('how many servers are in production and what is the status of kiwi-2?');
    expect(figure(its)).toBe(production.length);
    expect(its).toContain('status is **online**');
  });

  test('AI-10 of two questions alike the second is not about the servers of the first', async () => {
    const answer = await ask('How many servers have no hardware model and how many have no key contacts?');
    expect(answer.split('\n\n').map(figure)).toEqual([
      (await idsOf("coalesce(hardware_model, '') = ''")).length,
      (await idsOf("coalesce(key_contacts, '') = ''")).length,
    ]);
  });

  test('AI-10 that there is no such server is one of the answers', async () => {
    const answer = await ask('Which servers have no team owner and who owns kiwi-1?');
    expect(answer).toContain('There is no server with no team owner recorded.');
    expect(answer).toContain('team owner is **IT Security**');
  });

  test('AI-09 one question stays one', async () => {
    const both = await idsOf("server_location in ('Dublin Data Centre', 'Auburn')");
    expect(linked(await ask('list servers in Dublin and Auburn'))).toEqual(both);
  });
});

describe('AI-10 a question that goes on from the one before', () => {
  test('AI-10 it keeps what was asked for, and replaces what is said anew', async () => {
    const answers = await talk('Which servers are not online?', 'and in Dublin?', 'how many of those?', 'only in production', 'and in staging?', 'what are their ips?'); // prettier-ignore
    const where = "status <> 'online' and server_location = 'Dublin Data Centre'";
    const [all, dublin, production, staging] = [
      await idsOf("status <> 'online'"),
      await idsOf(where),
      await idsOf(`${where} and environment = 'production'`),
      await idsOf(`${where} and environment = 'staging'`),
    ];
    expect(linked(answers[0])).toEqual(all);
    expect(linked(answers[1])).toEqual(dublin);
    expect(figure(answers[2])).toBe(dublin.length);
    expect(figure(answers[3])).toBe(production.length);
    expect(figure(answers[4])).toBe(staging.length);
    expect(linked(answers[5])).toEqual(staging);
  });

  test('AI-10 a count goes on as a count, a ranking as a ranking', async () => {
    const counts = await talk('How many servers are in Auburn?', 'and in Singapore?', 'what about Dublin?');
    for (const [place, answer] of ['Auburn', 'Singapore', 'Dublin Data Centre'].map(
      (one, at_) => [one, counts[at_]] as const,
    ))
      // prettier-ignore
      expect([place, figure(answer)]).toEqual([place, (await idsOf(`server_location = '${place}'`)).length]);
    const [, memory] = await talk('top 3 servers by cpu', 'and by memory?');
    const { rows } = await at.current.database.pool.query<{ value: number }>(
      'select memory_usage as value from servers where deleted_at is null and memory_usage is not null order by 1 desc limit 3',
    );
    expect([...(memory ?? '').matchAll(/\*\*([\d.]+) %\*\*/g)].map(([, value]) => Number(value))).toEqual(
      rows.map(({ value }) => value),
    );
  });

  test('AI-10 "or" widens, a figure goes on as the same figure, "which one" is one of those', async () => {
    const [, both] = await talk('Which servers run Debian?', 'or Ubuntu?');
    expect(linked(both)).toEqual(await idsOf("operating_system ~ '^(Debian|Ubuntu)'"));
    const [, over] = await talk('Which servers have memory over 20?', 'and over 70?');
    expect(linked(over)).toEqual(await idsOf('memory_usage > 70'));
    const [, one] = await talk('Which servers are in Auburn?', 'which one has the highest disk usage?');
    const most =
      "(select max(disk_usage) from servers where deleted_at is null and server_location = 'Auburn')";
    expect(await idsOf(`server_location = 'Auburn' and disk_usage = ${most}`)).toContain(linked(one)[0]);
    const [, average] = await talk('average cpu', 'in Singapore?');
    expect(average).toContain('with location Singapore');
  });

  test('AI-10 what is asked of one server is asked of the next one', async () => {
    const [, second, third, owner] = await talk('Is kiwi-1 up?', 'what about kiwi-2?', 'and kiwi-1?', 'and the owner?'); // prettier-ignore
    expect(second).toMatch(/\[kiwi-2\].*status is \*\*online\*\*/);
    expect(third).toMatch(/\[kiwi-1\].*status is \*\*offline\*\*/);
    expect(owner).toMatch(/\[kiwi-1\].*team owner is \*\*IT Security\*\*/);
  });

  test('AI-10 "up" is a status there too, a field alone is one of the server, and after a document nothing goes on', async () => {
    const [, down, up] = await talk('How many servers are there?', 'how many are down?', 'and how many up?'); // prettier-ignore
    expect(figure(down)).toBe((await idsOf("status = 'offline'")).length);
    expect(figure(up)).toBe((await idsOf("status = 'online'")).length);
    const [, owner, both] = await talk(
      'kiwi-1',
      'owner?',
      'tell me about kiwi-1 and kiwi-2',
      'which one is up?',
    );
    expect(owner).toContain('team owner is **IT Security**');
    expect(both).toContain('[kiwi-2]');
    const [, , auburn] = await talk('Which servers are down?', 'How do I drain the Mail Relay?', 'and in Auburn?'); // prettier-ignore
    expect(linked(auburn)).toEqual(await idsOf("server_location = 'Auburn'"));
  });

  test.each([
    'How many servers are offline and who owns kiwi-1?',
    'How many servers are offline? Who owns kiwi-1?',
    'who owns kiwi-1 and how many servers are offline?',
  ])('AI-10 of two questions at once the one about servers goes on: %s', async (both) => {
    const down = (await idsOf("status = 'offline' and server_location = 'Dublin Data Centre'")).length;
    const [, own] = await talk(both, 'and in Dublin?');
    expect(own).toMatch(/^There (?:is|are) \S+ servers? with status offline, location/);
    expect(figure(own)).toBe(down);
    const said = 'Some are down, and IT Security owns the other one.';
    const conversationHistory: Turn[] = [{ type: 'user', content: both }, { type: 'assistant', content: said }]; // prettier-ignore
    const { response } = await ann.call(assistant.ask, { body: { query: 'and in Dublin?', conversationHistory } });
    expect([response, figure(response)]).toEqual([expect.stringContaining('status offline'), down]);
  }); // prettier-ignore

  test('AI-10 what goes on from a question that was not understood is not understood either', async () => {
    const [, dublin] = await talk('Which servers patched 7 days ago are offline?', 'and in Dublin?');
    expect(dublin).toContain('I did not understand “patched 7 days ago”');
    expect(dublin).not.toMatch(/\*\*\d/);
  });

  test('AI-10 a question that says all of what it asks begins anew', async () => {
    const all = await idsOf('true');
    const [, again, people] = await talk('Which servers are offline?', 'how many servers are there?', 'how many people are there?'); // prettier-ignore
    expect(figure(again)).toBe(all.length);
    expect(people).toMatch(/team member/);
  });
});

describe('AI-10 whom to ask about a server', () => {
  test.each(['who is on call for kiwi-1?', 'who do I call about kiwi-1', 'contact for kiwi-1'])(
    'AI-10 %s: its key contacts',
    async (query) => expect(await ask(query)).toContain('key contacts are **Night desk**'),
  );

  test.each(['who is on call for the fruit store?', 'key contacts of the Fruit Store servers'])(
    'AI-10 %s: those of all such servers',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toContain('Night desk · team owner IT Security');
      expect(answer).toContain('no key contacts recorded · team owner IT Security');
      expect(linked(answer)).toEqual(await idsOf("primary_function = 'Fruit Store'"));
    },
  );
});
