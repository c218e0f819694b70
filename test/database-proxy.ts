import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '../server/db/open.ts';
import { createTestDatabase } from './database.ts';
import { configOf } from './global-setup.ts';

/** A migrated database behind a line that can be cut and mended, as when its server restarts. */
export type CuttableDatabase = Database & {
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  drop(): Promise<void>;
};

export async function createCuttableDatabase(): Promise<CuttableDatabase> {
  const behind = await createTestDatabase();
  const { host = 'localhost', port = 5432, ...rest } = configOf(behind.connection);
  const { connectionString } = rest;
  const target = connectionString ? new URL(connectionString) : undefined;
  const address = target
    ? { host: target.hostname, port: Number(target.port || 5432) }
    : host.startsWith('/')
      ? { path: `${host}/.s.PGSQL.${port}` }
      : { host, port };

  const sockets = new Set<Socket>();
  let server: Server = await listenOn(0);
  const { port: ownPort } = server.address() as AddressInfo;

  async function listenOn(wanted: number): Promise<Server> {
    const listening = createServer((near) => {
      const far = connect(address);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    }).listen(wanted, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  const { user, password, database } = target
    ? { user: target.username, password: target.password, database: target.pathname.slice(1) }
    : (behind.connection as { user: string; password: string; database: string });
  const open = openDatabase({ host: '127.0.0.1', port: ownPort, user, password, database }, () => undefined);
  return {
    ...open,
    async cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
      await sleep(10);
    },
    async mend() {
      server = await listenOn(ownPort);
    },
    async drop() {
      await open.close();
      server.close();
      for (const socket of sockets) socket.destroy();
      await behind.drop();
    },
  };
}
