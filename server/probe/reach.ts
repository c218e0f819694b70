import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { lookUpInLanes, type LookUp } from './names.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = { range: [Address, number]; from: number; to: number };
export type Service = { host: string; port: number };

/**
 * The target is forbidden (refused), its name or redirect does not resolve (unresolved, astray), or the name servers
 * are unavailable (away) or slow (late). The message is for people.
 */
export class Unreachable extends Error {
  readonly kind: 'refused' | 'unresolved' | 'astray' | 'away' | 'late';

  constructor(kind: Unreachable['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Returns the addresses to try in order. Throws NotReached, or the signal's reason when aborted. */
export type Reach = (host: string, port: number, signal?: AbortSignal) => Promise<string[]>;

/** Addresses tried per name; they share the time of a check. */
const MAX_ADDRESSES = 4;

/** Which networks may be reached, and what is said about others. */
type Limits = { allow: string[]; refused: string; isPublicAllowed?: boolean };

const REFUSED = 'This address is outside of what checks may reach (CHECK_ALLOW)';
const REFUSED_TO_CHANNELS = 'This address is outside of what channels may reach (ALERT_ALLOW)';

const UNDECIDED = 'The name server does not answer, so this may be one of the product’s own services';

/**
 * Limits targets of checks to the networks of CHECK_ALLOW, never link-local addresses, metadata services of clouds or the
 * product's own services.
 * Resolves names here and connects to the resolved address, so that a name cannot change its target in between.
 */
export const reachWithin = (allow: string[], ownServices: Service[], lookUp?: LookUp): Reach =>
  reaching({ allow, refused: REFUSED }, ownServices, lookUp);

/** Limits receivers of messages to public addresses and the networks of ALERT_ALLOW, with the same exceptions. */
export const reachReceivers = (allow: string[], ownServices: Service[], lookUp?: LookUp): Reach =>
  reaching({ allow, refused: REFUSED_TO_CHANNELS, isPublicAllowed: true }, ownServices, lookUp);

function reaching(
  { allow, refused, isPublicAllowed = false }: Limits,
  ownServices: Service[],
  lookUp: LookUp = lookUpInLanes(),
): Reach {
  const networks = allow.map(networkOf);
  return async (host, port, signal) => {
    const resolve = (name: string) => addressesOf(name, lookUp, signal);
    const reached: string[] = [];
    for (const address of await resolve(host)) {
      const isPublic = isPublicAllowed && address.range() === 'unicast';
      if (isForbidden(address) || !(isPublic || isIn(networks, address, port))) continue;
      if (await isOwn(address, port, ownServices, resolve)) continue;
      reached.push(address.toString());
    }
    if (reached.length === 0) throw new Unreachable('refused', refused);
    return reached.slice(0, MAX_ADDRESSES);
  };
}

function networkOf(text: string): Network {
  const [, range = '', first, last] = /^(.*\/\d+)(?::(\d+)(?:-(\d+))?)?$/.exec(text) ?? [];
  const from = Number(first ?? 0);
  return { range: ipaddr.parseCIDR(range), from, to: first ? Number(last ?? first) : 65_535 };
}

async function addressesOf(host: string, lookUp: LookUp, signal?: AbortSignal): Promise<Address[]> {
  if (isIP(host) !== 0) return [ipaddr.process(host)];
  try {
    return (await lookUp(host, signal)).map((address) => ipaddr.process(address));
  } catch (error) {
    signal?.throwIfAborted();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND') throw new Unreachable('unresolved', `The name ${host} is not known`);
    throw new Unreachable('away', 'The name server does not answer');
  }
}

/** Unspecified, link-local, and translated addresses, which a gateway would convert to another one. */
const FORBIDDEN_RANGES = new Set<string>([
  'linkLocal',
  'unspecified',
  'multicast',
  'broadcast',
  'rfc6145',
  'rfc6052',
  '6to4',
  'teredo',
]);

/** Addresses outside of these ranges at which clouds tell the keys of a machine to every program on it (AWS, Google). */
const METADATA_SERVICES = new Set(['fd00:ec2::254', 'fd20:ce::254']);

const isForbidden = (address: Address): boolean =>
  FORBIDDEN_RANGES.has(address.range()) || METADATA_SERVICES.has(address.toString());

const isIn = (networks: Network[], address: Address, port: number): boolean =>
  networks.some(
    (network) =>
      network.range[0].kind() === address.kind() &&
      address.match(network.range) &&
      port >= network.from &&
      port <= network.to,
  );

async function isOwn(
  address: Address,
  port: number,
  services: Service[],
  resolve: (host: string) => Promise<Address[]>,
): Promise<boolean> {
  for (const service of services) {
    if (service.port !== port) continue;
    const addresses = await resolve(service.host).catch(addressesOnError);
    if (addresses.some((own) => sameMachine(own, address))) return true;
  }
  return false;
}

/** A service whose name does not exist has no address. One that cannot be resolved now may have any. */
function addressesOnError(error: unknown): Address[] {
  if (!(error instanceof Unreachable)) throw error;
  if (error.kind === 'unresolved') return [];
  throw new Unreachable('refused', UNDECIDED);
}

/** A service on all or loopback addresses is reachable at every address of this machine. */
function sameMachine(own: Address, address: Address): boolean {
  if (own.toString() === address.toString()) return true;
  return isHere(own) && isHere(address);
}

/** An address of this machine, reachable without a network. A link-local address may include its device: `fe80::1%eth0`. */
export function isOfThisMachine(text: string): boolean {
  const [address = '', device] = text.split('%');
  return isHere(ipaddr.process(address), device);
}

/** A link-local address of this machine may belong to another machine on another link. */
function isHere(address: Address, device?: string): boolean {
  if (address.range() === 'loopback' || address.range() === 'unspecified') return true;
  const local = Object.entries(networkInterfaces()).flatMap(([name, list = []]) =>
    device === undefined || device === name ? list : [],
  );
  return local.some(({ address: text }) => ipaddr.process(text).toString() === address.toString());
}

const PORTS: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  // Default port of the mail library.
  'smtp:': 587,
  'smtps:': 465,
};

/** Services that the product itself runs or uses: checks must not connect to them. */
export function ownServices(config: Config): Service[] {
  const others = [
    config.PUBLIC_URL,
    config.DATABASE_URL,
    config.DATABASE_DIRECT_URL,
    config.READ_DATABASE_URL,
    config.SMTP_URL,
    config.S3_ENDPOINT,
    config.BACKUP_S3_ENDPOINT,
    config.GOOGLE_ISSUER,
    config.AI_BASE_URL,
  ];
  return [
    { host: config.HOST, port: config.PORT },
    ...others.filter((address) => address !== undefined).map(serviceAt),
  ];
}

function serviceAt(address: string): Service {
  const url = new URL(address);
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || PORTS[url.protocol]) };
}
