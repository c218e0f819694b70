import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `silent`: accepts the connection and sends nothing. `drip`: sends a byte now and then. `endless`: sends without end.
 * `garbage`: sends garbage and ends.
 */
export type Lie = 'silent' | 'drip' | 'endless' | 'garbage';

/** Begins an HTTP response whose body does not end. */
export const httpAnswer = (status: number) =>
  `HTTP/1.1 ${status} Status\r\ncontent-type: application/json\r\n\r\n`;

/** A server that sends `beginning` on each connection and misbehaves afterwards. */
export async function startLyingPeer(
  lie: Lie,
  beginning: string,
): Promise<{ host: string; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const speak = async (socket: Socket) => {
    if (lie === 'silent') return;
    socket.write(beginning);
    if (lie === 'garbage') return void socket.end('\0\u0001}{ no answer');
    const text = lie === 'drip' ? ' ' : ' '.repeat(64 * 1024);
    while (!socket.destroyed) {
      if (!socket.write(text)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      await pause(lie === 'drip' ? 20 : 0);
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
    speak(socket).catch(() => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
