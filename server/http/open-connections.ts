import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Replies that run when the product stops get this long; a little more than the assistant gives its own. */
const LONGEST_REPLY_MS = 7_500;

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
