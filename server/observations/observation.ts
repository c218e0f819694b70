import type { AlertKind, AlertSeverity } from '../../contract/shared/alert-words.ts';

/** Times are milliseconds, so that a simulation can choose them. */
export type Time = number;

type Subject = { kind: 'server' | 'heartbeat' | 'external' | 'checker'; id: string };

/** Something that was seen about a subject. */
export type Observation = {
  /** Becomes the id of the alert that it begins. */
  id: string;
  subject: Subject;
  kind: AlertKind;
  isBad: boolean;
  severity: AlertSeverity;
  at: Time;
  /** The name and the server of the subject. */
  name: string;
  serverId: string | null;
  text: string;
  labels: Record<string, string>;
  /** Seconds between two checks, and how many of them confirm a state; 0 if one observation is enough. */
  checkSeconds: number;
  confirmations: number;
  /** The failures before never happened: the checker itself was cut off. */
  isRevoked: boolean;
};

/** Of a server, `checkSeconds` may be that of the installation, which is null here. */
export type StoredObservation = Omit<Observation, 'checkSeconds'> & { checkSeconds: number | null };
