import { once } from 'node:events';
import net, { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Check } from '../../contract/shared/check.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { networkProbe } from './network-probe.ts';
import type * as reaching from './reach.ts';
import type { Reach } from './reach.ts';

/** Treats loopback addresses as another machine. */
vi.mock('./reach.ts', async (original) => ({
  ...(await original<typeof reaching>()),
  isOfThisMachine: () => false,
}));

const web = withWebTarget((_, response) => response.end('All is well'));
const timeoutMs = 60_000;
const noAnswer = { outcome: 'bad', message: 'No answer within 60000 ms' };

/** Lets the test end the timeout of a check. */
let time: AbortController;
beforeEach(() => {
  time = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => time.signal);
});
const open: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of open.splice(0)) server.close();
});

async function listening(onSocket: (socket: net.Socket) => void): Promise<string> {
  const server = createServer(onSocket).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const look = (kind: Check['kind'], target: string, reach: Reach = async (host) => [host]) =>
  networkProbe(reach)(Check.parse({ kind, target, timeoutMs }), null);

test.each([
  ['http', 'http://'],
  ['http', 'https://'],
  ['node_exporter', ''],
  ['windows_exporter', ''],
] as const)(
  'INFRA-11 %s %s: an application that accepts connections and never responds is down, but not silent',
  async (kind, scheme) => {
    const hung = await listening((socket) => {
      socket.once('data', () => time.abort());
      socket.on('error', () => socket.destroy());
    });
    expect(await look(kind, `${scheme}${hung}`)).toMatchObject({ ...noAnswer, line: 'heard' });
  },
);

test('INFRA-11 a server that responds, accepts a connection or refuses one counts as reached', async () => {
  expect(await look('http', web.current.url)).toMatchObject({ outcome: 'good', line: 'heard' });
  const address = await listening((socket) => void socket.resume().on('error', () => socket.destroy()));
  expect(await look('tcp', address)).toMatchObject({ outcome: 'good', line: 'heard' });
  await new Promise((resolve) => open.pop()?.close(resolve));
  expect(await look('tcp', address)).toMatchObject({ outcome: 'bad', line: 'heard' });
});

test.each([
  ['tcp', 'web-01.example.com:443'],
  ['http', 'http://web-01.example.com'],
  ['http', 'https://web-01.example.com'],
  ['node_exporter', 'web-01.example.com'],
] as const)(
  'INFRA-11 %s %s: a server that does not even accept the connection is silent',
  async (kind, target) => {
    // Simulates a firewall that drops packets.
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket) {
      setImmediate(() => time.abort());
      return Object.assign(this, { connecting: true });
    });
    const seen = await look(kind, target, async () => ['192.0.2.1']);
    expect(seen).toMatchObject({ ...noAnswer, line: 'silent' });
  },
);

test.each([
  ['tcp', 'web-01.example.com:443'],
  ['http', 'https://web-01.example.com/'],
  ['windows_exporter', 'web-01.example.com'],
] as const)(
  'INFRA-11 %s %s: a slow name look-up says nothing about the server or the network',
  async (kind, target) => {
    const never: Reach = () => {
      setImmediate(() => time.abort());
      return new Promise(() => undefined);
    };
    expect(await look(kind, target, never)).toEqual({
      outcome: 'unknown',
      latencyMs: null,
      message: 'The name could not be looked up within 60000 ms',
    });
  },
);

test.each([
  ['ENETUNREACH', true, 'bad', 'Its network cannot be reached'],
  ['EHOSTUNREACH', true, 'bad', 'The host cannot be reached'],
  ['ENETUNREACH', false, 'unknown', 'The checker itself has no connection (ENETUNREACH)'],
  ['EHOSTUNREACH', false, 'unknown', 'The checker itself has no connection (EHOSTUNREACH)'],
] as const)(
  'INFRA-11 %s with a route of this machine: %s: is %s',
  async (code, isRouted, outcome, message) => {
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket) {
      setImmediate(() => this.destroy(Object.assign(new Error(code), { code, address: '192.0.2.1' })));
      return Object.assign(this, { connecting: true });
    });
    const hosts: string[] = [];
    const hasRoute = async (address: string) => (hosts.push(address), isRouted);
    const check = Check.parse({ kind: 'tcp', target: '192.0.2.1:443' });
    const observation = await networkProbe(async (host) => [host], hasRoute)(check, null);
    expect(observation).toEqual({ outcome, latencyMs: null, message, line: 'silent' });
    expect(hosts).toEqual(['192.0.2.1']);
  },
);
