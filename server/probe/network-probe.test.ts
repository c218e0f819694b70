import { createServer, Socket, type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Check } from '../../contract/shared/check.ts';
import { NO_LIMITS, ServerLimits } from '../../contract/shared/server-limits.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { networkProbe } from './network-probe.ts';
import { Unreachable, type Reach } from './reach.ts';

const web = withWebTarget((_, response) => response.end('All is well'));
/** A name that only `reach` resolves. A second look-up would fail. */
const NAME = 'once-only.invalid';
const knows: Reach = async (host) => [host === NAME ? '127.0.0.1' : host];
const refuses: Reach = async () => {
  throw new Unreachable('refused', 'Not there');
};
const OTHER = 'These are metrics of the other exporter: choose that kind of check';
const WEB_PAGE = 'It answered a web page, not metrics: the path may be wrong, or it asks for a password';
const look = (reach: Reach, check: Partial<Check> & Pick<Check, 'kind' | 'target'>) =>
  networkProbe(reach)(Check.parse({ timeoutMs: 5_000, ...check }), null);

test('threat 79 connects to the same address that was resolved and allowed', async () => {
  const http = await look(knows, { kind: 'http', target: `http://${NAME}:${web.current.port}/` });
  expect(http).toMatchObject({ outcome: 'good' });
  const tcp = await look(knows, { kind: 'tcp', target: `${NAME}:${web.current.port}` });
  expect(tcp).toMatchObject({ outcome: 'good' });
});

test('threat 79 no kind of check opens a connection to a forbidden address', async () => {
  let connections = 0;
  const canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => canary.once('listening', resolve));
  const address = `127.0.0.1:${(canary.address() as AddressInfo).port}`;
  for (const [kind, target] of [
    ['tcp', address],
    ['http', `http://${address}/`],
    ['http', `https://${address}/`],
    ['node_exporter', address],
    ['windows_exporter', address],
  ] as const)
    expect([kind, await look(refuses, { kind, target })]).toMatchObject([kind, { message: 'Not there' }]);
  expect(connections).toBe(0);
  canary.close();
});

test('threat 79 follows redirects to web pages only', async () => {
  for (const location of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'ftp://127.0.0.1/', 'http://[']) {
    web.current.answer = (_, response) => response.writeHead(302, { location }).end();
    const seen = await look(knows, { kind: 'http', target: web.current.url });
    expect([location, seen.message]).toEqual([location, 'It redirects to an address that is not http']);
  }
  web.current.answer = (_, response) => response.end('All is well');
});

test('ALERT-30 an exporter is compared with the limits of its server, else with those of the product', async () => {
  const labels = '{device="d",fstype="ext4",mountpoint="/"}';
  web.current.answer = (_, response) =>
    response.end(`node_filesystem_avail_bytes${labels} 8\nnode_filesystem_size_bytes${labels} 100\n`);
  const check = Check.parse({ kind: 'node_exporter', target: web.current.url, timeoutMs: 5_000 });
  const seen = (limits: ServerLimits | null) => networkProbe(knows)(check, null, limits);
  const own = (percent: number): ServerLimits => ({
    ...NO_LIMITS,
    thresholds: { diskUsage: { percent, seconds: 600 } },
  });
  expect((await seen(null)).outcome).toBe('good');
  expect((await seen(own(92))).outcome).toBe('good');
  expect(await seen(own(80))).toMatchObject({
    outcome: 'warning',
    message: 'Disk is 92 % used',
    warnAfterSeconds: 600,
  });
  web.current.answer = (_, response) => response.end('All is well');
});

test.each([
  ['http', '', 500],
  ['https', '', 500],
  ['http', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', 60_000],
] as const)(
  'threat 81 over %s no connection to a server stays that sends %j only',
  async (scheme, sent, timeoutMs) => {
    const closed = Promise.withResolvers<unknown>();
    const target = createServer((socket) => {
      socket.on('error', () => undefined).once('close', closed.resolve);
      socket.resume().write(sent);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => target.once('listening', resolve));
    const { port } = target.address() as AddressInfo;
    await look(knows, { kind: 'http', target: `${scheme}://127.0.0.1:${port}/`, timeoutMs });
    await expect(closed.promise).resolves.toBeDefined();
    target.close();
  },
  // Long before the last check would time out.
  30_000,
);

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])(
  'INFRA-11 reads a page with %s compression that was not requested, within the limit',
  async (encoding, pack) => {
    const asked: unknown[] = [];
    const page = { text: 'All is well' };
    web.current.answer = (request, response) => {
      asked.push(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(page.text));
    };
    const check = { kind: 'http', target: web.current.url, expectText: 'well' } as const;
    expect(await look(knows, check)).toMatchObject({ outcome: 'good' });
    page.text = `${' '.repeat(10 * 1024 * 1024)}well`;
    expect(await look(knows, check)).toMatchObject({ message: 'It answered without the expected text' });
    for (const [status, message] of [
      [200, 'It answered without the expected text'],
      [500, 'It answered 500'],
    ] as const) {
      web.current.answer = (_, response) =>
        response.writeHead(status, { 'content-encoding': encoding }).end('well');
      expect(await look(knows, check)).toMatchObject({ outcome: 'bad', message });
    }
    expect(asked).toEqual(['identity', 'identity']);
    web.current.answer = (_, response) => response.end('All is well');
  },
);

test.each(['constructor', '__proto__', 'toString', 'zstd'])(
  'INFRA-11 reads a page that wrongly declares %s compression unchanged',
  async (encoding) => {
    web.current.answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('All is well');
    const check = { kind: 'http', target: web.current.url, expectText: 'well' } as const;
    expect(await look(knows, check)).toMatchObject({ outcome: 'good' });
    web.current.answer = (_, response) => response.end('All is well');
  },
);

test('INFRA-11 a server of another protocol asks for the right port', async () => {
  web.current.answer = (_, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n');
  expect(await look(knows, { kind: 'http', target: web.current.url })).toMatchObject({
    outcome: 'bad',
    message: 'It does not speak HTTP (is the port right?)',
  });
  web.current.answer = (_, response) => response.end('All is well');
});

test('INFRA-11 a page that switches to another protocol fails at once', async () => {
  web.current.answer = (_, response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  };
  const check = { kind: 'http', target: web.current.url } as const;
  expect(await look(knows, check)).toMatchObject({ outcome: 'bad', message: 'It answered 101' });
  web.current.answer = (_, response) => response.end('All is well');
});

test('INFRA-11 windows_exporter over the network; reports a page that is no exporter', async () => {
  const check = { kind: 'windows_exporter', target: `127.0.0.1:${web.current.port}` } as const;
  expect(await look(knows, check)).toMatchObject({
    outcome: 'bad',
    message: 'The response has no metrics of this exporter',
  });
  web.current.answer = (request, response) =>
    request.url === '/metrics'
      ? response.end('windows_os_physical_memory_free_bytes 25\nwindows_cs_physical_memory_bytes 100\n')
      : response.writeHead(404).end();
  expect(await look(knows, check)).toMatchObject({ outcome: 'good', memoryUsage: 75 });
});

test.each([
  ['node_exporter', 401, '', 'The exporter answered 401 (it requires a password, which checks do not have)'],
  ['node_exporter', 400, '', 'The exporter answered 400 (does it expect https?)'],
  ['http', 404, '', 'It answered 404 (is the path right?)'],
  ['http', 503, '', 'It answered 503'],
  ['node_exporter', 200, 'wmi_os_physical_memory_free_bytes 25\nwmi_cs_physical_memory_bytes 100\n', OTHER],
  ['windows_exporter', 200, 'node_memory_MemTotal_bytes 4\nnode_memory_MemAvailable_bytes 1\n', OTHER],
  ['node_exporter', 200, '\n<!doctype html>', WEB_PAGE],
  ['node_exporter', 200, '# EOF\n', 'The response has no metrics of this exporter'],
] as const)('INFRA-11 %s with %d and %j says what to do: %s', async (kind, status, body, message) => {
  web.current.answer = (_, response) => response.writeHead(status).end(body);
  expect(await look(knows, { kind, target: web.current.url })).toMatchObject({ message });
  web.current.answer = (_, response) => response.end('All is well');
});

const disk = (place: string, percent: number) =>
  `node_filesystem_size_bytes{device="${place}",fstype="ext4",mountpoint="${place}"} 100\n` +
  `node_filesystem_avail_bytes{device="${place}",fstype="ext4",mountpoint="${place}"} ${100 - percent}\n`;

test.each([
  // A backup disk may be nearly full, and a small one should never be.
  [{}, 'warning', 'Disk is 96 % used'],
  [{ disks: [{ place: '/backup', percent: 98, seconds: 0 }] }, 'good', 'CPU —, Memory —, Disk 96 %'],
  [{ disks: [{ place: '/boot', percent: 60, seconds: 0 }] }, 'warning', 'Disk is 96 % used'],
  [
    {
      disks: [
        { place: '/backup', percent: 98, seconds: 0 },
        { place: '/boot', percent: 60, seconds: 600 },
      ],
    },
    'warning',
    'Disk /boot is 70 % used',
  ],
  [
    { diskUsage: { percent: 50, seconds: 0 }, disks: [{ place: '/backup', percent: 98, seconds: 0 }] },
    'warning',
    'Disk is 70 % used',
  ],
] as const)('ALERT-35 disks have limits of their own: %j is %s', async (thresholds, outcome, message) => {
  web.current.answer = (_, response) => response.end(disk('/backup', 96) + disk('/boot', 70));
  const check = { kind: 'node_exporter', target: web.current.url } as const;
  const limits = ServerLimits.parse({ thresholds });
  const seen = await networkProbe(knows)(Check.parse(check), null, limits);
  expect(seen).toMatchObject({ outcome, message });
  expect(seen.warnAfterSeconds).toBe(message.includes('/boot') ? 600 : undefined);
  web.current.answer = (_, response) => response.end('All is well');
});

test.each([
  ['/', 0, 'There are no free inodes on /'],
  ['/srv/my data', 0, 'There are no free inodes on /srv/my data'],
  ['/var', 2, '98 % of the inodes on /var are used'],
  ['<b>secret</b>', 0, 'There are no free inodes on a file system'],
  [`/${'x'.repeat(500)}`, 0, 'There are no free inodes on a file system'],
  ['/a\\nb', 0, 'There are no free inodes on a file system'],
])('N12 an exporter whose file system %s has %i free inodes is a warning', async (place, free, message) => {
  const labels = `{device="d",fstype="ext4",mountpoint="${place}"}`;
  const text = `
node_filesystem_avail_bytes${labels} 90
node_filesystem_size_bytes${labels} 100
node_filesystem_files_free${labels} ${free}
node_filesystem_files${labels} 100
`;
  web.current.answer = (_, response) => response.end(text);
  const seen = await look(knows, { kind: 'node_exporter', target: web.current.url });
  expect(seen).toMatchObject({ outcome: 'warning', message, diskUsage: 10 });
  web.current.answer = (_, response) => response.end('All is well');
});

test('INFRA-11 an exporter that measures disks alone is up', async () => {
  const disk = '{device="/dev/sda1",fstype="ext4",mountpoint="/"}';
  web.current.answer = (_, response) =>
    response.end(`node_filesystem_size_bytes${disk} 10\nnode_filesystem_avail_bytes${disk} 4\n`);
  const seen = await look(knows, { kind: 'node_exporter', target: web.current.url });
  expect(seen).toMatchObject({ outcome: 'good', diskUsage: 60, message: 'CPU —, Memory —, Disk 60 %' });
  web.current.answer = (_, response) => response.end('All is well');
});

test('INFRA-11 a failure after a redirect does not look like one of the checked address', async () => {
  web.current.answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.9:1/' }).end();
  expect(await look(knows, { kind: 'http', target: web.current.url })).toMatchObject({
    outcome: 'bad',
    message: 'After a redirect: The connection was refused',
  });
  const onlyFirst: Reach = async (host, port) => (host === '127.0.0.9' ? refuses(host, port) : [host]);
  expect(await look(onlyFirst, { kind: 'http', target: web.current.url })).toMatchObject({
    outcome: 'unknown',
    message: 'After a redirect: Not there',
  });
  web.current.answer = (_, response) => response.end('All is well');
});

test('INFRA-11 threat 79 a forbidden address is unknown, not down; an invalid name is down', async () => {
  const check = { kind: 'http', target: 'http://host.invalid/' } as const;
  expect(await look(refuses, check)).toEqual({ outcome: 'unknown', latencyMs: null, message: 'Not there' });
  const nowhere = async () => {
    throw new Unreachable('unresolved', 'The name host.invalid is not known');
  };
  expect(await look(nowhere, check)).toMatchObject({ outcome: 'bad' });
});

test('INFRA-11 a check of this machine itself says nothing about the network, up or down', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const target = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const there: Reach = async (host) => [host];
  expect(await look(there, { kind: 'http', target, timeoutMs: 500 })).not.toHaveProperty('line');
  expect(await look(there, { kind: 'http', target: web.current.url })).not.toHaveProperty('line');
  silent.close();
});

test('INFRA-11 an unreachable name server counts against the network, a forbidden address does not', async () => {
  const check = Check.parse({ kind: 'tcp', target: 'web-01.example.com:443' });
  const lookWith = (kind: 'away' | 'refused') =>
    networkProbe(async () => {
      throw new Unreachable(kind, 'Nowhere');
    })(check, null);
  expect(await lookWith('away')).toMatchObject({ outcome: 'unknown', line: 'silent' });
  expect(await lookWith('refused')).not.toHaveProperty('line');
});

test('INFRA-11 reads a page up to the expected text, also an endless one in chunks', async () => {
  const word = Buffer.from('läuft gut');
  web.current.answer = (_, response) => {
    response.write(Buffer.concat([Buffer.from('Alles '), word.subarray(0, 2)]));
    setImmediate(() => response.write(word.subarray(2)));
  };
  const seen = await look(knows, { kind: 'http', target: web.current.url, expectText: 'läuft gut' });
  expect(seen).toMatchObject({ outcome: 'good', message: 'It answered 200' });
  web.current.answer = (_, response) => response.end('All is well');
});

test('INFRA-11 a name with several addresses is up while one of them accepts connections', async () => {
  const check = { kind: 'http', target: web.current.url } as const;
  const { connect } = Socket.prototype;
  // The second address never responds.
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...to: unknown[]) {
    const isSilent = JSON.stringify(to).includes('192.0.2.1');
    return isSilent ? Object.assign(this, { connecting: true }) : Reflect.apply(connect, this, to);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  for (const other of ['127.0.0.9', '192.0.2.1'])
    expect(await look(async () => [other, '127.0.0.1'], { ...check, timeoutMs: 2_000 })).toMatchObject({
      outcome: 'good',
    });
  expect(await look(async () => ['192.0.2.1', '127.0.0.9'], { ...check, timeoutMs: 2_000 })).toMatchObject({
    outcome: 'bad',
    message: 'The connection was refused',
  });
});
