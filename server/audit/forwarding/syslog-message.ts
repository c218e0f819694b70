import type { ChainEntry } from '../seals.ts';

/** Facility "log audit", severity "notice". */
const PRIORITY = 13 * 8 + 5;
/** Receivers should accept messages of 8 KiB, and many cut longer ones (RFC 5424, 6.1). */
const MAX_BYTES = 8_000;
/** An entry is identified by the number of a private enterprise; this one is reserved for examples (RFC 5612). */
const ID = 'audit@32473';

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
