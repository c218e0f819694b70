import type { Check } from '../../contract/shared/check.ts';
import type { ServerLimits } from '../../contract/shared/server-limits.ts';
import type { Scrape } from '../db/schema.ts';
import type { Figures } from './figures.ts';

/** Result of one check of a server. */
export type Observation = {
  /** unknown: the checker itself could not check, which says nothing about the server. */
  outcome: 'good' | 'warning' | 'bad' | 'unknown';
  latencyMs: number | null;
  /** For people, at most 300 characters; of the response it contains mount points at most. */
  message: string;
  /** Percent. */
  cpuUsage?: number;
  memoryUsage?: number;
  diskUsage?: number;
  /** Seconds. */
  uptime?: number;
  disks?: NonNullable<Figures['disks']>;
  inodes?: NonNullable<Figures['inodes']>;
  certificateExpiresAt?: Date;
  /** A warning counts after it has lasted for so many seconds. */
  warnAfterSeconds?: number;
  /** The warning is that the certificate expires. Its day is an alert of its own, so this one begins none. */
  isOfCertificate?: true;
  /** Counters for comparison at the next check. */
  scrape?: Scrape;
  /** Evidence about our network: `heard` if any machine answered, even with a refusal; `silent` if none did. */
  line?: 'heard' | 'silent';
};

/**
 * Checks a server. Never throws and ends within the check's timeout plus a second. `last` are the counters of the
 * previous check, `limits` those of the server, if it has any.
 */
export type Probe = (check: Check, last: Scrape | null, limits?: ServerLimits | null) => Promise<Observation>;
