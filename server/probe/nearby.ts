import { getServers } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** `none`: nobody nearby is known. `apart`: this machine has no network at the moment. */
export type Nearby = 'heard' | 'silent' | 'none' | 'apart';

/** The kernel gives a neighbour up after three seconds. */
const ANSWER_MS = 4_000;
/** Asked for where it is likely, though a refusal says as much. */
const NAMES_PORT = 53;

/**
 * Whether anybody makes a sound who is near this machine and no server of the inventory: its ways out and its name
 * servers. Never throws; over within ANSWER_MS.
 */
export async function listenNearby(): Promise<Nearby> {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  // Only those that are up and have a line are listed.
  if (interfaces.every(({ internal }) => internal)) return 'apart';
  const hosts = [
    ...new Set([
      ...gatewaysIn(await lines('/proc/net/route'), await lines('/proc/net/ipv6_route')),
      ...(await nameServers()),
    ]),
  ];
  if (hosts.length === 0) return 'none';
  return Promise.any(hosts.map(sound)).then(
    () => 'heard',
    () => 'silent',
  );
}

/** Rejects where nothing comes back. A refusal is a sound as well. */
function sound(host: string): Promise<void> {
  const socket = connect({ host, port: NAMES_PORT, timeout: ANSWER_MS });
  return new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('timeout', () => reject(new Error('Nothing came back')));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET' ? resolve() : reject(error),
    );
  }).finally(() => socket.destroy());
}

/** Ways out by the kernel's two tables of routes (/proc/net/route, /proc/net/ipv6_route), a line each. */
export function gatewaysIn(v4: string[], v6: string[]): string[] {
  const hosts = v4.flatMap((line) => {
    const [, destination, gateway = ''] = line.split(/\s+/);
    return destination === '00000000' && Number(`0x${gateway}`) > 0 ? [v4Of(gateway)] : [];
  });
  const more = v6.flatMap((line) => {
    const [destination = '', length, , , gateway = '', ...rest] = line.split(/\s+/);
    const isWayOut = /^0+$/.test(destination) && length === '00' && /[1-9a-f]/.test(gateway);
    return isWayOut ? [v6Of(gateway, rest.at(-1) ?? '')] : [];
  });
  return [...hosts, ...more];
}

/** `010200C0` is 192.0.2.1: the kernel prints the four bytes as one number of this machine. */
const v4Of = (hex: string): string => [...Buffer.from(hex, 'hex')].toReversed().join('.');

function v6Of(hex: string, device: string): string {
  const address = ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]);
  return address.range() === 'linkLocal' ? `${address.toString()}%${device}` : address.toString();
}

/** Without those on this machine, behind which systemd keeps the real ones. */
async function nameServers(): Promise<string[]> {
  const listed = (await lines('/run/systemd/resolve/resolv.conf')).flatMap(
    (line) => /^nameserver\s+(\S+)/.exec(line)?.[1] ?? [],
  );
  const own = getServers().map((server) => server.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3'));
  return [...own, ...listed].filter(
    (host) => ipaddr.isValid(host) && ipaddr.process(host).range() !== 'loopback',
  );
}

async function lines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.trim());
  } catch {
    // Not on this system.
    return [];
  }
}
