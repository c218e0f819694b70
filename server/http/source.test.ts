import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, withApp, type TestApp } from '../../test/app.ts';
import { addressOf, networksOf, proxyCheckOf, sourcesOf } from './source.ts';

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
    const request = { ip, raw: {} };
    expect([sourcesOf(request)[0]?.name, networksOf(request)[0]?.name]).toEqual([source, network]);
    expect(addressOf(request)).not.toContain('/');
  });

  test('F18 an IPv6 address also belongs to wider networks, which may send more', () => {
    const sources = [
      { name: '2001:db8:1:2ff::/64', times: 1 },
      { name: '2001:db8:1:200::/56', times: 2 },
      { name: '2001:db8:1::/48', times: 8 },
    ];
    const request = { ip: '2001:db8:1:2ff::6', raw: {} };
    expect([sourcesOf(request), networksOf(request)]).toEqual([sources, sources]);
  });

  test.each([
    ['off', '10.0.0.1', false],
    ['on', '203.0.113.9', true],
    ['0', '203.0.113.9', false],
    ['2', '203.0.113.9', true],
    ['loopback', '::1', true],
    ['loopback, 10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['uniquelocal', 'fd00::1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['2001:db8::1', '2001:db8::1', true],
    ['10.0.0.1', 'unknown', false],
  ])('F16 with TRUST_PROXY=%s a connection from %s is one of a proxy: %s', (setting, address, isProxy) => {
    expect(proxyCheckOf(setting)(address)).toBe(isProxy);
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

  test.each(payloads.slice(0, 3))(
    'F18 %s stops a flood that is spread over a /48 or a /56, and not its neighbours',
    async (url, payload) => {
      // A /64 may send one request, a /56 two or three, a /48 eight to thirteen.
      const hub = await aHub({ RATE_LIMIT_SCALE: '0.0167', TRUST_PROXY: 'on' });
      const method = payload ? 'POST' : 'GET';
      const isServed = async (from: string) => {
        const headers = { 'x-forwarded-for': from };
        const answer = await hub.anonymous.send({ method, url, headers, ...(payload && { payload }) });
        return answer.statusCode !== 429;
      };
      const served = async (addresses: string[]) => {
        let count = 0;
        for (const each of addresses) if (await isServed(each)) count += 1;
        return count;
      };
      const numbers = Array.from({ length: 30 }, (_, n) => n.toString(16));
      expect(await served(numbers.map((n) => `2001:db8:1:${n}::1`))).toBeLessThan(4);
      expect(await served(numbers.map((n) => `2001:db8:1:${n}00::1`))).toBeLessThan(14);
      expect(await isServed('2001:db8:1:ff00::1')).toBe(false);
      expect(await isServed('2001:db8:2:ff00::1')).toBe(true);
    },
  );

  test('F18 sign-in stops guesses that are spread over a /48, and tells administrators which network', async () => {
    const hub = await aHub({ TRUST_PROXY: 'on', RATE_LIMIT_SCALE: '0.2' });
    const guess = async (n: number, network: string) => {
      const payload = { email: `nobody-${n}@example.com`, password: 'Kelp9!Moonsh' };
      const headers = { 'x-forwarded-for': `${network}:${n.toString(16)}00::1` };
      const answer = await hub.anonymous.send({ method: 'POST', url: '/api/auth/login', payload, headers });
      return answer.statusCode;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1) statuses.push(await guess(n, '2001:db8:5'));
    expect(statuses.filter((status) => status === 401)).toHaveLength(32);
    expect(statuses.at(-1)).toBe(429);
    expect(await guess(50, '2001:db8:6')).toBe(401);
    const { rows } = await at.current.database.pool.query(
      `select after->>'network' as network from audit_entries where action = 'session.spray'`,
    );
    expect(rows).toEqual([{ network: '2001:db8:5::/48' }]);
  });
});
