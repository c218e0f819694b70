import type { Config } from '../../config.ts';
import type { ChainEntry } from '../seals.ts';

export type ReceiverName = 'syslog' | 'webhook';

export const receiverNames = ({ AUDIT_SYSLOG, AUDIT_WEBHOOK_URL }: Config): ReceiverName[] => [
  ...(AUDIT_SYSLOG ? (['syslog'] as const) : []),
  ...(AUDIT_WEBHOOK_URL ? (['webhook'] as const) : []),
];

/** A system outside that collects the audit log. */
export type Receiver = {
  name: ReceiverName;
  /** Entries of one call of `send`, which takes less time than the lease of the receiver. */
  portion: number;
  /** Returns once all entries arrived. Throws if that is not certain: the same entries are then sent again. */
  send(entries: ChainEntry[]): Promise<void>;
};
