import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';

/** The kernel gives up on a neighbour after three seconds. */
const ANSWER_MS = 4_000;
const AGAIN_MS = 1_000;
/** DNS port: likely to be open, and a refusal is also an answer. */
const NAMES_PORT = 53;
/** A DNS query for the name servers of the root zone: every name server answers or refuses it. */
const QUERY = Buffer.from('0b5801000001000000000000' + '0000020001', 'hex');

/** A refusal also proves that the neighbour is there. */
const isRefusal = ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' || code === 'ECONNRESET';

/** Rejects without a reply. */
export function checkTcp(host: string): Promise<void> {
  const socket = connect({ host, port: NAMES_PORT, timeout: ANSWER_MS });
  return new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('timeout', () => reject(new Error('No reply')));
    socket.once('error', (error) => (isRefusal(error) ? resolve() : reject(error)));
  }).finally(() => socket.destroy());
}

/** Sends a DNS query, which hosts that drop TCP connections answer too. Rejects without a reply. */
export function checkUdp(host: string, port = NAMES_PORT, waitMs = ANSWER_MS): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  const timers: NodeJS.Timeout[] = [];
  return new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve());
    // The query could not be sent. The wait continues, since a reply to an earlier query may arrive.
    socket.on('error', (error) => isRefusal(error) && resolve());
    socket.once('connect', () => {
      socket.send(QUERY);
      timers.push(setInterval(() => socket.send(QUERY), AGAIN_MS));
    });
    socket.connect(port, host);
    timers.push(setTimeout(() => reject(new Error('No reply')), waitMs));
  }).finally(() => {
    for (const timer of timers) clearInterval(timer);
    socket.close();
  });
}
