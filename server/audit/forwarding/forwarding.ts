import { readFileSync } from 'node:fs';
import { WrongSetting, type Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { unlessUnavailable } from '../../http/errors.ts';
import type { Log } from '../../jobs/run.ts';
import { webhookKey } from '../../standard-webhook.ts';
import { oneLine } from '../../text/one-line.ts';
import { withoutOverlap } from '../../work/without-overlap.ts';
import { listChain, sealEntries } from '../seals.ts';
import { endLease, leaseReceiver, noteArrival, postpone, registerReceiver } from './queries.ts';
import type { Receiver } from './receiver.ts';
import { syslogReceiver } from './syslog.ts';
import { webhookReceiver } from './webhook.ts';

const EVERY_MS = 5_000;
const SYSLOG_PORT = 6514;

function receiversOf(config: Config): Receiver[] {
  const { AUDIT_SYSLOG, AUDIT_SYSLOG_CA, AUDIT_WEBHOOK_URL, AUDIT_WEBHOOK_SECRET, PUBLIC_URL } = config;
  const receivers: Receiver[] = [];
  if (AUDIT_SYSLOG) {
    const { hostname, port } = new URL(AUDIT_SYSLOG);
    receivers.push(
      syslogReceiver({
        // An IPv6 address is in brackets in an address only.
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || SYSLOG_PORT),
        ca: AUDIT_SYSLOG_CA && readAuthorities(AUDIT_SYSLOG_CA),
        sender: new URL(PUBLIC_URL).hostname,
      }),
    );
  }
  const key = AUDIT_WEBHOOK_SECRET && webhookKey(AUDIT_WEBHOOK_SECRET);
  if (AUDIT_WEBHOOK_URL && key) receivers.push(webhookReceiver(AUDIT_WEBHOOK_URL, key));
  return receivers;
}

function readAuthorities(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new WrongSetting(`AUDIT_SYSLOG_CA: cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

export type Forwarding = {
  /** Sends everything that is due; returns when nothing more can be sent. */
  forward(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Forwards the audit log to receivers, each at its own pace. Reads what is committed and sealed, so no write ever waits
 * for it. The position is stored after the receiver has the entries, so that each arrives at least once.
 */
export async function startForwarding(db: Db, config: Config, log: Log): Promise<Forwarding> {
  const receivers = receiversOf(config);
  let isStopped = false;
  for (const { name } of receivers) await registerReceiver(db, name);

  async function forwardTo(receiver: Receiver): Promise<void> {
    let isMore = true;
    while (isMore && !isStopped) {
      const lease = await leaseReceiver(db, receiver.name);
      isMore = lease !== undefined && (await sendPortion(receiver, lease));
    }
  }

  async function sendPortion(receiver: Receiver, lease: { position: number; attempts: number }) {
    const { name, portion } = receiver;
    const entries = await listChain(db, lease.position, portion);
    const last = entries.at(-1);
    if (!last) {
      await endLease(db, name);
      return false;
    }
    try {
      await receiver.send(entries);
    } catch (error) {
      log.error({ err: error, receiver: name }, 'the audit log could not be forwarded yet');
      await postpone(db, name, lease.attempts, oneLine((error as Error).message, 200));
      return false;
    }
    await noteArrival(db, name, last.position);
    return entries.length === portion;
  }

  const forward = withoutOverlap(async () => {
    try {
      await sealEntries(db);
      await Promise.all(receivers.map(forwardTo));
    } catch (error) {
      unlessUnavailable(error, () => log.error({ err: error }, 'audit log'));
    }
  });
  if (receivers.length === 0) return { forward, stop: async () => undefined };
  const timer = setInterval(() => void forward(), EVERY_MS);
  return {
    forward,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await forward();
    },
  };
}
