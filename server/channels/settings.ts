import type { Channel, ChannelSettings } from '../../contract/calls/channels.ts';
import type { ChannelKind } from '../../contract/shared/alert-words.ts';
import { Email } from '../../contract/calls/accounts.ts';
import type { channels } from '../db/schema.ts';
import { type Refusal, refuseField } from '../http/errors.ts';
import type { Reach, Unreachable } from '../probe/reach.ts';
import type { Keys } from '../secret.ts';
import { webhookKey } from '../standard-webhook.ts';

export type ChannelRow = typeof channels.$inferSelect;

const PURPOSE = 'secrets of a channel';
const SECRETS = ['secret', 'previousSecret'] as const;

/** Splits settings into what is stored as it is, and the encrypted secrets. */
export function stored(keys: Keys, id: string, { secret, previousSecret, ...open }: ChannelSettings) {
  const secrets = { ...(secret && { secret }), ...(previousSecret && { previousSecret }) };
  const isEmpty = Object.keys(secrets).length === 0;
  return { settings: open, secrets: isEmpty ? null : keys.seal(PURPOSE, id, JSON.stringify(secrets)) };
}

/** All settings of a stored channel, with its secrets. */
export function opened(keys: Keys, { id, settings, secrets }: ChannelRow): ChannelSettings {
  const own = secrets === null ? {} : (JSON.parse(keys.open(PURPOSE, id, secrets)) as ChannelSettings);
  return { ...(settings as ChannelSettings), ...own };
}

/** As administrators see it: without secrets. */
export const shown = (row: ChannelRow): Channel => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  settings: { ...(row.settings as ChannelSettings), hasSecret: row.secrets !== null },
  active: row.active,
  isBuiltIn: row.isBuiltIn,
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  lastErrorAt: row.lastErrorAt?.toISOString() ?? null,
  lastError: row.lastError,
});

/** Replaces secrets in a text that a receiver or the network wrote. */
export const masked = (text: string, settings: ChannelSettings): string =>
  SECRETS.flatMap((name) => settings[name] ?? []).reduce(
    (left, secret) => left.replaceAll(secret, '•••'),
    text,
  );

const NEEDED: Record<ChannelKind, (keyof ChannelSettings)[]> = {
  webhook: ['url'],
  slack: ['url'],
  mattermost: ['url'],
  teams: ['url'],
  ntfy: ['url', 'topic'],
  mail: ['to'],
  duty: [],
  'in-product': [],
};
const MISSING: Partial<Record<keyof ChannelSettings, string>> = {
  url: 'Enter the address of the receiver',
  topic: 'Enter the topic',
  to: 'Enter an e-mail address',
};

const wrong = (field: keyof ChannelSettings, text: string) => refuseField(`settings.${field}`, text);

export const addressesIn = (to: string): string[] =>
  to
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter(Boolean);

/** Refuses settings with which nothing could be sent, with the reason at the field. */
export async function refuseSettings(
  kind: ChannelKind,
  settings: ChannelSettings,
  reach: Reach,
): Promise<Refusal | undefined> {
  const missing = NEEDED[kind].find((field) => !settings[field]);
  if (missing) return wrong(missing, MISSING[missing] ?? 'Is required');
  const bad =
    kind === 'mail' && addressesIn(settings.to ?? '').find((address) => !Email.safeParse(address).success);
  if (bad) return wrong('to', `${bad} is no e-mail address`);
  for (const name of SECRETS)
    if (kind === 'webhook' && settings[name] && !webhookKey(settings[name]))
      return wrong(name, 'Use base64, with or without whsec_ before it');
  return NEEDED[kind].includes('url') ? refuseAddress(settings.url ?? '', reach) : undefined;
}

const LOOK_UP_MS = 5_000;

async function refuseAddress(text: string, reach: Reach): Promise<Refusal | undefined> {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return wrong('url', 'Use an address with http or https');
  if (url.username || url.password) return wrong('url', 'Leave out the name and password before the host');
  try {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    await reach(url.hostname.replace(/^\[|\]$/g, ''), port, AbortSignal.timeout(LOOK_UP_MS));
  } catch (error) {
    const { kind, name, message } = error as Unreachable | (Error & { kind?: undefined });
    if (kind === 'refused' || kind === 'unresolved') return wrong('url', message);
    // A name server that is away now says nothing about the address.
    if (kind === undefined && name !== 'TimeoutError') throw error;
  }
  return undefined;
}
