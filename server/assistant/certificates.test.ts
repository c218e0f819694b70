// When certificates expire, as the check of a server recorded it.
import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

/** Days until the certificate expires. */
const MADE: [name: string, days: number | undefined, environment: 'production' | 'staging'][] = [
  ['desk-1', 9, 'production'],
  ['desk-2', 25, 'staging'],
  ['desk-3', 200, 'production'],
  ['old-desk', -3, 'production'],
  ['plain-1', undefined, 'production'],
];

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  const { pool, db } = at.current.database;
  for (const [name, days, environment] of MADE) {
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, { body: { name, environment, status: 'online' } });
    if (days !== undefined)
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await pool.query(`update servers set certificate_expires_at = now() + $2 * interval '1 day' where name = $1`, [name, days]); // prettier-ignore
  }
  await aDocument(db, signedIn.user, {
    title: 'Renewing certificates',
    content: '## Steps\n\n1. certbot renew\n\n## Schedule\n\nFourteen days before they end.',
  });
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const day = async (name: string): Promise<string> => {
  const { rows } = await at.current.database.pool.query<{ day: string }>(
    `select to_char(certificate_expires_at at time zone 'Australia/Sydney', 'DD/MM/YYYY') as day from servers where name = $1`,
    [name],
  );
  return rows[0]?.day ?? '';
};

test.each([
  'when does the certificate of desk-1 expire?',
  'when is the cert on desk-1 expiring',
  'certificate expiry of desk-1',
  'does the tls certificate of desk-1 expire soon?',
])('AI-10 the expiry of the certificate of one server is told: %s', async (query) => {
  expect(await ask(query)).toContain(`certificate expiry is **${await day('desk-1')}`);
});

test('AI-10 a certificate that has expired is said to be, and one that is not recorded too', async () => {
  expect(await ask('is the certificate of old-desk expired?')).toContain('so it has expired**');
  expect(await ask('certificate expiry of plain-1')).toContain('certificate expiry is not recorded');
});

const NAMED = (...names: string[]) => `name in ('${names.join("', '")}')`;
test.each([
  ['which certs expire in the next 30 days', NAMED('desk-1', 'desk-2')],
  ['certificates expiring soon', NAMED('desk-1', 'desk-2')],
  ['certificates expiring in less than two weeks', NAMED('desk-1')],
  ['which production servers have a certificate that expires within 90 days', NAMED('desk-1')],
  ['servers with expired certificates', NAMED('old-desk')],
  ['expired certs', NAMED('old-desk')],
  ['which servers have a valid certificate', NAMED('desk-1', 'desk-2', 'desk-3')],
  ['when do the certificates expire', 'certificate_expires_at is not null'],
  ['which certificate expires next', NAMED('desk-1')],
  ['next 2 certificates to expire', NAMED('desk-1', 'desk-2')],
])('AI-10 %s', async (query, where) => {
  expect(linked(await ask(query))).toEqual(await idsWhere(at.current.database.pool, where));
});

test('AI-10 a month without its year is the next of that name', async () => {
  const { rows } = await at.current.database.pool.query<{ month: string; year: string }>(
    `select to_char(certificate_expires_at at time zone 'Australia/Sydney', 'FMMonth') as month,
      to_char(certificate_expires_at at time zone 'Australia/Sydney', 'YYYY') as year from servers where name = 'desk-3'`,
  );
  const { month = '', year = '' } = rows[0] ?? {};
  for (const query of [`which certificates expire in ${month}?`, `certs expiring in ${month} ${year}`])
    expect(linked(await ask(query))).toEqual(await idsWhere(at.current.database.pool, NAMED('desk-3')));
});

test('AI-10 certificates are told in the order in which they expire, each with its day', async () => {
  const answer = await ask('list servers sorted by certificate expiry');
  const names = [...answer.matchAll(/^- \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(names).toEqual(['old-desk', 'desk-1', 'desk-2', 'desk-3']);
  expect(answer).toContain(`certificate expiry ${await day('desk-3')}`);
});

test('AI-10 how many certificates expire is counted, and a question behind goes on from them', async () => {
  expect(await ask('how many certificates expire in the next 30 days?')).toContain('**2** servers');
  const answer = await ask('which certs expire in the next 30 days?', 'which of those are in staging?');
  expect(linked(answer)).toEqual(await idsWhere(at.current.database.pool, NAMED('desk-2')));
});

test.each(['how do I renew a certificate?', 'when are the certificates renewed?'])(
  'AI-09 what is done with certificates is still quoted: %s',
  async (query) => {
    expect(await ask(query)).toContain('Renewing certificates');
  },
);
