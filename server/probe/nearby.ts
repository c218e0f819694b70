import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { listGateways, listNameServers, listUnanswered } from './ways-out.ts';

/**
 * `silent`: nobody says anything, which may be their way. `gone`: no way out is there at all, not even for the question that
 * each machine answers, which hardware has its address. `none`: nobody nearby is known. `apart`: this machine has no network
 * at the moment.
 */
export type Nearby = 'heard' | 'silent' | 'gone' | 'none' | 'apart';

/** The kernel gives a neighbour up after three seconds. */
const ANSWER_MS = 4_000;
const AGAIN_MS = 1_000;
/** Asked for where it is likely, though a refusal says as much. */
const NAMES_PORT = 53;
/** Who serves the root of all names: any name server knows, or says that it does not. */
const QUESTION = Buffer.from('0b5801000001000000000000' + '0000020001', 'hex');

/**
 * Whether anybody makes a sound who is near this machine and no server of the inventory: its ways out and its name
 * servers. Never throws; over within ANSWER_MS.
 */
export async function listenNearby(): Promise<Nearby> {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  // Only those that are up and have a line are listed.
  if (interfaces.every(({ internal }) => internal)) return 'apart';
  const gateways = await listGateways();
  const hosts = [...new Set([...gateways, ...(await listNameServers())])];
  if (hosts.length === 0) return 'none';
  const unreached = new Set<string>();
  const sounds = hosts.flatMap((host) => [
    connects(host).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EHOSTUNREACH') unreached.add(host);
      throw error;
    }),
    answersUdp(host),
  ]);
  return Promise.any(sounds).then(
    () => 'heard',
    async () => {
      const unanswered = await listUnanswered();
      // "Unreachable" may also be the word of a firewall; for IPv6 the kernel's table cannot be read as a file.
      const isGone = (host: string) => (isIPv6(host) ? unreached : new Set(unanswered)).has(host);
      return gateways.length > 0 && gateways.every(isGone) ? 'gone' : 'silent';
    },
  );
}

/** A refusal is a sound as well. */
const isSound = ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' || code === 'ECONNRESET';

/** Rejects where nothing comes back. */
function connects(host: string): Promise<void> {
  const socket = connect({ host, port: NAMES_PORT, timeout: ANSWER_MS });
  return new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('timeout', () => reject(new Error('Nothing came back')));
    socket.once('error', (error) => (isSound(error) ? resolve() : reject(error)));
  }).finally(() => socket.destroy());
}

/** Asks as every name is asked for, which those answer too who drop connections. Rejects where nothing comes back. */
export function answersUdp(host: string, port = NAMES_PORT, waitMs = ANSWER_MS): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  const timers: NodeJS.Timeout[] = [];
  return new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve());
    // Where the question cannot be sent, the wait goes on: an answer to an earlier one may be under way.
    socket.on('error', (error) => isSound(error) && resolve());
    socket.once('connect', () => {
      socket.send(QUESTION);
      timers.push(setInterval(() => socket.send(QUESTION), AGAIN_MS));
    });
    socket.connect(port, host);
    timers.push(setTimeout(() => reject(new Error('Nothing came back')), waitMs));
  }).finally(() => {
    for (const timer of timers) clearInterval(timer);
    socket.close();
  });
}
