import { and, inArray, isNull } from 'drizzle-orm';
import type { AlertMessage, Named } from '../../contract/shared/alert-message.ts';
import { documentPage } from '../../contract/shared/item-address.ts';
import { duration, utcTime } from '../../contract/shared/dates.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { keysOf } from '../secret.ts';
import type { ServerRow } from '../servers/fields.ts';
import { listBehind } from '../servers/needs.ts';
import { listRunbooks } from './runbooks.ts';
import { fingerprintOf, type Alert, type Alerts, type Message } from './state.ts';

/** Addresses in a message, and the token that acknowledges an alert from it. */
export type Addresses = { publicUrl: string; tokenOf: (alertId: string) => string };

export function alertAddresses(
  config: Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET' | 'DATA_DIR'>,
): Addresses {
  const keys = keysOf(config);
  return { publicUrl: config.PUBLIC_URL, tokenOf: (alertId) => keys.mark('acknowledge alert', alertId) };
}

/** Names of servers in a message. */
const MOST_NAMES = 10;
/** What everybody may read: a message goes to places where nobody is signed in. */
const EVERYBODY = { principals: [] };

/** Writes the content of each message. All messages about an alert in one run share what they need from the database. */
export async function compose(
  tx: Db,
  messages: Message[],
  { alerts, now, addresses }: { alerts: Alerts; now: Date; addresses: Addresses },
): Promise<AlertMessage[]> {
  const causes = [...new Map(messages.map(({ alert }) => [alert.id, alert])).values()];
  const ids = [...new Set(causes.flatMap(({ serverId }) => serverId ?? []))];
  const down = new Set(
    [...alerts.values()].flatMap((one) => (one.kind === 'down' && one.isBad && one.serverId) || []),
  );
  const downIds = causes.flatMap(({ kind, serverId }) => (kind === 'down' && serverId ? [serverId] : []));
  const [rows, behind] = [await findServers(tx, ids), await listBehind(tx, downIds, (id) => down.has(id))];
  const runbooks = await listRunbooks(tx, EVERYBODY, causes);
  return messages.map((message) => {
    const { alert } = message;
    return contentOf(message, {
      row: rows.get(alert.serverId ?? ''),
      behind: alert.kind === 'down' ? (behind.get(alert.serverId ?? '') ?? []) : [],
      runbooks: runbooks.get(alert.id) ?? [],
      addresses,
      now,
    });
  });
}

async function findServers(tx: Db, ids: string[]): Promise<Map<string, ServerRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(servers)
    .where(and(inArray(servers.id, ids), isNull(servers.deletedAt)));
  return new Map(rows.map((row) => [row.id, row]));
}

type Surroundings = {
  row: ServerRow | undefined;
  behind: Named[];
  runbooks: Named[];
  addresses: Addresses;
  now: Date;
};

function contentOf(message: Message, surroundings: Surroundings): AlertMessage {
  const { alert, event } = message;
  const { row, behind, addresses, now } = surroundings;
  const url = `${addresses.publicUrl}/alerts/${alert.id}`;
  const runbooks = surroundings.runbooks.map(({ id, name }) => ({
    title: name,
    url: addresses.publicUrl + documentPage(id),
  }));
  const summary = summaryOf(message, behind, now);
  const endsAt = event === 'resolved' || event === 'withdrawn' ? now.toISOString() : null;
  return {
    event,
    kind: alert.kind,
    severity: alert.severity,
    summary,
    text: alert.text,
    server: row ? { id: row.id, name: row.name } : null,
    subject: alert.name,
    since: new Date(alert.startedAt).toISOString(),
    behind: { count: behind.length, names: behind.slice(0, MOST_NAMES).map(({ name }) => name) },
    owner: row?.teamOwner ?? null,
    runbooks,
    url,
    acknowledgeUrl: endsAt === null ? `${url}/acknowledge/${addresses.tokenOf(alert.id)}` : null,
    group: alert.id,
    alerts: [
      {
        fingerprint: fingerprintOf(alert),
        labels: labelsOf(alert, row),
        annotations: { summary, description: alert.text, runbook_url: runbooks[0]?.url ?? '' },
        startsAt: new Date(alert.startedAt).toISOString(),
        endsAt,
        generatorURL: url,
      },
    ],
  };
}

const ALERT_NAMES: Record<Alert['kind'], string> = {
  down: 'ServerDown',
  warning: 'ServerWarning',
  certificate: 'CertificateExpires',
  heartbeat: 'HeartbeatMissing',
  expiry: 'Expires',
  external: 'External',
};

function labelsOf(alert: Alert, row: ServerRow | undefined): Record<string, string> {
  const { name, hostname, environment, teamOwner } = row ?? {};
  const own = {
    alertname: ALERT_NAMES[alert.kind],
    instance: hostname || name || alert.name,
    server: name,
    environment,
    team: teamOwner,
    severity: alert.severity,
  };
  const filled = Object.entries(own).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return { ...Object.fromEntries(filled), ...alert.labels };
}

/** What is wrong, and what is said when it is over. */
const WORDS: Record<Alert['kind'], [wrong: string, over: string]> = {
  down: ['is down', 'is up again'],
  warning: ['has a warning', 'is well again'],
  certificate: ['has a certificate that expires', 'has a valid certificate again'],
  heartbeat: ['has not reported', 'reports again'],
  expiry: ['expires soon', 'no longer expires soon'],
  external: ['has a problem', 'is well again'],
};

export function summaryOf({ alert, event }: Message, behind: Named[], now: Date): string {
  const [wrong, over] = WORDS[alert.kind];
  const { name, startedAt } = alert;
  const start = new Date(startedAt);
  const since = `since ${utcTime(start)}`;
  switch (event) {
    case 'firing':
      return `${name} ${wrong} ${since}${behindWords(behind)}`;
    case 'repeat':
      return `${name} still ${wrong} ${since}${behindWords(behind)}`;
    case 'escalated':
      return `${name} ${wrong} ${since}, and nobody has taken it${behindWords(behind)}`;
    case 'flapping':
      return `${name} keeps changing between good and bad`;
    case 'withdrawn':
      return `False alarm: ${name} was well, the checker was cut off`;
    case 'resolved':
      return `${name} ${over} after ${duration(start, now)}`;
  }
}

function behindWords(behind: Named[]): string {
  if (behind.length === 0) return '';
  const names = behind.slice(0, 3).map(({ name }) => name);
  const more = behind.length > names.length ? ' …' : '';
  return `; ${behind.length} server${behind.length === 1 ? '' : 's'} behind it: ${names.join(', ')}${more}`;
}
