import { connect, isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { expiryOf, problemOfCertificate, problemOfHandshake } from './certificate.ts';
import type { Reach } from './reach.ts';

/** How to get there and until when; `onConnect` runs with each address that takes the connection. */
export type Route = {
  reach: Reach;
  signal: AbortSignal;
  timeoutMs: number;
  onConnect: (address: string) => void;
};

/** TLS that failed: the message is for people. `certificateExpiresAt` is given where that is why. */
export class TlsFailed extends Error {
  readonly certificateExpiresAt: Date | undefined;

  constructor(message: string, certificateExpiresAt?: Date) {
    super(message);
    this.certificateExpiresAt = certificateExpiresAt;
  }
}

/** No route: reported at once by this machine, or later by a router on the path. */
export const NO_ROUTE = new Set(['ENETUNREACH', 'EHOSTUNREACH']);

/**
 * Connects to the first address of a name that takes the connection, as browsers do. Throws NotReached, the reason of the
 * signal, and what Node throws: of several failures the one that tells most of the server.
 */
export async function openSocket(name: string, port: number, way: Route): Promise<Socket> {
  const addresses = await way.reach(name, port);
  const failures: unknown[] = [];
  for (const [place, host] of addresses.entries()) {
    way.signal.throwIfAborted();
    const isLast = place === addresses.length - 1;
    const socket = connect({ host, port });
    // One that is silent leaves time for the others, and for the answer.
    const patience = isLast ? undefined : setTimeout(destroy, way.timeoutMs / (addresses.length + 1), socket);
    try {
      await ready(socket, 'connect', way.signal);
      way.onConnect(host);
      return socket;
    } catch (error) {
      way.signal.throwIfAborted();
      failures.push(error);
    } finally {
      clearTimeout(patience);
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

/** TLS on an open socket, with a certificate that we trust. Throws TlsFailed. */
export async function secure(socket: Socket, name: string, { signal }: Route) {
  const secured = tls.connect({
    socket,
    ...(isIP(name) === 0 ? { servername: name } : { host: name }),
    // The certificate is judged below, before anything is sent: Node would close the socket without its dates.
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

/** With TLS 1.3 a server judges our side of the handshake last, when we already read its answer. */
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
