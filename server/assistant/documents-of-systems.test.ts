// What is written for servers of one operating system, asked of servers by their names.
import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { documentsOf } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const [name, operatingSystem] of [
    ['ledger-1', 'Debian 12'],
    ['desk-ad', 'Windows Server 2022'],
    ['virt-1', 'VMware ESXi 8.0'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, { body: { name, operatingSystem, environment: 'production', status: 'online' } }); // prettier-ignore
  await documentsOf(at.current.database.db, signedIn.user, [
    [
      'Updates and patching',
      '## Windows machines\n\nPatched on Wednesdays at 22:00.\n\n## Linux machines\n\nPatched on Sundays at 05:00.\n\n## Maintenance windows\n\nRestarts are allowed from 05:00 to 06:00.',
    ],
    ['Installing the agent on Windows', '## Steps\n\n1. Run agent.msi as administrator.'],
  ]);
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

test.each([
  [['when is ledger-1 patched?'], 'Sundays at 05:00', 'Wednesdays'],
  [['how is ledger-1 patched?'], 'Sundays at 05:00', 'Wednesdays'],
  [['ledger-1', 'when is it patched?'], 'Sundays at 05:00', 'Wednesdays'],
  [['when is desk-ad patched?'], 'Wednesdays at 22:00', 'Sundays'],
  [['when can we restart ledger-1?'], '05:00 to 06:00', 'Wednesdays'],
])('AI-09 a place for another operating system is not told of a server: %s', async (turns, told, other) => {
  const answer = await ask(...turns);
  expect(answer).toContain(told);
  expect(answer).not.toContain(other);
});

test('AI-09 a document that is called by another operating system does not answer for a server', async () => {
  expect(await ask('how do I install the agent on ledger-1?')).not.toContain('agent.msi');
  expect(await ask('how do I install the agent on desk-ad?')).toContain('agent.msi');
});
