import type { Check } from '../../contract/checks.ts';
import type { Scrape } from '../db/schema.ts';

/** What one look at a server showed. */
export type Observation = {
  /** unknown: the checker itself could not look, which says nothing about the server. */
  outcome: 'good' | 'warning' | 'bad' | 'unknown';
  latencyMs: number | null;
  /** For people, at most 300 characters; never a part of what was answered. */
  message: string;
  /** Percent. */
  cpuUsage?: number;
  memoryUsage?: number;
  diskUsage?: number;
  /** Seconds. */
  uptime?: number;
  certificateExpiresAt?: Date;
  /** Counters that the next look is held against. */
  scrape?: Scrape;
  /** What it tells of the way to other machines: `heard` where one made a sound, if only to refuse; `silent` where none did. */
  line?: 'heard' | 'silent';
};

/**
 * Looks at a server as its check says. Never throws and is over within the check's time-out plus a second.
 * `last` are the counters of the look before, where there was one.
 */
export type Probe = (check: Check, last: Scrape | null) => Promise<Observation>;
