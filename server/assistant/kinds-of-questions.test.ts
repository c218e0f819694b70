// Questions that name kinds of documents, people by what they do, or a server that nobody wrote about.
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { aDocument, aUser } from '../../test/factories.ts';
import type { TestUser } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client & { user: TestUser };
let server = '';

beforeAll(async () => {
  const { db } = at.current.database;
  ann = await at.current.signedIn();
  const heron = await aUser(db, { firstName: 'Bo', lastName: 'Heron' });
  await aDocument(db, heron, { title: 'Swap a tape', content: 'x', templateType: 'how_to_guide', isPublished: true, category: 'Backup and Recovery' });
  await aDocument(db, heron, { title: 'Clean a tape drive', content: 'x', templateType: 'how_to_guide', category: 'Backup and Recovery', tags: ['hardware'] });
  await aDocument(db, ann.user, { title: 'Patch a switch', content: 'The tape of labels.', templateType: 'work_instruction', isPublished: true, category: 'Networking' });
  await aDocument(db, ann.user, { title: 'What a VLAN is', content: 'x' });
  server = (await ann.call(servers.create, { body: { name: 'mel-pos-07', status: 'offline', environment: 'production' } })).id;
}, 60_000); // prettier-ignore

const ask = async (query: string, conversationHistory: { type: 'user'; content: string }[] = []) =>
  (await ann.call(assistant.ask, { body: { query, conversationHistory } })).response;

describe('AI-09 documents are counted by kind, category, status and author', () => {
  test.each([
    ['how many how-to guides', 2],
    ['How many how to guides are there?', 2],
    ['count the work instructions', 1],
    ['How many build documents do we have?', 0],
    ['How many knowledge base articles are there?', 1],
    ['How many documents are drafts?', 2],
    ['number of published documents', 2],
    ['How many documents are in the category Networking?', 1],
    ['how many documents in Backup and Recovery', 2],
    ['How many documents were written by Bo Heron?', 2],
    ['how many how-to guides by heron are published', 1],
    ['How many documents did Bo Heron write?', 2],
    ['How many how-to guides about tape drive are there?', 1],
    ['how many documents tagged hardware', 1],
  ])('AI-09 %s: %i', async (query, count) => {
    const answer = await ask(query);
    expect(answer).toMatch(
      count === 0 ? /^There is no document/ : new RegExp(`\\*\\*${count}\\*\\* document`),
    );
  });

  test('AI-09 their titles, and how many there are of each kind', async () => {
    const listed = await ask('list all how-to guides');
    expect(listed).toContain('**2** documents (type How-To Guide):');
    for (const title of ['Swap a tape', 'Clean a tape drive']) expect(listed).toContain(title);
    expect(listed).not.toContain('switch');
    expect(await ask('How many documents per type?')).toContain('- How-To Guide: **2**');
    expect(await ask('number of documents by category')).toContain('- Backup and Recovery: **2**');
  });
});

describe('AI-07 the chip Contact support team', () => {
  const add = (name: string, role: string, department: string | null) =>
    ann.call(team.create, { body: { name, role, department, email: `${name.split(' ')[0]}@example.com` } });

  test('AI-07 names whoever there is, and the people whose role or department fits once there are some', async () => {
    expect(await ask('Contact support team')).toContain('I found nothing: the team lists nobody');
    await add('Ada Bell', 'Manager', 'Finance');
    await add('Cy Dorn', 'Network Administrator', 'IT Operations');
    const anybody = await ask('Contact support team');
    expect(anybody).toContain("Nobody's role or department says “support”");
    expect(anybody.indexOf('Cy Dorn')).toBeLessThan(anybody.indexOf('Ada Bell'));
    expect(anybody).toContain('](/team)');
    await add('Eve Finch', 'Analyst', 'IT Support');
    const fitting = await ask('Contact support team');
    expect(fitting).toContain('People whose role or department fits “support”');
    expect(fitting).toContain('eve@example.com');
    expect(fitting).not.toContain('Ada');
  });
});

describe('AI-09 a server that was named', () => {
  const history = [{ type: 'user' as const, content: 'Tell me about mel-pos-07' }];

  test('AI-09 what nobody wrote down about it is said plainly, and what is nearest is linked', async () => {
    const none = await ask('How do I recalibrate mel-pos-07?');
    expect(none).toContain('No document answers this for mel-pos-07.');
    expect(none).toContain(`/infrastructure?server=${server}`);
    const near = await ask(
      'How do I replace the broken label printer ribbon and the tape with sprockets on mel-pos-07?',
    );
    expect(near).toContain('No document answers this for mel-pos-07.');
    expect(near).toContain('Nearest to the rest:');
    expect(near).toContain('/knowledge-base?doc=');
  });

  test('AI-09 of several documents the one about what the server does is quoted', async () => {
    const { db } = at.current.database;
    for (const what of ['mail relay', 'print server', 'name server'])
      await aDocument(db, ann.user, {
        title: `Restart the ${what}`,
        content: `Restart the ${what} and wait.`,
      });
    await ann.call(servers.create, { body: { name: 'lds-prt-03', primaryFunction: 'print server' } });
    const answer = await ask('how do I restart lds-prt-03');
    expect(answer.indexOf('[Restart the print server]')).toBeGreaterThan(0);
    expect(answer).not.toContain('mail relay');
    expect(await ask('reboot lds-prt-03')).toContain('change nothing, so I cannot “reboot”');
  });

  test('AI-09 trouble told in a sentence is looked up in the documents, and what is near is linked where none answers', async () => {
    const answer = await ask('labels smudge when terminals reach the tape switch server');
    expect(answer).toContain('I found nothing');
    expect(answer).toContain('No text has “smudge”, “terminals” and “reach”. Nearest to the rest:');
    expect(await ask('who is on call tonight?')).toContain('who is on call is not recorded');
  });

  test('AI-10 a pronoun means it only where something is asked that servers have', async () => {
    expect(await ask('Is it raining?', history)).toContain('I found nothing');
    const both = await ask('Is it raining? How many servers are offline?', history);
    expect(both).toContain('**1** server');
    expect(both).toContain('I found nothing about “Is it raining?”');
    expect(await ask('Is it online?', history)).toContain('[mel-pos-07]');
    expect(await ask('How do I swap a tape on it?', history)).toContain('[mel-pos-07]');
    expect(await ask('Is it raining? How do I swap a tape?', history)).not.toContain('mel-pos-07');
  });
});
