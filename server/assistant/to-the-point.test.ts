// Of what is written nearby, what answers the question alone: the place that tells most, and of the kind that is asked for.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const DOCUMENTS: [title: string, content: string][] = [
  ['Ship crane stops with a fault', 'Codes of communication: restart the bridge service of the crane house.\n\nAfter three faults call the manufacturer Hebewerk, +49 381 555 7700, service number 40-1192.'],
  ['Storm', 'At wind above 20 m/s the harbour master stops the cranes.\n\nThe harbour master is reached at extension 500.'],
  ['Climbing', 'Nobody climbs a mast in wind above 15 m/s.'],
  ['Planner screens hang', 'Symptom: an hourglass at every bay plan.\n\nEnd the oldest session of the user REPORTS.\n\nThe screens recover within two minutes. If they do not, wake the on-call.'],
  ['Switch over to the standby database', 'The switch takes four to six minutes. Only the head of planning decides it.\n\n1. Stop both application servers.\n2. On plan-db2 run `switchover to plandb2`.'],
  ['Truck appointments', 'The gate takes trucks without an appointment, but not more than sixty in an hour.'],
  ['Kiosks show a blank screen', 'Paper lies behind booth 2. Order new rolls in time.'],
  ['New colleagues in the offices', 'The manager orders account, laptop and telephone ahead. Laptops are handed out in room 2.'],
  ['Weighbridge shows no weight', 'If the display shows a weight but the office sees none, restart the service WeighLink on the controller. A bridge that was repaired is sealed by the calibration office, 040 555 2210.'],
  ['Power failure', 'If the diesel does not start, ring the electricians, extension 560.'],
  ['Passwords', 'Passwords have at least 16 characters.'],
  ['Badges', 'A new badge costs 15 euros.'],
]; // prettier-ignore

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const [title, content] of DOCUMENTS)
    // oxlint-disable-next-line no-await-in-loop -- In their order.
    await aDocument(at.current.database.db, signedIn.user, { title, content });
  for (const [name, primaryFunction] of [['badge-1', 'Access control'], ['weigh-1', 'Weighbridge controller']] as const)
    // oxlint-disable-next-line no-await-in-loop -- Two.
    await ann.call(servers.create, { body: { name, primaryFunction, operatingSystem: 'Windows Server 2022' } });
}, 60_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';

describe('AI-09 the place that tells most stands alone', () => {
  test.each([
    ['at what wind do cranes stop', 'harbour master stops', ['bridge service', 'Nobody climbs']],
    ['planner screens hang what do i do', 'user REPORTS', []],
    ['how long does the switchover take', 'four to six minutes', []],
    ['who decides a switchover', 'Only the head', []],
    ['how much is a new badge', '15 euros', ['Order new rolls']],
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
    ['min password length', 'at least 16'],
    ['diesel doesnt start', 'electricians'],
    ['weighbridge shows weight but office doesnt', 'WeighLink'],
  ])('AI-09 %s', async (query, told) => expect(await ask(query)).toContain(told));
});

describe('AI-09 what tells of another matter is no answer', () => {
  test.each([
    ['how long is a truck allowed to stay at the gate', 'sixty'],
    ['how much is a new kiosk', 'Order new rolls'],
    ['office phone for kiosks', 'handed out'],
    ['how do i restart badge-1', 'WeighLink'],
  ])('AI-09 %s', async (query, beside) => {
    const answer = await ask(query);
    expect(answer).not.toContain(beside);
    expect(answer).not.toMatch(/^From the documents:/);
  });

  test('AI-09 of one that is told about, it is', async () => {
    expect(await ask('how do i restart weigh-1')).toContain('WeighLink');
  });
});
