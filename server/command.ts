import { parseArgs } from 'node:util';
import pg, { type Client } from 'pg';
import { findFirstAdministrator, findUserByEmail } from './accounts/queries.ts';
import { readConfig, WrongSetting, type Config, StartRefused } from './config.ts';
import { checkAccount, deniedText } from './db/check-server.ts';
import { finishExchangeIn } from './db/embedded/data-dir-exchange.ts';
import { connectionOfRunning, startEmbedded } from './db/embedded/embedded.ts';
import type { Connection, Database } from './db/open.ts';
import { isDiskFull, RefusalError } from './http/errors.ts';
import { keepFilesPrivate } from './private-files.ts';
import { escapeControls } from './text/escape-controls.ts';
import { trustAuthorities } from './trust.ts';

/** Shared by the command-line programs. */

/** An error that the user of the command can fix; its message is for them. */
export class CommandRefused extends Error {}

/** The settings of a command. Called before it writes anything. */
export function configOfCommand(): Config {
  const config = readConfig(process.env);
  keepFilesPrivate(config, (problem) => console.error(problem));
  return config;
}

/** The only argument of the command. Refuses any other use with the usage. */
export function onlyArgument(usage: string): string {
  try {
    const [argument, ...more] = parseArgs({ allowPositionals: true }).positionals;
    if (argument && more.length === 0) return argument;
  } catch {
    // The usage lists the valid options.
  }
  throw new CommandRefused(usage);
}

/**
 * The database of a command: the configured one, the one of a running server, or one started here for the duration of
 * the command.
 */
export async function databaseForCommand(
  config: Config,
): Promise<{ connection: Connection; stop(): Promise<void> }> {
  trustAuthorities(config.CA_FILE);
  // A command needs few connections, so it needs no pooler.
  const server = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  if (server) {
    await finishExchangeIn(config.DATA_DIR);
    await checkUrl(server, config.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
  }
  const running = server ?? (await connectionOfRunning(config.DATA_DIR));
  if (running) return { connection: running, stop: async () => undefined };
  return startEmbedded({ dataDir: config.DATA_DIR, log: () => undefined });
}

async function checkUrl(url: string, setting: string): Promise<void> {
  // Under another name than `refuseBesideNodes` looks for, because the server may notice its end late.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await checkAccount(client, setting);
  } finally {
    await client.end();
  }
}

/** A running node would continue with values that it read at its start. */
export async function refuseBesideNodes(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name = 'ops-hub' and pid <> pg_backend_pid()`,
  );
  if (rows[0]?.others) throw new CommandRefused('Ops Hub is running. Stop every node first.');
}

/** The account that the command acts as: the given one, or the first administrator. */
export async function administratorFor({ db }: Database, email?: string) {
  const owner = email ? await findUserByEmail(db, email.toLowerCase()) : await findFirstAdministrator(db);
  if (owner) return owner;
  throw new CommandRefused(
    email
      ? `There is no account ${email}.`
      : 'There is no administrator yet: start Ops Hub and create the first one.',
  );
}

/** Runs the command. On failure prints the error in one line and sets the exit code. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const expected =
      error instanceof CommandRefused ||
      error instanceof RefusalError ||
      error instanceof WrongSetting ||
      error instanceof StartRefused ||
      isDiskFull(error);
    const message = expected ? (error as Error).message : deniedText(error);
    // It may name a file of an archive, whose name a terminal must not obey.
    console.error(message === undefined ? error : message.split('\n').map(escapeControls).join('\n'));
    process.exitCode = 1;
  }
}
