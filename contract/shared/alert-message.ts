import type { AlertKind, AlertSeverity, MessageEvent } from './alert-words.ts';

/** A thing that a message names. Ids are those of servers. */
export type Named = { id: string; name: string };

/** One alert as other programs know it: labels and annotations of Alertmanager. */
type AlertFacts = {
  fingerprint: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** Instants in ISO 8601. */
  startsAt: string;
  endsAt: string | null;
  /** The page of the alert. */
  generatorURL: string;
};

/**
 * Everything that a message says, made when its alert changes. Each kind of channel writes it in its own form. It holds nothing
 * that a person may be denied: runbooks are only those that everybody may read.
 */
export type AlertMessage = {
  event: MessageEvent;
  kind: AlertKind;
  severity: AlertSeverity;
  /** One line such as "host7 is down since 14:02 UTC; 29 servers behind it". */
  summary: string;
  /** What the check said, in a few lines. */
  text: string;
  /** The cause, without a server for heartbeats and external alerts. */
  server: Named | null;
  subject: string;
  since: string;
  /** The first names, and the number of all servers that the cause takes with it. */
  behind: { count: number; names: string[] };
  owner: string | null;
  runbooks: { title: string; url: string }[];
  /** The page of the alert, and of the button that acknowledges it; null once it is over. */
  url: string;
  acknowledgeUrl: string | null;
  /** The same for all messages about one cause: thread of mails, key of a group. */
  group: string;
  alerts: AlertFacts[];
};
