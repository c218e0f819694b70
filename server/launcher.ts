import { Counter, Registry } from 'prom-client';
import { SystemStatus } from '../contract/calls/system.ts';

/** The launcher of `npm start` (tools/supervise.mjs) starts a server that dies again. This is what they tell each other. */
type Message =
  | { kind: 'serves' }
  /** By order: not to be started again. */
  | { kind: 'stops' }
  /** Settings or data are wrong: not to be started again. */
  | { kind: 'refuses' }
  /** Something outside is missing: to be started again if Ops Hub served before. */
  | { kind: 'cannot-start' }
  | { kind: 'fails'; reason: string }
  /** The launcher ends this PostgreSQL if it outlives the server. */
  | { kind: 'database'; pid: number };

const RESTARTS = 'OPS_HUB_RESTARTS';

/** Without a launcher nobody is told. */
export async function tellLauncher(message: Message): Promise<void> {
  if (!process.send || !process.connected || process.env[RESTARTS] === undefined) return;
  const sent = Promise.withResolvers<void>();
  // A launcher that has ended is noticed by the closed channel.
  process.send(message, undefined, undefined, () => sent.resolve());
  await sent.promise;
}

const { restarts: Restarts } = SystemStatus.shape;
type Restarts = SystemStatus['restarts'];

/** How often the launcher has started this server again, and why the last time. Without a launcher nobody does. */
export function readRestarts(environment = process.env): Restarts {
  const text = environment[RESTARTS];
  return text === undefined ? { count: 0, since: null, last: null } : Restarts.parse(JSON.parse(text));
}

export function restartMetrics(): Registry {
  const registry = new Registry();
  const name = 'ops_hub_restarts_total';
  const help = 'How often the server died and was started again by npm start, since that was started';
  new Counter({ name, help, registers: [registry] }).inc(readRestarts().count);
  return registry;
}
