import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Replies that run when the product stops get this long; a little more than the assistant gives its own. */
const LONGEST_REPLY_MS = 7_500;

/** Far more than browsers and proxies of a company open, and less than what fills the memory. */
const MAX_CONNECTIONS = 10_000;
/** Browsers wait for one reply before they ask again on a connection. */
const MAX_UNANSWERED = 4;

/**
 * A connection is cut when it asks and asks without reading: all its replies would be kept in memory. What it asked beyond the
 * limit is not worked on. Connections beyond their limit are closed at once.
 */
export function boundConnections(app: FastifyInstance) {
  app.server.maxConnections = MAX_CONNECTIONS;
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

/**
 * A closing server waits for its connections. Browsers open some ahead of need and keep the others for their next request;
 * half a request may never be finished. So a connection without a running reply closes at once, one with a reply as soon
 * as that has been sent, and what is left in the end is cut, so that the database is still closed in time.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance) {
  /** How many replies run on each connection. */
  const running = new Map<Socket, number>();
  let isClosing = false;
  const count = (connection: Socket, change: number) => {
    const left = (running.get(connection) ?? 0) + change;
    if (running.has(connection)) running.set(connection, left);
    // What was written is still sent.
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
