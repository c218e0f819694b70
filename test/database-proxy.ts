import { openDatabase, type Database } from '../server/db/open.ts';
import { createTestDatabase } from './database.ts';
import { partsOf } from './database-url.ts';
import { openTcpLine, type TcpLine } from './tcp-line.ts';

/** A migrated database behind a connection that a test can cut and restore, as when its server restarts. */
export type CuttableDatabase = Database &
  Pick<TcpLine, 'cut' | 'silence' | 'mend'> & {
    drop(): Promise<void>;
  };

export async function createCuttableDatabase(): Promise<CuttableDatabase> {
  const behind = await createTestDatabase();
  const { host, port, ...access } = partsOf(behind.connection);
  const line = await openTcpLine(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) },
  );
  const open = openDatabase({ host: '127.0.0.1', port: line.port, ...access }, () => undefined);
  return {
    ...open,
    cut: line.cut,
    silence: line.silence,
    mend: line.mend,
    async drop() {
      await open.close();
      await line.close();
      await behind.drop();
    },
  };
}
