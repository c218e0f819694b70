import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, withApp, type TestApp } from '../../test/app.ts';
import { addressOf, networkOf, sourceOf } from './source.ts';

const at = withApp();
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  await at.current.database.pool.query('delete from rate_limits');
});

async function aHub(settings: Record<string, string>): Promise<TestApp> {
  const { database } = at.current;
  const hub = await startTestApp({ database: { ...database, drop: () => Promise.resolve() }, settings });
  endings.push(hub.stop);
  return hub;
}

const askFrom = ({ anonymous }: TestApp, remoteAddress: string, forwarded?: string) =>
  anonymous.send({
    method: 'POST',
    url: '/api/auth/resend-verification',
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    payload: { email: 'nobody@example.com' },
  });

/** The source of the last request in the audit log. */
async function recorded(): Promise<string | undefined> {
  const { rows } = await at.current.database.pool.query<{ address: string }>(
    "select after->>'address' as address from audit_entries order by id desc limit 1",
  );
  return rows[0]?.address;
}

describe('AUTH-22 the client address of a request', () => {
  test.each<[setting: string, socket: string, forwarded: string | undefined, address: string]>([
    ['off', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['on', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['on', '10.0.0.1', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
    ['on', '10.0.0.1', undefined, '10.0.0.1'],
    ['on', '10.0.0.1', '192.0.2.66, unknown', '10.0.0.1'],
    ['on', '10.0.0.1', '198.51.100.1:50123', '198.51.100.1'],
    ['on', '10.0.0.1', '[2001:db8:7::1]:50123', '2001:db8:7::1'],
    ['on', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['0', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['2', '10.0.0.1', '192.0.2.66, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.0/8', '10.0.0.1', '192.0.2.66, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.1', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ])('TRUST_PROXY=%s, called from %s for %s: %s', async (setting, socket, forwarded, address) => {
    const hub = await aHub({ TRUST_PROXY: setting });
    expect((await askFrom(hub, socket, forwarded)).statusCode).toBe(200);
    expect(await recorded()).toBe(address);
  });
});

describe('AUTH-22 sources of requests', () => {
  test.each<[from: string, source: string, network: string]>([
    ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
    ['::ffff:cb00:714d', '203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/64'],
    ['::1', '::/64', '::/64'],
  ])('%s belongs to %s and to %s', (ip, source, network) => {
    const request = { ip, raw: {} } as Parameters<typeof sourceOf>[0];
    expect([sourceOf(request), networkOf(request)]).toEqual([source, network]);
    expect(addressOf(request)).not.toContain('/');
  });

  const person = { email: 'a@example.com', firstName: 'A', lastName: 'B' };
  const passwords = { password: 'Kelp9!Moonsh', confirmPassword: 'Kelp9!Moonsh' };
  const payloads: [url: string, payload?: object][] = [
    ['/api/auth/register', { ...person, ...passwords }],
    ['/api/auth/verify-email?token=x'],
    ['/api/auth/forgot-password', { email: 'a@example.com' }],
    ['/api/auth/resend-verification', { email: 'a@example.com' }],
    ['/api/auth/reset-password', { token: 'x', ...passwords }],
    ['/api/auth/passkeys/login/options', {}],
  ];
  test.each(payloads)(
    '%s counts a /64 of IPv6 as one source, and every IPv4 address',
    async (url, payload) => {
      // Each source may send one request, however low the limit is.
      const hub = await aHub({ RATE_LIMIT_SCALE: '0.0167', TRUST_PROXY: 'on' });
      const send = async (from: string) =>
        (
          await hub.anonymous.send({
            method: payload ? 'POST' : 'GET',
            url,
            headers: { 'x-forwarded-for': `192.0.2.1, ${from}` },
            ...(payload && { payload }),
          })
        ).statusCode;
      const isLimited = async (from: string) => (await send(from)) === 429;
      expect(await isLimited('2001:db8:1:2::1')).toBe(false);
      expect(await isLimited('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(true);
      expect(await isLimited('2001:db8:1:3::1')).toBe(false);
      expect(await isLimited('203.0.113.7')).toBe(false);
      expect(await isLimited('::ffff:203.0.113.7')).toBe(true);
      expect(await isLimited('203.0.113.8')).toBe(false);
    },
  );
});
