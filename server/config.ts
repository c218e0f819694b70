import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { Email } from '../contract/calls/accounts.ts';
import { Role } from '../contract/calls/user.ts';
import { isStrong, PASSWORD_MESSAGE } from '../contract/shared/password.ts';
import { nameKey } from './directory-name.ts';
import { webhookKey } from './standard-webhook.ts';

/** An invalid setting. The message is one line that names it. */
export class WrongSetting extends Error {}

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
const positive = (max: number) => {
  const error = `must be a number above 0, at most ${max}`;
  return z.coerce.number({ error }).positive({ error }).max(max, { error });
};
const port = whole(1, 65_535);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });
const databaseAddress = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });

/** The product serves only the root of its host, so a path in the address would not work. */
const ownAddress = webAddress
  .transform((address) => address.replace(/\/+$/, ''))
  .refine(
    (address) => new URL(address).origin === address.toLowerCase(),
    'must be an address without a path',
  );

const isNetwork = (text: string): boolean => {
  const [address = '', bits = ''] = text.split('/');
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32);
};

/** One network with an optional port or range of ports, such as 10.0.0.0/8:443 or fc00::/7. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
const network = z.string().refine((text) => {
  const [, range = '', first, last] = /^(.*\/\d+)(?::(\d{1,5})(?:-(\d{1,5}))?)?$/.exec(text) ?? [];
  const from = Number(first ?? 0);
  const to = Number(last ?? from);
  return isNetwork(range) && from <= to && to <= 65_535;
}, 'must be networks such as 10.0.0.0/8:443');

const PROXIES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const proxies = z.string().refine((setting) => {
  if (setting === 'off' || setting === 'on' || /^\d{1,2}$/.test(setting)) return true;
  return setting
    .split(',')
    .map((part) => part.trim())
    .every((part) => PROXIES.has(part) || isIP(part) !== 0 || isNetwork(part));
}, 'must be off, on, a number of proxies, or their addresses');
const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(item));

const domain = z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/i, 'must be a domain such as example.com');

const sender = z
  .string()
  .max(320)
  .regex(/^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address such as hub@example.com');

/** Roles by the name of a group or role in the directory. A name may contain colons. */
const roleMap = z.string().transform((text, context) => {
  const roles = new Map<string, Role>();
  for (const pair of text.split(',').map((part) => part.trim())) {
    const colon = pair.lastIndexOf(':');
    const role = Role.safeParse(pair.slice(colon + 1).trim()).data;
    const name = nameKey(pair.slice(0, Math.max(0, colon)));
    if (!role || !name) {
      context.addIssue('must be pairs such as ops-admins:admin,ops:user,audit:viewer');
      return z.NEVER;
    }
    if (roles.has(name)) {
      context.addIssue(`names ${name} twice`);
      return z.NEVER;
    }
    roles.set(name, role);
  }
  return roles;
});

const timeOfDay = z
  .string()
  .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, 'must be off, or a time of day in UTC such as 02:30');

/** How many backups to keep: the last one of each of this many days, weeks and months. */
const keep = z
  .string()
  .regex(
    /^[1-9]\d{0,2}(,\d{1,3}){2}$/,
    'must be three numbers for days, weeks and months, such as 7,4,12, and at least one day',
  )
  .transform((text) => {
    const [days = 1, weeks = 0, months = 0] = text.split(',').map(Number);
    return { days, weeks, months };
  });

/** Every setting with its default. The documentation and the README list the same ones. */
const Settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: ownAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  READ_DATABASE_URL: databaseAddress.optional(),
  ADMIN_EMAIL: z.optional(Email),
  ADMIN_PASSWORD: z.string().max(128).refine(isStrong, PASSWORD_MESSAGE).optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  CA_FILE: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: sender.optional(),
  MAIL_EHLO: z
    .string()
    .max(255)
    .regex(
      /^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[a-z0-9:.]+\])$/i,
      'must be a host name such as hub.example.com, or an address in brackets',
    )
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: webAddress.default('https://accounts.google.com'),
  GOOGLE_ALLOWED_DOMAINS: list(domain).optional(),
  OIDC_ROLE_CLAIM: z.string().max(200).optional(),
  OIDC_ROLE_MAP: roleMap.optional(),
  OIDC_REQUIRE_GROUP: list(z.string().min(1, 'must be names of groups, separated by commas')).optional(),
  AI_PROVIDER: z
    .enum(['builtin', 'openai-compatible', 'anthropic', 'azure'], {
      error: 'must be builtin, openai-compatible, anthropic or azure',
    })
    .default('builtin'),
  AI_BASE_URL: webAddress.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_TIME: timeOfDay.optional(),
  BACKUP_KEEP: keep.default({ days: 7, weeks: 4, months: 12 }),
  BACKUP_DIR: z.string().optional(),
  ARCHIVE_DIR: z.string().optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ENDPOINT: webAddress.optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  KIT_DIR: z.string().optional(),
  KIT_TIME: timeOfDay.optional(),
  OFFLINE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  OFFLINE_DAYS: whole(1, 365).default(7),
  AUDIT_SYSLOG: z
    .url({ protocol: /^tls$/, error: 'must be a tls:// address such as tls://logs.example.com:6514' })
    .optional(),
  AUDIT_SYSLOG_CA: z.string().optional(),
  AUDIT_WEBHOOK_URL: webAddress.optional(),
  AUDIT_WEBHOOK_SECRET: z
    .string()
    .refine(
      (secret) => (webhookKey(secret)?.length ?? 0) >= 24,
      'must be base64 of at least 24 bytes, optionally after whsec_',
    )
    .optional(),
  RATE_LIMIT_SCALE: positive(1_000_000).default(1),
  CHECK_INTERVAL_SECONDS: whole(0, 86_400).default(60),
  CHECK_ALLOW: list(network).default(PRIVATE_NETWORKS),
  ALERT_ALLOW: list(network).default(PRIVATE_NETWORKS),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word of plain characters')
    .optional(),
  SESSION_IDLE_HOURS: positive(8_760).default(12),
  SESSION_MAX_DAYS: positive(365).default(7),
  ORG_DOMAIN: domain.default('example.com'),
  TRUST_PROXY: proxies.default('off'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
});

/** Settings that may instead be read from a file, which NAME_FILE names: passwords, keys, and addresses with a password. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'READ_DATABASE_URL',
  'ADMIN_PASSWORD',
  'SESSION_SECRET',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'AI_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'AUDIT_WEBHOOK_SECRET',
  'METRICS_TOKEN',
] as const satisfies (keyof typeof Settings.shape)[];
const fileOf = (name: string): string | undefined =>
  SECRETS.some((secret) => secret === name) ? `${name}_FILE` : undefined;

type Computed = 'PUBLIC_URL' | 'BACKUP_TIME' | 'BACKUP_DIR' | 'KIT_TIME';
export type Config = Omit<z.output<typeof Settings>, Computed> & Record<Computed, string>;

const NEEDS: [setting: keyof Config, other: keyof Config][] = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['READ_DATABASE_URL', 'DATABASE_URL'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['AUDIT_SYSLOG_CA', 'AUDIT_SYSLOG'],
  ['AUDIT_WEBHOOK_URL', 'AUDIT_WEBHOOK_SECRET'],
  ['AUDIT_WEBHOOK_SECRET', 'AUDIT_WEBHOOK_URL'],
  ['OIDC_ROLE_CLAIM', 'GOOGLE_CLIENT_ID'],
  ['OIDC_ROLE_MAP', 'OIDC_ROLE_CLAIM'],
  ['OIDC_REQUIRE_GROUP', 'OIDC_ROLE_CLAIM'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['KIT_TIME', 'KIT_DIR'],
  ['MAIL_EHLO', 'SMTP_URL'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_BUCKET', 'S3_ENDPOINT'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
  ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET'],
  ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
  ['BACKUP_S3_SECRET_ACCESS_KEY', 'BACKUP_S3_ACCESS_KEY_ID'],
  // Credentials belong to one server and must not be reused for another.
  ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_ENDPOINT'],
];

/**
 * Reads the settings: the environment overrides the `.env` file, which overrides the defaults. An empty value counts as
 * unset. `envText` is the text of the `.env` file. Throws WrongSetting for the first invalid setting.
 */
export function readConfig(environment: NodeJS.ProcessEnv, envText = readEnvFile()): Config {
  const envFile = parseEnvFile(envText);
  refuseUnknownNames(envFile);
  const valueOf = (name: string) => environment[name]?.trim() || envFile[name]?.trim();
  const given: Record<string, string> = {};
  for (const name of Object.keys(Settings.shape)) {
    const file = fileOf(name);
    const path = file && valueOf(file);
    const value = valueOf(name);
    if (path && value) throw new WrongSetting(`${file}: cannot be used together with ${name}. Remove one.`);
    const text = path ? readSecret(file, path) : value;
    if (text) given[name] = text;
  }
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new WrongSetting(`${String(issue?.path[0])}: ${issue?.message}. See README.md, Settings.`);
  }
  const { data } = parsed;
  const dataDir = resolve(data.DATA_DIR);
  const config: Config = {
    ...data,
    DATA_DIR: dataDir,
    PUBLIC_URL: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    BACKUP_TIME: data.BACKUP_TIME ?? (data.DATABASE_URL ? 'off' : '02:30'),
    BACKUP_DIR: resolve(data.BACKUP_DIR ?? join(dataDir, 'backups')),
    ...(data.ARCHIVE_DIR ? { ARCHIVE_DIR: resolve(data.ARCHIVE_DIR) } : {}),
    KIT_TIME: data.KIT_TIME ?? '03:30',
    ...(data.KIT_DIR ? { KIT_DIR: resolve(data.KIT_DIR) } : {}),
  };
  for (const [setting, other] of NEEDS) {
    if (data[setting] && !data[other])
      throw new WrongSetting(`${other}: is needed together with ${setting}.`);
  }
  if (config.AI_PROVIDER !== 'builtin' && !config.AI_MODEL) {
    throw new WrongSetting(`AI_MODEL: is needed with AI_PROVIDER=${config.AI_PROVIDER}.`);
  }
  if (config.ARCHIVE_DIR && data.DATABASE_URL)
    throw new WrongSetting(
      'ARCHIVE_DIR: is for the embedded database; archive that of DATABASE_URL on its server.',
    );
  if (config.ARCHIVE_DIR && !relative(dataDir, config.ARCHIVE_DIR).startsWith('..'))
    throw new WrongSetting('ARCHIVE_DIR: must be outside of DATA_DIR, and on another disk if possible.');
  if (data.BACKUP_S3_BUCKET && data.BACKUP_DIR)
    throw new WrongSetting('BACKUP_DIR: cannot be used together with BACKUP_S3_BUCKET.');
  if (data.BACKUP_S3_BUCKET && !data.BACKUP_S3_ENDPOINT && !data.S3_ENDPOINT)
    throw new WrongSetting('BACKUP_S3_ENDPOINT: is needed together with BACKUP_S3_BUCKET.');
  return config;
}

function readEnvFile(): string {
  try {
    return readFileSync('.env', 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new WrongSetting(`.env: cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

const MAX_SECRET_BYTES = 16 * 1024;

/** Editors and container tools end a file with a line break, which is not part of the secret. */
function readSecret(setting: string, path: string): string {
  const text = readStart(setting, path).replace(/(\r?\n)+$/, '');
  if (text.length > MAX_SECRET_BYTES) throw new WrongSetting(`${setting}: the file is larger than 16 KiB.`);
  if (!text) throw new WrongSetting(`${setting}: the file is empty.`);
  return text;
}

/** Reads no more than is needed to see that a file is too large. */
function readStart(setting: string, path: string): string {
  const bytes = Buffer.alloc(MAX_SECRET_BYTES + 2);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new WrongSetting(`${setting}: cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parseEnvFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const match = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line);
    if (!match?.[1]) throw new WrongSetting(`.env: line ${index + 1} is not NAME=value.`);
    values[match[1]] = (match[2] ?? '').replace(/^(['"])(.*)\1$/, '$2');
  }
  return values;
}

/** Only this product reads the file, so an unknown name is a typing error that would otherwise go unnoticed. */
function refuseUnknownNames(envFile: Record<string, string>) {
  const foreign = /^(NODE_|npm_|TZ$|LANG$|LC_|PATH$)/;
  const unknown = Object.keys(envFile).find(
    (name) =>
      !Object.hasOwn(Settings.shape, name) &&
      fileOf(name.replace(/_FILE$/, '')) !== name &&
      !foreign.test(name),
  );
  if (unknown) throw new WrongSetting(`${unknown}: is not a setting of Ops Hub (found in .env).`);
}

/** The process cannot start. The message is one line with the reason and the remedy. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
