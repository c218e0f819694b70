import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import ipaddr from 'ipaddr.js';

type Sent = Pick<FastifyRequest, 'ip' | 'raw'>;
type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What one customer of a provider commonly has whole, and can send from as freely as from one address. */
const IPV6_CUSTOMER = 64;
/** What one attacker, or one office, commonly has of IPv4. */
const IPV4_NEIGHBOURS = 24;

/**
 * TRUST_PROXY: whose X-Forwarded-* headers count. Every proxy appends the address that it was called from, so the last
 * entries are those of our own proxies, and what stands before them is whatever the client wrote.
 */
export function trustOf(setting: string): FastifyServerOptions['trustProxy'] {
  if (setting === 'off') return false;
  const hops = setting === 'on' ? 1 : /^\d+$/.test(setting) ? Number(setting) : undefined;
  if (hops !== undefined) return (_address, hop) => hop < hops;
  return setting.split(',').map((address) => address.trim());
}

/** Where a request comes from, as people read it; an IPv4 address also where the socket is one of IPv6. */
export const addressOf = (request: Sent): string => parsedAddressOf(request)?.toString() ?? 'unknown';

/** What limits by source count: an IPv4 address, or the /64 of an IPv6 address. */
export function sourceOf(request: Sent): string {
  const address = parsedAddressOf(request);
  return address instanceof ipaddr.IPv6 ? networkAround(address, IPV6_CUSTOMER) : addressOf(request);
}

/** The neighbourhood of an address: /24 of IPv4, /64 of IPv6. */
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

/** A proxy that tells no address is the source itself. */
const parsedAddressOf = ({ ip, raw }: Sent): Address | undefined =>
  parsed(ip) ?? parsed(raw.socket?.remoteAddress);

/** Some proxies write the port beside the address; link-local addresses name their interface. */
function parsed(text = ''): Address | undefined {
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return ipaddr.isValid(bare) && (bare.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(bare))
    ? ipaddr.process(bare)
    : undefined;
}
