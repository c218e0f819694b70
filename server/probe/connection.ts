import { connect, isIP, type Socket } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import { expiryOf, problemOfCertificate, problemOfHandshake } from './certificate.ts';
import type { Reach } from './reach.ts';

/** Target, timeout and abort signal; `onConnect` runs for each address that accepts the connection. */
export type Route = {
  reach: Reach;
  signal: AbortSignal;
  timeoutMs: number;
  onConnect: (address: string) => void;
};

/** A TLS failure; the message is for people. `certificateExpiresAt` is set when the expiry is the reason. */
export class TlsFailed extends Error {
  readonly certificateExpiresAt: Date | undefined;

  constructor(message: string, certificateExpiresAt?: Date) {
    super(message);
    this.certificateExpiresAt = certificateExpiresAt;
  }
}

/** No route: reported immediately by this machine, or later by a router on the path. */
export const NO_ROUTE = new Set(['ENETUNREACH', 'EHOSTUNREACH']);

/**
 * Connects to the first address of a name that accepts, like browsers. Throws NotReached, the reason of the signal, or
 * a Node error; of several failures the most informative one.
 */
export async function openSocket(name: string, port: number, route: Route): Promise<Socket> {
  const addresses = await route.reach(name, port);
  const failures: unknown[] = [];
  for (const [index, host] of addresses.entries()) {
    route.signal.throwIfAborted();
    const isLast = index === addresses.length - 1;
    const socket = connect({ host, port });
    // A silent address must leave time for the others, and for the response.
    const timer = isLast ? undefined : setTimeout(destroy, route.timeoutMs / (addresses.length + 1), socket);
    try {
      await ready(socket, 'connect', route.signal);
      route.onConnect(host);
      return socket;
    } catch (error) {
      route.signal.throwIfAborted();
      failures.push(error);
    } finally {
      clearTimeout(timer);
    }
  }
  throw failures.toSorted((a, b) => informationOf(b) - informationOf(a))[0];
}

const destroy = (socket: Socket) => socket.destroy(Object.assign(new Error('Silent'), { code: 'ETIMEDOUT' }));

function informationOf(error: unknown): number {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (NO_ROUTE.has(code)) return 0;
  return code === 'ETIMEDOUT' ? 1 : 2;
}

/** Starts TLS on an open socket and verifies the certificate. Throws TlsFailed. */
export async function secure(socket: Socket, name: string, { signal }: Route) {
  const secured = tls.connect({
    socket,
    // A name in TLS has no dot at its end.
    ...(isIP(name) === 0 ? { servername: name.replace(/\.$/, '') } : { host: name }),
    // Verified below, before anything is sent: Node would close the socket without giving the dates.
    rejectUnauthorized: false,
  });
  try {
    await ready(secured, 'secureConnect', signal);
  } catch (error) {
    socket.destroy();
    const isCut = (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    throw isCut
      ? new TlsFailed('The connection was cut during the TLS handshake')
      : asTlsFailure(error, socket, name);
  }
  if (!secured.authorized) {
    const { message, expiredAt } = problemOfCertificate(secured);
    secured.destroy();
    throw new TlsFailed(message, expiredAt);
  }
  return { socket: secured, certificateExpiresAt: expiryOf(secured) };
}

/** In TLS 1.3 the server verifies our handshake last, when we are already reading its response. */
export function asTlsFailure(error: unknown, socket: Socket, name: string): unknown {
  const message = problemOfHandshake(error as NodeJS.ErrnoException, name, socket.bytesRead);
  return message === undefined ? error : new TlsFailed(message);
}

function ready(socket: Socket | TLSSocket, event: 'connect' | 'secureConnect', signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const onAbort = () => socket.destroy(signal.reason as Error);
    const onEnd = (settle: () => void) => {
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (error) => onEnd(() => reject(error)));
    socket.once(event, () => onEnd(resolve));
  });
}

/** Rejects when the signal aborts, so that a hanging check frees its slot. */
export const aborted = <T>(look: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    // A more specific error takes precedence.
    const giveUp = () => setImmediate(() => reject(signal.reason as Error));
    signal.addEventListener('abort', giveUp, { once: true });
    look.then(resolve, reject);
  });
