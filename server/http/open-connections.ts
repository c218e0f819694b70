import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time for running replies during shutdown; slightly longer than the assistant's own limit. */
const LONGEST_REPLY_MS = 7_500;

/** Far more than the browsers and proxies of a company open, and less than what fills the memory. */
const MAX_CONNECTIONS = 10_000;
/** Browsers wait for one response before they send the next request on a connection. */
const MAX_UNANSWERED = 4;

/**
 * Closes a connection that keeps sending requests without reading responses, since those would accumulate in memory.
 * Ignores its requests beyond the limit. Closes connections beyond the connection limit at once.
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
