import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

type Target = { host: string; port: number } | { path: string };

/** A connection to a server that can fail like a network and can then lead to another server. */
export type TcpLine = {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Drops all data on open and new connections. Neither side notices. */
  silence(): void;
  /** Lets new connections through. Silenced connections stay silent. */
  mend(to?: Target): Promise<void>;
  close(): Promise<void>;
};

export async function openTcpLine(to: Target): Promise<TcpLine> {
  let target = to;
  let isSilent = false;
  const sockets = new Set<Socket>();
  let server: Server = await listenOn(0);
  const { port } = server.address() as AddressInfo;

  async function listenOn(wanted: number): Promise<Server> {
    const listening = createServer((near) => {
      keep(near);
      if (!isSilent) join(near, keep(connect(target)));
    }).listen(wanted, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  }

  function join(near: Socket, far: Socket) {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (bytes) => isConnected() && other.write(bytes));
      one.on('close', () => isConnected() && other.destroy());
    }
    const since = silences;
    const isConnected = () => since === silences;
  }

  /** Number of silences. A connection from before a silence never resumes. */
  let silences = 0;
  const cut = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server, 'close');
    await sleep(10);
  };
  return {
    port,
    cut,
    silence() {
      isSilent = true;
      silences += 1;
    },
    async mend(other = target) {
      target = other;
      isSilent = false;
      if (!server.listening) server = await listenOn(port);
    },
    close: cut,
  };
}
