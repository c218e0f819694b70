import { networkInterfaces } from 'node:os';
import { expect, test, vi } from 'vitest';
import { Check } from '../../contract/shared/check.ts';
import { readConfig } from '../config.ts';
import { ownServices, Unreachable, reachWithin } from './reach.ts';
import type { LookUp } from './names.ts';
import { networkProbe } from './network-probe.ts';
import { readTarget } from '../../contract/shared/check-target.ts';

const own = [{ host: '127.0.0.1', port: 3000 }];
const withLoopback = reachWithin(
  ['127.0.0.0/8', '::1/128', '10.0.0.0/8:443-445', '169.254.0.0/16', '0.0.0.0/0', '::/0'],
  own,
);

const refused = async (reach: typeof withLoopback, host: string, port: number) => {
  const error = await reach(host, port).catch((thrown: unknown) => thrown);
  return error instanceof Unreachable && error.kind === 'refused';
};

test('threat 79 allows only networks of CHECK_ALLOW, with their ports', async () => {
  const reach = reachWithin(['10.0.0.0/8:443-445', 'fc00::/7'], own);
  expect(await reach('10.1.2.3', 444)).toEqual(['10.1.2.3']);
  expect(await reach('fd00::1', 22)).toEqual(['fd00::1']);
  for (const [host, port] of [
    ['10.1.2.3', 80],
    ['10.1.2.3', 446],
    ['8.8.8.8', 443],
    ['127.0.0.1', 443],
    ['::1', 443],
    ['::ffff:8.8.8.8', 443],
    ['2002:7f00:1::', 443],
    ['localhost', 443],
  ] as const)
    expect([host, await refused(reach, host, port)]).toEqual([host, true]);
});

test('threat 79 never allows link-local, unspecified and multicast addresses, even if a network lists them', async () => {
  for (const host of [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '::ffff:0:169.254.169.254',
    '2001:0:a9fe:a9fe::1',
    '2002:a9fe:a9fe::1',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce:0::254',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
  ])
    expect([host, await refused(withLoopback, host, 80)]).toEqual([host, true]);
  const named = reachWithin(['0.0.0.0/0', '::/0'], own, async () => ['::ffff:169.254.169.254']);
  expect(await refused(named, 'metadata.example', 80)).toBe(true);
});

test('threat 79 uses only allowed addresses of a name, and a limited number', async () => {
  const theirs = [
    'fe80::1',
    '8.8.8.8',
    '10.0.0.9',
    ...Array.from({ length: 9 }, (_, n) => `10.0.0.${10 + n}`),
  ];
  const reach = reachWithin(
    ['10.0.0.0/8', 'fe80::/10'],
    [{ host: '10.0.0.9', port: 443 }],
    async () => theirs,
  );
  expect(await reach('web.example', 443)).toEqual(['10.0.0.10', '10.0.0.11', '10.0.0.12', '10.0.0.13']);
});

test('threat 79 never reaches the product itself, by any notation of its address', async () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '127.0.0.2',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'LOCALHOST.',
  ]) {
    const target = readTarget('http', `http://${host}:3000/`);
    if ('problem' in target) throw new Error(target.problem);
    const error = await withLoopback(target.host, 3000).catch((thrown: unknown) => thrown);
    expect([host, error instanceof Unreachable]).toEqual([host, true]);
  }
  expect(await withLoopback('127.0.0.1', 3001)).toEqual(['127.0.0.1']);
});

test('threat 79 never reaches the product at any address of its machine, whichever address it listens on', async () => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const here = addresses.map(({ address }) => address).filter((address) => !address.startsWith('fe80:'));
  for (const HOST of ['0.0.0.0', '::', '127.0.0.1', ...here]) {
    const services = ownServices(
      readConfig({ DATA_DIR: '/nowhere', HOST, PUBLIC_URL: 'http://10.0.0.1' }, ''),
    );
    const reach = reachWithin(['0.0.0.0/0', '::/0'], services);
    for (const address of ['127.0.0.1', '127.0.0.2', '::1', ...here])
      expect([HOST, address, await refused(reach, address, 3000)]).toEqual([HOST, address, true]);
  }
});

test.each([
  ['SMTP_URL', 'smtp://127.0.0.2', 587],
  ['SMTP_URL', 'smtps://127.0.0.2', 465],
  ['SMTP_URL', 'smtp://127.0.0.2:2525', 2525],
  ['AI_BASE_URL', 'http://127.0.0.2/v1', 80],
  ['GOOGLE_ISSUER', 'https://127.0.0.2', 443],
  ['PUBLIC_URL', 'https://127.0.0.2', 443],
  ['DATABASE_URL', 'postgres://127.0.0.2/hub', 5432],
  ['DATABASE_DIRECT_URL', 'postgresql://127.0.0.2:5433/hub', 5433],
  ['READ_DATABASE_URL', 'postgres://127.0.0.2:5434/hub', 5434],
  ['S3_ENDPOINT', 'http://127.0.0.2:9000', 9000],
  ['BACKUP_S3_ENDPOINT', 'http://127.0.0.2:9001', 9001],
])('threat 79 never connects to what %s names as %s on port %i', async (name, address, port) => {
  const settings = {
    SMTP_URL: { MAIL_FROM: 'hub@example.com' },
    AI_BASE_URL: { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'any' },
    DATABASE_DIRECT_URL: { DATABASE_URL: 'postgres://db.invalid/hub' },
    READ_DATABASE_URL: { DATABASE_URL: 'postgres://db.invalid/hub' },
    S3_ENDPOINT: { S3_BUCKET: 'hub' },
    BACKUP_S3_ENDPOINT: { BACKUP_S3_BUCKET: 'hub' },
  }[name];
  const config = readConfig({ DATA_DIR: '/nowhere', [name]: address, ...settings }, '');
  const reach = reachWithin(['127.0.0.0/8'], ownServices(config));
  await expect(reach('127.0.0.2', port)).rejects.toThrow(Unreachable);
  expect(await reach('127.0.0.2', port + 1)).toEqual(['127.0.0.2']);
});

test.each([
  ['tcp', '8.8.8.8;id:80'],
  ['tcp', 'host'],
  ['tcp', 'host:0'],
  ['tcp', 'host:70000'],
  ['tcp', 'a b:80'],
  ['tcp', '$(id):80'],
  ['http', 'file:///etc/passwd'],
  ['http', 'gopher://10.0.0.1/'],
  ['http', 'http://user:word@10.0.0.1/'],
  ['http', '10.0.0.1'],
  ['node_exporter', 'ftp://10.0.0.1'],
  ['node_exporter', ''],
] as const)('threat 81 %s %s is no valid target', (kind, text) => {
  expect(readTarget(kind, text)).toHaveProperty('problem');
});

test.each([
  [{ timeoutMs: 60_001 }, { timeoutMs: 60_000 }],
  [{ intervalSeconds: 9 }, { intervalSeconds: 10 }],
  [{ retries: 11 }, { retries: 10 }],
  [{ expectText: 'x'.repeat(201) }, { expectText: 'x'.repeat(200) }],
])('threat 81 a check with %j is refused', (wrong, right) => {
  const check = { kind: 'tcp', target: 'db-01:5432' };
  expect(Check.safeParse({ ...check, ...wrong }).success).toBe(false);
  expect(Check.safeParse({ ...check, ...right }).success).toBe(true);
});

test('INFRA-11 accepts targets in the short forms that people write', () => {
  expect(readTarget('tcp', 'db-01:5432')).toMatchObject({ host: 'db-01', port: 5432 });
  expect(readTarget('tcp', '[fd00::1]:22')).toMatchObject({ host: 'fd00::1', port: 22 });
  expect(readTarget('node_exporter', '10.0.0.1')).toMatchObject({ url: 'http://10.0.0.1:9100/metrics' });
  expect(readTarget('node_exporter', '[fd00::1]')).toMatchObject({ url: 'http://[fd00::1]:9100/metrics' });
  expect(readTarget('windows_exporter', 'win-1:9999')).toMatchObject({ url: 'http://win-1:9999/metrics' });
  expect(readTarget('node_exporter', 'https://a.example/node')).toMatchObject({ port: 443 });
  expect(readTarget('http', 'https://a.example')).toMatchObject({ port: 443, protocol: 'https:' });
});

test('INFRA-11 cancelling the wait for a name cancels the look-up, and gives no information about an own service', async () => {
  const over = new AbortController();
  const why = new Error('over');
  const names: string[] = [];
  const never: LookUp = (name, signal) => {
    names.push(name);
    if (name === 'known.example') return Promise.resolve(['10.0.0.1']);
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(why)));
  };
  const reach = reachWithin(['10.0.0.0/8'], [{ host: 'own.example', port: 443 }], never);
  const looks = ['silent.example', 'known.example'].map((host) => reach(host, 443, over.signal));
  const settled = Promise.allSettled(looks);
  await vi.waitFor(() => expect(names).toEqual(['silent.example', 'known.example', 'own.example']));
  over.abort(why);
  expect(await settled).toEqual(looks.map(() => ({ status: 'rejected', reason: why })));
});

test('INFRA-11 a check whose time is over stops waiting for its name', async () => {
  let isGivenUp = false;
  const never: LookUp = (_, signal) => {
    signal?.addEventListener('abort', () => (isGivenUp = true));
    return new Promise(() => undefined);
  };
  const check = Check.parse({ kind: 'tcp', target: 'silent.example:443', timeoutMs: 100 });
  const seen = await networkProbe(reachWithin(['10.0.0.0/8'], [], never))(check, null);
  expect(seen).toMatchObject({ outcome: 'unknown' });
  expect(isGivenUp).toBe(true);
});

test.each([
  ['ESERVFAIL', false],
  ['ETIMEOUT', false],
  ['EAI_AGAIN', false],
  ['ENOTFOUND', true],
])(
  'threat 79 while the name of an own service gives %s, its port is blocked everywhere unless it has no address',
  async (code, isReached) => {
    const lookUp: LookUp = () => Promise.reject(Object.assign(new Error(code), { code }));
    const reach = reachWithin(['10.0.0.0/8'], [{ host: 'mail.example', port: 587 }], lookUp);
    const answer = await reach('10.0.0.1', 587).catch((error: unknown) => (error as Unreachable).kind);
    expect(answer).toEqual(isReached ? ['10.0.0.1'] : 'refused');
    expect(await reach('10.0.0.1', 588)).toEqual(['10.0.0.1']);
  },
);
