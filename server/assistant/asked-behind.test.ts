// What is asked behind a passage, what a passage must hold, and whom to ask: over a small port.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { documentsOf } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const PAGES: [title: string, content: string][] = [
  ['Restart the crane controller', '## Steps\n\n1. Park the crane.\n2. Restart the service `craned`.\n\n## If it fails\n\nTry once more after ten minutes.'],
  ['Restoring a folder', '## Steps\n\n1. Open the console on vault-1.\n2. Choose the day.\n\n## Who may ask\n\nThe harbour master.\n\n## How long copies are kept\n\nCopies are kept 40 days.'],
  ['Moving the gate office', '## Goal\n\nThe gate office moves to quay 4.\n\n## Schedule\n\nIt moves on 3 May.'],
  ['Lending radios', '## Rules\n\nOne radio for each docker, against a deposit.'],
  ['Patch windows', '## Production\n\nSundays from 02:00 to 05:00.'],
  ['Copies of the database server', 'Every night vault-1 keeps copies of all databases.'],
  ['Log retention', 'Logs of database servers are kept for 30 days on vault-1.'],
  ['Report: outage of the gates on 7 June', '## What happened\n\nFor two hours no lorry came in.'],
]; // prettier-ignore

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await documentsOf(at.current.database.db, signedIn.user, PAGES);
  for (const [name, primaryFunction, teamOwner] of [
    ['crane-1', 'Crane Controller', 'Quay Systems'],
    ['crane-2', 'Crane Controller', 'Quay Systems'],
    ['vault-1', 'Archive', 'Storage'],
    ['tide-db', 'Database Server', 'Storage'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- A few servers.
    await ann.call(servers.create, {
      body: { name, primaryFunction, teamOwner, serverLocation: 'Quay 2', operatingSystem: 'Windows Server 2022', environment: 'production', status: 'online', keyContacts: `Desk of ${teamOwner}`,
        ...(name === 'tide-db' && { description: 'Tables of origami' }), },
    });
  for (const [name, role, department] of [
    ['Lotte Berg', 'Radio Engineer', 'Voice'],
    ['Nils Aas', 'Administrator', 'Storage'],
    ['Ada Quist', 'Network Engineer', 'Quay Systems'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- A few people.
    await ann.call(team.create, { body: { name, role, department, email: `${name.slice(0, 2)}@example.com` } });
}, 60_000); // prettier-ignore

const talk = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const STEPS = '> 1. Park the crane.';

describe('AI-09 what is asked behind something that is written is answered too', () => {
  test.each([
    ['How do I restart the crane controller, and who do I call?', [STEPS, '[crane-1]', 'Desk of Quay Systems']],
    ['How do I restart the crane controller, and which server is it on?', [STEPS, '[crane-1]', '[crane-2]']],
    ['How do I restart the crane controller, and where is it?', [STEPS, 'Quay 2: **2**']],
    ['How do I restart the crane controller, and what is its operating system?', [STEPS, 'Windows Server 2022: **2**']],
    ['How do I restart the crane controller, and whom do I call?', [STEPS, 'Desk of Quay Systems']],
    ['How do I restart the crane controller? Who owns it?', [STEPS, 'Quay Systems: **2**']],
    ['How do I restart the crane controller and what if it fails?', [STEPS, '> Try once more']],
    ['How do I restore a folder and how long are copies kept?', ['> 1. Open the console', '> Copies are kept 40 days.']],
    ['How do I restore a folder, and who do I call?', ['> 1. Open the console', 'key contacts are **Desk of Storage**']],
    ['How do I restore a folder, and who may ask?', ['> 1. Open the console', '> The harbour master.']],
    ['How do I restore a folder, who may ask, and how long are copies kept?', ['> 1. Open the console', '> The harbour master.', '> Copies are kept 40 days.']],
    ['How do I restore a folder and how full is its disk?', ['> 1. Open the console', 'disk usage is']],
    ['How do I restore a folder and is it online?', ['> 1. Open the console', 'status is **online**']],
    ['How do I restart crane-2, and who do I call?', [STEPS, 'key contacts are **Desk of Quay Systems**']],
  ])('AI-09 %s', async (query, told) => {
    const answer = await talk(query);
    for (const text of told) expect(answer).toContain(text);
    expect(answer).not.toContain('found nothing');
  }); // prettier-ignore

  test.each([
    ['How do I restore a folder and when was the first dragon seen?', 'first dragon seen'],
    ['What are the rules for lending radios and what colour are they?', 'colour are they'],
    ['How do I restart the crane controller, and who paid for it?', 'paid'],
  ])('AI-09 %s: the half that nothing answers is said', async (query, open) => {
    const answer = await talk(query);
    expect(answer).toMatch(/^From the documents:\n\n\*\*\[(?:Rest|Lend)/);
    expect(answer).toMatch(new RegExp(`I found nothing (?:about|for) “[^”]*${open}`));
  });

  test('AI-09 and so is the first half, where only the second is answered', async () => {
    const answer = await talk('How do I restart the database server, and what is its IP?');
    expect(answer).toContain('[tide-db]');
    expect(answer).toContain('I found nothing about “How do I restart the database server');
    expect(answer).not.toContain('From the documents');
  });

  test('AI-09 one passage that tells both is quoted once', async () => {
    const answer = await talk('How do I restart the crane controller and how do I park the crane?');
    expect(answer.split(STEPS)).toHaveLength(2);
  });
});

describe('AI-09 a passage that answers stands first, and no refusal before it', () => {
  test.each([
    ['what happened on 7 June?', '> For two hours'],
    ['when does the gate office move?', '> It moves on 3 May.'],
    ['which server keeps the copies of tide-db?', 'vault-1 keeps copies'],
    ['where are the logs of tide-db kept?', 'for 30 days'],
    ['are the gates out on 7 June?', '> For two hours'],
    ['are servers patched on Sundays?', '> Sundays from 02:00'],
    ['which servers are patched on Sundays?', '> Sundays from 02:00'],
  ])('AI-09 %s', async (query, told) => {
    const answer = await talk(query);
    expect(answer).toMatch(/^(?:From the documents|What is written under)/);
    expect(answer).toContain(told);
    expect(answer).not.toMatch(/found nothing|did not understand|does not record|records nothing|No server/);
  });
});

describe('AI-09 what a short question asks for stands in what is quoted', () => {
  test.each([
    'what is the budget of the gate office move?',
    'the colour of the gate office',
    'what salary does the gate office have',
    'what is the crane controller warranty',
    'how do I restart the database server?',
  ])('AI-09 %s: nothing is quoted', async (query) => {
    expect(await talk(query)).not.toContain('From the documents');
  });

  test.each([
    ['what is the goal of the gate office move?', '> The gate office moves to quay 4.'],
    ['the deposit for radios', 'against a deposit'],
    ['when do we patch Windows?', '> Sundays from 02:00'],
    ['when are windows servers patched?', '> Sundays from 02:00'],
  ])('AI-09 %s', async (query, told) => {
    expect(await talk(query)).toContain(told);
  });
});

describe('AI-09 whom to ask', () => {
  test.each([
    ['who can help with radios?', 'Lotte Berg'],
    ['who can help me with a network problem?', 'Ada Quist'],
    ['who knows about storage?', 'Nils Aas'],
    ['who do I ask about a radio problem?', 'Lotte Berg'],
    ['who can help me with the crane controllers?', 'Desk of Quay Systems'],
    ['who knows about tide-db?', 'Desk of Storage'],
    ['who can help with the gate office?', 'Moving the gate office'],
  ])('AI-09 %s', async (query, told) => {
    expect(await talk(query)).toContain(told);
  });

  test('AI-09 by a document it is who wrote it, and by no servers that merely have the word', async () => {
    const answer = await talk('who knows about the gate office?');
    expect(answer).toContain('written by **');
    expect(answer).not.toContain('/infrastructure?server=');
    expect(await talk('who can help with origami?')).toContain("Nobody's role or department says “origami”");
  });
});

describe('AI-10 what "it" and "that" are where the answer before named none', () => {
  const BEFORE = ['what is the ip of crane-1?', 'what are the rules for lending radios?'];
  test.each([
    ['who owns it?', 'team owner is **Quay Systems**'],
    ['is that online?', 'status is **online**'],
    ['where is it?', 'location is **Quay 2**'],
    ['who do I call?', 'key contacts are **Desk of Quay Systems**'],
    ['which server is that?', 'The one that was named before is'],
  ])('AI-10 %s', async (query, told) => {
    const answer = await talk(...BEFORE, query);
    expect(answer).toContain('[crane-1]');
    expect(answer).toContain(told);
    expect(answer).not.toContain('vault-1');
  });

  test('AI-10 of nobody where none was named at all', async () => {
    expect(await talk('what are the rules for lending radios?', 'who do I call?')).toContain(
      'no server was named before',
    );
  });
});
