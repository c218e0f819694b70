import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { proxyCheckOf, sourcesOf } from './source.ts';

/** Time for running replies during shutdown; slightly longer than the assistant's own limit. */
const LONGEST_REPLY_MS = 7_500;

/** Far more than the browsers and proxies of a company open, and less than what fills the memory. */
const MAX_CONNECTIONS = 10_000;
/**
 * Maximum connections of one source, so that others still find room: an address or a /64 of IPv6, then its /56 and /48. An
 * office behind one address opens six per browser. Connections of our own proxies carry many people and do not count.
 */
const MAX_BY_SOURCE = [4_000, 6_000, 8_000];
/** Browsers wait for one response before they send the next request on a connection. */
const MAX_UNANSWERED = 4;

/**
 * Closes a connection that keeps sending requests without reading responses, since those would accumulate in memory.
 * Ignores its requests beyond the limit. Closes connections beyond the connection limit at once.
 */
export function boundConnections(
  app: FastifyInstance,
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
  maxBySource = MAX_BY_SOURCE,
) {
  app.server.maxConnections = MAX_CONNECTIONS;
  boundSources(app, proxyCheckOf(TRUST_PROXY), maxBySource);
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count <= MAX_UNANSWERED) return done();
    reply.hijack();
    socket.destroy();
  });
}

function boundSources(app: FastifyInstance, isProxy: (address: string) => boolean, most: number[]) {
  const open = new Map<string, number>();
  const count = (name: string, change: number) => {
    const left = (open.get(name) ?? 0) + change;
    if (left > 0) open.set(name, left);
    else open.delete(name);
    return left;
  };
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const names = sourcesOf({ ip: remoteAddress, raw: { socket } }).map(({ name }) => name);
    const counts = names.map((name) => count(name, 1));
    socket.once('close', () => names.forEach((name) => count(name, -1)));
    if (counts.some((open, n) => open > (most[n] ?? Infinity))) socket.destroy();
  });
}

/**
 * A closing server waits for its connections. Browsers keep idle ones open, and an unfinished request may never end. So
 * during shutdown a connection without a running reply closes at once, one with a reply after sending it, and the rest
 * are cut at the limit, so that the database still closes in time.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance) {
  /** Number of running replies per connection. */
  const running = new Map<Socket, number>();
  let isClosing = false;
  const count = (connection: Socket, change: number) => {
    const left = (running.get(connection) ?? 0) + change;
    if (running.has(connection)) running.set(connection, left);
    // Pending data is still sent.
    if (isClosing && left === 0) connection.destroySoon();
  };

  app.server.on('connection', (connection: Socket) => {
    if (isClosing) return void connection.destroy();
    running.set(connection, 0);
    connection.once('close', () => running.delete(connection));
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const connection of running.keys()) count(connection, 0);
    setTimeout(() => {
      if (running.size > 0) app.log.warn({ connections: running.size }, 'replies were cut to stop in time');
      for (const connection of running.keys()) connection.destroy();
    }, LONGEST_REPLY_MS).unref();
  });
}
