import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { findFirstAdministrator, findUserByEmail } from './accounts/queries.ts';
import { WrongSetting, type Config, StartRefused } from './config.ts';
import { connectionOfRunning, startEmbedded } from './db/embedded/embedded.ts';
import type { Connection, Database } from './db/open.ts';
import { isDiskFull, RefusalError } from './http/errors.ts';
import { escapeControls } from './text/escape-controls.ts';
import { trustAuthorities } from './trust.ts';

/** Shared by the command-line programs. */

/** An error that the user of the command can fix; its message is for them. */
export class CommandRefused extends Error {}

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
  const running =
    config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? (await connectionOfRunning(config.DATA_DIR));
  if (running) return { connection: running, stop: async () => undefined };
  return startEmbedded({ dataDir: config.DATA_DIR, log: () => undefined });
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
    // A message may name a file of an archive, whose name a terminal must not obey.
    console.error(expected ? (error as Error).message.split('\n').map(escapeControls).join('\n') : error);
    process.exitCode = 1;
  }
}
