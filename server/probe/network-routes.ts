import { createSocket } from 'node:dgram';
import { getServers } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isOfThisMachine } from './reach.ts';

const ANY_PORT = 9;

/** The gateways of this machine, of both families. */
export const listGateways = async (): Promise<string[]> =>
  gatewaysIn(await lines('/proc/net/route'), await lines('/proc/net/ipv6_route'));

/** IPv4 addresses on this machine's links that do not answer ARP requests. */
export const listUnresolvedNeighbours = async (): Promise<string[]> =>
  unansweredIn(await lines('/proc/net/arp'));

/**
 * Whether the kernel has a route to an address. Sends nothing: connecting a datagram socket only looks up the route.
 * Never throws.
 */
export function hasRouteTo(address: string): Promise<boolean> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.connect(ANY_PORT, address);
  }).finally(() => socket.close());
}

/** This machine's own answers say nothing about the network. */
const isAnother = (host: string): boolean => !isOfThisMachine(host);

/** Gateways in the kernel's two route tables (/proc/net/route, /proc/net/ipv6_route), given as lines. */
function gatewaysIn(v4: string[], v6: string[]): string[] {
  const hosts = v4.flatMap((line) => {
    const [, destination, gateway = ''] = line.split(/\s+/);
    return destination === '00000000' && Number(`0x${gateway}`) > 0 ? [v4Of(gateway)] : [];
  });
  const more = v6.flatMap((line) => {
    const [destination = '', length, , , gateway = '', ...rest] = line.split(/\s+/);
    const isDefaultRoute = /^0+$/.test(destination) && length === '00' && /[1-9a-f]/.test(gateway);
    return isDefaultRoute ? [v6Of(gateway, rest.at(-1) ?? '')] : [];
  });
  return [...hosts, ...more].filter(isAnother);
}

/** `010200C0` is 192.0.2.1: the kernel prints the four bytes as one number of this machine. */
const v4Of = (hex: string): string => [...Buffer.from(hex, 'hex')].toReversed().join('.');

function v6Of(hex: string, device: string): string {
  const address = ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]);
  return address.range() === 'linkLocal' ? `${address.toString()}%${device}` : address.toString();
}

/**
 * Hosts without a known hardware address in the kernel's neighbour table (/proc/net/arp), given as lines; bit 2 means
 * known.
 */
const unansweredIn = (arp: string[]): string[] =>
  arp.flatMap((line) => {
    const [host = '', , flags = ''] = line.split(/\s+/);
    return /^0x[0-9a-f]+$/i.test(flags) && (Number(flags) & 2) === 0 ? [host] : [];
  });

/** Excludes servers on this machine, behind which systemd keeps the real ones. */
export async function listNameServers(): Promise<string[]> {
  const listed = (await lines('/run/systemd/resolve/resolv.conf')).flatMap(
    (line) => /^nameserver\s+(\S+)/.exec(line)?.[1] ?? [],
  );
  const own = getServers().map((server) => server.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3'));
  return [...own, ...listed].filter((host) => ipaddr.isValid(host) && isAnother(host));
}

async function lines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.trim());
  } catch {
    // Does not exist on this system.
    return [];
  }
}
