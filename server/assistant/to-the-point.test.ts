// Of what is written nearby, what answers the question alone: the place that tells most, and of the kind that is asked for.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { documentsOf } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const DOCUMENTS: [title: string, content: string][] = [
  ['Ship crane stops with a fault', 'Codes of communication: restart the bridge service of the crane house. The gateway may be restarted when the driver says so by radio.\n\nAfter three faults call the manufacturer Hebewerk, +49 381 555 7700, service number 40-1192.'],
  ['Gate: plates are not read', 'In the morning low sun blinds the cameras.'],
  ['Storm', 'At wind above 20 m/s the harbour master stops the cranes.\n\nThe harbour master is reached at extension 500.'],
  ['Climbing', 'Nobody climbs a mast at wind above 15 m/s.'],
  ['Planner screens hang', 'Symptom: an hourglass at every bay plan.\n\nEnd the oldest session of the user REPORTS.\n\nThe screens recover within two minutes. If they do not, wake the on-call, extension 515.'],
  ['Switch over to the standby database', 'The switch takes four to six minutes. Only the head of planning decides it.\n\n1. Stop both application servers.\n2. On plan-db2 run `switchover to plandb2`.'],
  ['Truck appointments', 'The gate takes trucks without an appointment, but not more than sixty in an hour.'],
  ['Kiosks show a blank screen', 'Paper lies behind booth 2. Order new rolls in time.'],
  ['New colleagues in the offices', 'The manager orders account, laptop and telephone ahead. Laptops are handed out in room 2.'],
  ['Weighbridge shows no weight', 'The fuse is in the pit box; only an electrician may open it.\n\nIf the display shows a weight but the office sees none, restart the service WeighLink on the controller.\n\nA bridge that was repaired is sealed by the calibration office, 040 555 2210; they come within five working days.'],
  ['Power failure', 'If the diesel does not start, ring the electricians, extension 560.'],
  ['Passwords', 'Passwords have at least 16 characters.'],
  ['Badges', 'A new badge costs 15 euros.'],
  ['Camera recordings', 'Recordings are kept for 72 hours.'],
  ['Build: vault-1', 'Tapes are carried to head office on Fridays.'],
  ['Customs releases do not arrive', 'The Customs Desk looks at the queue. When the certificate has expired, it is renewed in May.'],
  ['Customs paper procedure', 'Forms lie in the safe of the Customs Desk; the key is with the officer.'],
 ['Patching', 'Whoever patches tells the duty planner.'],
  ['Yard crane loses its radio link', 'Cranes 1 to 8 hang on rtg-gw1. Switch its power off and on; the key is with the yard foreman.'],
  ['Restart an application server', '## Before you begin\n\n- Tell the duty planner on extension 510.\n\n## Steps\n\n1. Drain plan-app1 and wait until it has no sessions, usually six minutes.\n2. Restart it.'],
  ['Reefer alarm', 'Ring the reefer patrol; they must stand at the container within 25 minutes.'],
  ['Messages wait on the gateway', 'See how many messages there are: `mailq | tail` tells.'],
  ['Yard displays show old data', 'When they hang, restart the reader.'],
]; // prettier-ignore

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await documentsOf(at.current.database.db, signedIn.user, DOCUMENTS);
  const made: [name: string, primaryFunction: string, serverLocation: string, teamOwner: string, diskUsage: number][] = [
    ['badge-1', 'Access control', 'Security centre', 'Security', 31],
    ['weigh-1', 'Weighbridge controller', 'Main gate', 'Weighing', 32],
    ['plan-app1', 'Application server', 'North quay', 'Planning', 91],
    ['xray-1', 'File server', 'Customs hall', 'Planning', 88],
    ['files-1', 'File server', 'Head office', 'Office IT', 95],
    ['rtg-gw1', 'Radio gateway', 'Mast', 'Yard', 19],
    ['www-1', 'Web server', 'Cloud', 'Customer Desk', 20],
  ];
  for (const [name, primaryFunction, serverLocation, teamOwner, diskUsage] of made) {
    const body = { name, primaryFunction, serverLocation, teamOwner, operatingSystem: 'Windows Server 2022', status: 'online' } as const;
    // oxlint-disable-next-line no-await-in-loop -- A few.
    const { id } = await ann.call(servers.create, { body });
    // oxlint-disable-next-line no-await-in-loop -- As above.
    await ann.call(servers.metrics, { params: { id }, body: { cpuUsage: diskUsage, memoryUsage: 10, diskUsage, status: 'online' } });
  }
}, 60_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

describe('AI-09 the place that tells most stands alone', () => {
  test.each([
    ['at what wind do cranes stop', 'harbour master stops', ['bridge service', 'Nobody climbs']],
    ['planner screens hang what do i do', 'user REPORTS', []],
    ['how long does the switchover take', 'four to six minutes', []],
    ['who decides a switchover', 'Only the head', []],
    ['how much is a new badge', '15 euros', ['Order new rolls']],
    ['duty planner nr', 'extension 510', ['Whoever patches']],
  ])('AI-09 %s', async (query, told, others) => {
    const answer = await ask(query);
    expect(answer).toContain('From the documents:');
    expect(answer).toContain(told);
    for (const other of others) expect(answer).not.toContain(other);
  });
});

describe('AI-09 what is told has no word for what is asked', () => {
  test.each([
    ['hebewerk phone nr', '+49 381 555 7700'],
    ['hebewerk phone number', '+49 381 555 7700'],
    ['hebewerk service nr', '40-1192'],
    ['calibration office phone', '040 555 2210'],
    ['harbour master extension', 'extension 500'],
    ['price of a new badge', '15 euros'],
    ['min password length', 'at least 16'],
    ['diesel doesnt start', 'electricians'],
    ['how fast must the patrol be there', 'within 25 minutes'],
    ['how long does draining take', 'six minutes'],
    ['who must i tell before i restart plan-app1', 'duty planner on extension 510'],
    ['who may open the pit box', 'only an electrician'],
    ['yard displays gone, dead and silent', 'restart the reader'],
    ['weighbridge shows weight but office doesnt', 'WeighLink'],
  ])('AI-09 %s', async (query, told) => expect(await ask(query)).toContain(told));
});

describe('AI-09 what tells of another matter is no answer', () => {
  test.each([
    ['how long is a truck allowed to stay at the gate', 'sixty'],
    ['how much is a new kiosk', 'Order new rolls'],
    ['office phone for kiosks', 'handed out'],
    ['how do i restart badge-1', 'WeighLink'],
    ['how do i order a new server', 'orders account'],
    ['how do i renew the certificate of www-1', 'renewed in May'],
    ['can i restart rtg-gw1', 'when the driver says so'],
    ['how quickly do electricians come', 'five working days'],
    ['gate down', 'low sun'],
    ['how long are tapes kept', '72 hours'],
    ['who is the head of customs', '[files-1]'],
    ['radar display frozen', 'restart the reader'],
    ['the radar says we are listed. who seals that', 'is sealed by'],
    ['more than 25 minutes?', 'reefer patrol'],
    ['mast phone number', 'Nobody climbs'],
    ['badge min length', '15 euros'],
  ])('AI-09 %s', async (query, beside) => {
    const answer = await ask(query);
    expect(answer).not.toContain(beside);
    expect(answer).not.toMatch(/^From the documents:/);
  });

  test('AI-09 of one that is told about, it is', async () => {
    expect(await ask('how do i restart weigh-1')).toContain('WeighLink');
  });

  test('AI-09 that something is down is told by what is written of trouble with it', async () => {
    const answer = await ask('customs down');
    expect(answer).toContain('[Customs releases do not arrive]');
    expect(answer).not.toContain('[Customs paper procedure]');
  });
});

test('AI-09 a command is quoted as it is written', async () => {
  expect(await ask('how many messages wait on the gateway')).toContain('mailq \\| tail');
});

test.each([
  ['which one is fuller', 'files-1', '95'],
  ['which of those has the higher cpu', 'files-1', '95'],
])('AI-10 of more than two: %s', async (query, name, figure) => {
  const answer = await ask('disk over 85', query);
  expect(answer).toMatch(new RegExp(`^Highest .*\\n\\n- \\[${name}\\].*\\*\\*${figure} %`));
  expect(answer).not.toContain('[xray-1]');
});

describe('AI-09 one thing that is asked for behind a quotation is that of its document', () => {
  test.each([
    ['planner screens hang', 'whats the number', 'wake the on-call, extension 515'],
    ['storm', 'whats the phone number', 'extension 500'],
    ['crane lost radio', 'where is the key', 'yard foreman'],
  ])('AI-09 %s: %s', async (first, then, told) => {
    const answer = await ask(first, then);
    expect(answer).toContain(told);
    expect(answer.match(/knowledge-base/g)).toHaveLength(1);
  });
});
