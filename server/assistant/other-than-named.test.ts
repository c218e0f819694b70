// What belongs to a server, or which other one does something for it, is nothing that the server itself is.
import { beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../contract/documents.ts';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  const rows = [
    ['bills-db', 'Database Server', 'Quay 4', 'physical'],
    ['parts-db', 'Database Server', 'Quay 4', 'virtual'],
    ['keeper-1', 'Backup', 'Mill Lane', 'physical'],
    ['charts', 'Map Server', 'Mill Lane', 'physical'],
  ] as const;
  for (const [name, primaryFunction, serverLocation, serverType] of rows)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, {
      body: { name, primaryFunction, serverLocation, serverType, environment: 'production', operatingSystem: name === 'keeper-1' ? 'Windows Server 2022' : 'Debian 12', teamOwner: 'Harbour Office' },
    }); // prettier-ignore
  await ann.call(documents.create, {
    body: {
      title: 'Build of bills-db',
      content: '## Disks\n\nTwo of 4 TB.\n\n## Backup\n\nEvery Sunday at 21:00 to keeper-1.',
    },
  });
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

describe('AI-10 what belongs to a server is not what the server is', () => {
  test.each([
    ['Does parts-db have a backup?', 'backup'],
    ['Is there a backup of parts-db?', 'backup'],
    ['Where are the backups of parts-db?', 'backups'],
    ['backup of parts-db', 'backup'],
    ['is parts-db backed up?', 'backed up'],
    ['is there a map server on parts-db?', 'map server'],
    ['does parts-db have a staging server?', 'staging server'],
    ['Where are the keys of parts-db?', 'keys'],
  ])('%s: nothing is recorded', async (question, said) => {
    const answer = await ask(question);
    expect(answer).toContain(`records nothing about “${said}”`);
    expect(answer).not.toMatch(/^(?:Yes|No)\.|: (?:function|location|status|environment) is/m);
  });

  test.each([
    'Where is the backup of bills-db?',
    'backup schedule of bills-db',
    'is bills-db backed up?',
    'How is bills-db backed up?',
    'Which server holds the backups of bills-db?',
    'what is the backup server of bills-db?',
  ])('%s: the document that tells it comes first', async (question) => {
    const answer = await ask(question);
    expect(answer).toContain('Every Sunday at 21:00 to keeper-1.');
    expect(answer).not.toContain('records nothing');
  });

  test('of the server that the document names, what was asked of it is told', async () => {
    const answer = await ask('Which server keeps the backups of bills-db, and where is it?');
    expect(answer).toMatch(/\[keeper-1\]\S+: location is \*\*Mill Lane\*\*/);
    expect(answer).not.toContain('Quay 4');
  });

  test('which server does something for another one is said not to be recorded', async () => {
    expect(await ask('Which server does charts run on?')).toContain('does not record which server');
  });
});

test.each([
  ['is parts-db virtual?', 'Yes. ', 'type'],
  ['is charts a database server?', 'No. ', 'function'],
  ['Is keeper-1 in Mill Lane?', 'Yes. ', 'location'],
  ['does charts run windows?', 'No. ', 'operating system'],
  ['does charts have debian?', 'Yes. ', 'operating system'],
  ['where is the map server charts?', '', 'location'],
  ['who runs charts?', '', 'team owner'],
  ['is charts back up?', '', 'status'],
  ['is charts back yet?', '', 'status'],
  ['is charts back online again?', '', 'status'],
])('AI-10 what is said of the server itself is still answered: %s', async (question, so, field) => {
  const answer = await ask(question);
  expect(answer.startsWith(so)).toBe(true);
  expect(answer).toContain(`: ${field} is **`);
  expect(answer).not.toContain('records nothing');
});
