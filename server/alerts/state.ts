import type {
  AlertKind,
  AlertSeverity,
  AlertState,
  MessageEvent,
  WeeklyRange,
} from '../../contract/shared/alert-words.ts';
import type { Observation, Time } from '../observations/observation.ts';

/** Counts time only while it runs. */
export type Clock = { ms: number; runningSince: Time | null };

/** What a channel was last told. */
export type Told = { ruleId: string; channelId: string; event: 'firing' | 'flapping' };

/** How far a rule is, in time of the alert's clock. */
export type RuleProgress = { firedAt: number; lastAt: number; repeats: number; escalations: number };

export type Alert = Omit<Observation, 'at'> & {
  state: AlertState;
  /** Of the server whose outage it belongs to. */
  causeId: string | null;
  startedAt: Time;
  /** Since when its cause is unknown, and for how long that may delay it. */
  pendingSince: Time;
  pendingLimit: number;
  firedAt: Time | null;
  resolvedAt: Time | null;
  /** Time of the last change between good and bad, and of the recent ones. */
  changedAt: Time;
  changes: Time[];
  flapping: 'no' | 'noticed' | 'told';
  /** Numbers the messages about flapping. */
  flappings: number;
  clock: Clock;
  told: Told[];
  rules: Record<string, RuleProgress>;
  acknowledgedAt: Time | null;
  /** The end of the shift of the person who acknowledged it. */
  acknowledgedUntil: Time | null;
  silencedUntil: Time | null;
};

/** The part of an alert that no query reads. */
export type AlertProgress = Pick<
  Alert,
  | 'subject'
  | 'isBad'
  | 'isRevoked'
  | 'pendingSince'
  | 'pendingLimit'
  | 'changedAt'
  | 'changes'
  | 'flapping'
  | 'flappings'
  | 'clock'
  | 'told'
  | 'rules'
  | 'checkSeconds'
  | 'confirmations'
>;

export type Rule = {
  id: string;
  /** Servers that its filter matches. */
  servers: ReadonlySet<string> | 'all';
  events: readonly AlertKind[];
  leastSeverity: AlertSeverity;
  delaySeconds: number;
  hours: readonly WeeklyRange[] | null;
  channels: readonly string[];
  repeatSeconds: number | null;
  escalate: readonly { afterSeconds: number; channels: readonly string[] }[];
  stop: boolean;
};

/** What is known of a server when its alerts are decided. */
export type ServerFacts = {
  /** Of each group, any one suffices. */
  needs: readonly (readonly string[])[];
  isChecked: boolean;
  checkedAt: Time | null;
  /** The last result was bad, but not yet confirmed. */
  isSuspect: boolean;
  isInMaintenance: boolean;
};

export type Facts = {
  /** In their order, without those that are switched off. */
  rules: readonly Rule[];
  server(id: string): ServerFacts | undefined;
};

/** The newest alert of each fingerprint. */
export type Alerts = ReadonlyMap<string, Alert>;

export type Message = {
  alert: Alert;
  event: MessageEvent;
  ruleId: string;
  channelId: string;
  step: number;
};

export type Event =
  | { type: 'observed'; observations: readonly Observation[] }
  | { type: 'tick'; facts: Facts };

export type Step = {
  alerts: Alerts;
  messages: Message[];
  /** Servers whose state decides about a pending alert. */
  checkNow: ReadonlySet<string>;
};

export const fingerprintOf = ({ subject, kind }: Pick<Observation, 'subject' | 'kind'>): string =>
  `${subject.kind}:${subject.id}:${kind}`;
