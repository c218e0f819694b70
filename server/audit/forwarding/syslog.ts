import { once } from 'node:events';
import tls from 'node:tls';
import type { ChainEntry } from '../seals.ts';
import type { Receiver } from './receiver.ts';

/** Facility "log audit", severity "notice". */
const PRIORITY = 13 * 8 + 5;
/** Receivers should accept messages of 8 KiB, and many cut longer ones (RFC 5424, 6.1). */
const MAX_BYTES = 8_000;
const TIMEOUT_MS = 30_000;
/** An entry is identified by the number of a private enterprise; this one is reserved for examples (RFC 5612). */
const ID = 'audit@32473';

type Options = { host: string; port: number; ca: string | undefined; sender: string };

/** Sends entries as RFC 5424 messages over TLS, with their length before each (RFC 5425). */
export const syslogReceiver = ({ host, port, ca, sender }: Options): Receiver => ({
  name: 'syslog',
  portion: 500,
  async send(entries) {
    const socket = tls.connect({ host, port, servername: host, ...(ca === undefined ? {} : { ca }) });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The receiver does not reply')));
    try {
      await once(socket, 'secureConnect');
      socket.resume();
      socket.end(entries.map((entry) => framed(syslogMessage(entry, sender))).join(''));
      // The protocol has no replies. A receiver that read everything closes the connection in order; one that stopped resets it.
      await Promise.race([once(socket, 'end'), once(socket, 'close').then(refuseClose)]);
    } finally {
      socket.destroy();
    }
  },
});

const refuseClose = () => {
  throw new Error('The receiver closed the connection before it read everything');
};

const framed = (message: string): string => `${Buffer.byteLength(message)} ${message}`;

/** Long values of changed fields are left out of a message that would be too large; `cut` says so. */
export function syslogMessage({ position, hash, entry }: ChainEntry, sender: string): string {
  const { at, before, after, ...others } = entry;
  const header = [
    `<${PRIORITY}>1`,
    at.toISOString(),
    nameOf(sender, 255),
    'ops-hub',
    '-',
    nameOf(entry.action, 32),
  ].join(' ');
  const message = (values: Record<string, unknown>) =>
    `${header} [${ID}${paramsOf({ position, hash, ...others, ...values })}] ` +
    `\uFEFF${entry.actorName} ${entry.action}`.replace(/[\r\n]+/g, ' ');
  const whole = message({ before, after });
  return Buffer.byteLength(whole) <= MAX_BYTES ? whole : message({ cut: 'before, after' });
}

/** Visible ASCII without spaces, or a hyphen. */
const nameOf = (text: string, length: number): string =>
  text.replace(/[^\x21-\x7e]/g, '').slice(0, length) || '-';

const paramsOf = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${String(value).replace(/["\\\]]/g, '\\$&')}"`)
    .join('');
