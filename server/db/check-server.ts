import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';
import { StartRefused, WrongSetting } from '../config.ts';
import { isDatabaseUnavailable } from '../http/errors.ts';
import type { Database } from './open.ts';

const OLDEST_SERVER = 15;
/** Time limit for a message between two connections. */
const MESSAGE_MS = 5_000;

/** Checks the targets of DATABASE_URL and DATABASE_DIRECT_URL before anything is changed there. Throws WrongSetting. */
export async function checkDatabaseServer(database: Database, hasDirect: boolean): Promise<void> {
  await checkRights(database.pool, 'DATABASE_URL');
  const listener = database.newClient();
  try {
    await checkAccount(listener, hasDirect ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
    if (await messagesArrive(database.pool, listener)) return;
  } finally {
    await listener.end();
  }
  throw new WrongSetting(
    hasDirect
      ? 'DATABASE_DIRECT_URL: must lead to the same database as DATABASE_URL, but past the connection pooler.'
      : 'DATABASE_DIRECT_URL: is needed, because DATABASE_URL leads to a connection pooler. Set it to the address of the ' +
          'database server itself.',
  );
}

type Account = {
  account: string;
  database: string;
  version: number;
  encoding: string;
  isStandby: boolean;
  isReadOnly: boolean;
  hasTrigrams: boolean;
  hasIcu: boolean;
  hasPublic: boolean;
  mayCreateSchemas: boolean;
  mayUsePublic: boolean;
  /** An owner of our tables whose rights the account lacks. */
  foreignOwner: string | null;
};

/** Names are quoted as SQL needs them. Tables of another product in `public` do not matter to a first start. */
const ACCOUNT = `
  select quote_ident(current_user) as account, quote_ident(current_database()) as database,
    current_setting('server_version_num')::int / 10000 as version,
    (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
    pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
    exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
    exists (select from pg_collation where collprovider = 'i') as "hasIcu",
    to_regnamespace('public') is not null as "hasPublic",
    has_database_privilege(current_database(), 'CREATE') as "mayCreateSchemas",
    (select has_schema_privilege(oid, 'USAGE') and has_schema_privilege(oid, 'CREATE')
      from pg_namespace where nspname = 'public') as "mayUsePublic",
    (select quote_ident(pg_get_userbyid(relowner)) from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'drizzle', 'pgboss') and relkind in ('r', 'p', 'v', 'm', 'S')
        and exists (select from pg_namespace where nspname = 'drizzle') and not pg_has_role(relowner, 'USAGE')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      limit 1) as "foreignOwner"`;

/** Connects, and names what the server or the account lacks. Throws WrongSetting. */
export async function checkAccount(client: pg.Client, setting: string): Promise<void> {
  await client.connect().catch(refused(setting));
  await checkRights(client, setting);
}

async function checkRights(client: Pick<pg.Client, 'query'>, setting: string): Promise<void> {
  const { rows } = await client.query<Account>(ACCOUNT).catch(refused(setting));
  const problem = rows[0] && (problemOf(rows[0]) ?? missingRights(rows[0]));
  if (problem) throw new WrongSetting(`${setting}: ${problem}`);
}

/** What the server or the database lacks for every account. */
function problemOf(server: Account): string | undefined {
  const { account, database, version, encoding } = server;
  if (version < OLDEST_SERVER)
    return `the server is PostgreSQL ${version}; ${OLDEST_SERVER} or newer is needed.`;
  if (encoding !== 'UTF8')
    return `the database ${database} stores text as ${encoding}. Create one with ENCODING 'UTF8' TEMPLATE template0.`;
  if (server.isStandby)
    return 'leads to a standby, which is read-only. Set it to the address of the primary.';
  if (server.isReadOnly)
    return `the account ${account} may only read in ${database}. Reset default_transaction_read_only of both.`;
  if (!server.hasTrigrams)
    return 'the server lacks the extension pg_trgm. Install the contrib package of PostgreSQL there.';
  if (!server.hasIcu) return 'the server was built without ICU. Use one that supports ICU collations.';
  return server.hasPublic
    ? undefined
    : `the database ${database} has no schema public. Run: CREATE SCHEMA public`;
}

/** All statements that an administrator of the database has to run. */
function missingRights(server: Account): string | undefined {
  const { account, database, foreignOwner } = server;
  const grants = [
    ...(server.mayCreateSchemas ? [] : [`GRANT CREATE ON DATABASE ${database} TO ${account}`]),
    ...(server.mayUsePublic ? [] : [`GRANT USAGE, CREATE ON SCHEMA public TO ${account}`]),
    ...(foreignOwner === null ? [] : [`GRANT ${foreignOwner} TO ${account}`]),
  ];
  if (grants.length === 0) return undefined;
  const owner = foreignOwner === null ? '' : ` (its tables belong to ${foreignOwner})`;
  return `the account ${account} lacks rights in the database ${database}${owner}. Run there: ${grants.join('; ')}`;
}

/** What the error codes of a refused connection mean. The server's own text, which names account and database, follows. */
const REFUSALS: Record<string, string> = {
  '28000': 'the account may not sign in. Give it the right LOGIN, and let pg_hba.conf accept it',
  '28P01': 'the password or the account is wrong',
  '3D000': 'the database does not exist. Create it, or correct its name',
  '42501': 'the account lacks a right, such as CONNECT',
};

const refused =
  (setting: string) =>
  (error: Error & { code?: string }): never => {
    const { code = '', message } = error;
    const text = `${setting}: ${REFUSALS[code] ?? 'the database does not let us in'} (${message || code}).`;
    // A server that is away may come back. Wrong settings stay wrong.
    throw isDatabaseUnavailable(error) ? new StartRefused(text) : new WrongSetting(text);
  };

/** A right that none of the checks knows, such as one that a policy of the server takes away. */
export function deniedText(error: unknown): string | undefined {
  const { code, message } = ((error as { cause?: unknown }).cause ?? error) as {
    code?: string;
    message: string;
  };
  return code === '42501' ? `DATABASE_URL: the account lacks a right (${message}).` : undefined;
}

/** A pooler in transaction mode runs each statement in a different server process, so LISTEN receives nothing. */
async function messagesArrive(pool: pg.Pool, listener: pg.Client): Promise<boolean> {
  const channel = `ops_hub_${randomUUID()}`;
  const arrival = once(listener, 'notification', { signal: AbortSignal.timeout(MESSAGE_MS) }).then(
    () => true,
    () => false,
  );
  await listener.query(`listen "${channel}"`);
  await pool.query('select pg_notify($1, $2)', [channel, '']);
  return arrival;
}
