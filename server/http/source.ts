import { BlockList, isIP } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import ipaddr from 'ipaddr.js';

type Sent = { ip: string; raw: { socket?: { remoteAddress?: string | undefined } } };
type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Prefix length that one customer of a provider typically has entirely, and can send from freely. */
const IPV6_CUSTOMER = 64;
/** Prefix length that one attacker or office typically has in IPv4. */
const IPV4_NEIGHBOURS = 24;

/**
 * Interprets TRUST_PROXY: whose X-Forwarded-* headers count. Every proxy appends the address of its caller, so the last
 * entries are from our own proxies, and the client may have invented those before.
 */
export function trustOf(setting: string): FastifyServerOptions['trustProxy'] {
  if (setting === 'off') return false;
  const hops = setting === 'on' ? 1 : /^\d+$/.test(setting) ? Number(setting) : undefined;
  if (hops !== undefined) return (_address, hop) => hop < hops;
  return setting.split(',').map((address) => address.trim());
}

const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether a connection comes from one of our proxies, which carries those of many people. */
export function proxyCheckOf(setting: string): (address: string) => boolean {
  const trust = trustOf(setting);
  if (typeof trust === 'function') return (address) => trust(address, 0);
  const proxies = new BlockList();
  for (const part of [trust || []].flat().flatMap((each) => NAMED[String(each)] ?? String(each))) {
    const [address = '', bits] = part.split('/');
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    proxies.addSubnet(address, Number(bits ?? (type === 'ipv6' ? 128 : 32)), type);
  }
  return (address) => {
    const known = parsed(address);
    return known !== undefined && proxies.check(known.toString(), known.kind());
  };
}

/** The readable source address of a request; IPv4 also on an IPv6 socket. */
export const addressOf = (request: Sent): string => parsedAddressOf(request)?.toString() ?? 'unknown';

/** A network that counts as one source. Its limit is this many times that of a single customer. */
export type Network = { name: string; times: number };

/**
 * An attacker can own more than one /64, and change between them with each request. So wider networks count too. Many
 * customers of a provider may share them, so they are allowed more.
 */
const WIDER = [
  { bits: 56, times: 2 },
  { bits: 48, times: 8 },
];

/** What rate limits by source count: an IPv4 address, or the networks of an IPv6 address. */
export function sourcesOf(request: Sent): Network[] {
  const address = parsedAddressOf(request);
  return address instanceof ipaddr.IPv6 ? ipv6Networks(address) : [{ name: addressOf(request), times: 1 }];
}

/** The same, but neighbours count together: /24 of IPv4. */
export function networksOf(request: Sent): Network[] {
  const address = parsedAddressOf(request);
  return address instanceof ipaddr.IPv4
    ? [{ name: networkAround(address, IPV4_NEIGHBOURS), times: 1 }]
    : sourcesOf(request);
}

const ipv6Networks = (address: ipaddr.IPv6): Network[] =>
  [{ bits: IPV6_CUSTOMER, times: 1 }, ...WIDER].map(({ bits, times }) => ({
    name: networkAround(address, bits),
    times,
  }));

const networkAround = (address: Address, bits: number): string => {
  const { IPv4, IPv6 } = ipaddr;
  const range = `${address.toString()}/${bits}`;
  const first =
    address instanceof IPv4 ? IPv4.networkAddressFromCIDR(range) : IPv6.networkAddressFromCIDR(range);
  return `${first.toString()}/${bits}`;
};

/** When a proxy sends no address, the proxy itself is the source. */
const parsedAddressOf = ({ ip, raw }: Sent): Address | undefined =>
  parsed(ip) ?? parsed(raw.socket?.remoteAddress);

/** Some proxies append the port; link-local addresses contain their interface. */
function parsed(text = ''): Address | undefined {
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return ipaddr.isValid(bare) && (bare.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(bare))
    ? ipaddr.process(bare)
    : undefined;
}
