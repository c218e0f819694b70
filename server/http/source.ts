import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import ipaddr from 'ipaddr.js';

type Sent = Pick<FastifyRequest, 'ip' | 'raw'>;
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

/** The readable source address of a request; IPv4 also on an IPv6 socket. */
export const addressOf = (request: Sent): string => parsedAddressOf(request)?.toString() ?? 'unknown';

/** The key of rate limits by source: an IPv4 address, or the /64 of an IPv6 address. */
export function sourceOf(request: Sent): string {
  const address = parsedAddressOf(request);
  return address instanceof ipaddr.IPv6 ? networkAround(address, IPV6_CUSTOMER) : addressOf(request);
}

/** The network of an address: /24 of IPv4, /64 of IPv6. */
export function networkOf(request: Sent): string {
  const address = parsedAddressOf(request);
  return address instanceof ipaddr.IPv4 ? networkAround(address, IPV4_NEIGHBOURS) : sourceOf(request);
}

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
