import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig, WrongSetting } from './config.ts';

const refusalOf = (settings: NodeJS.ProcessEnv, envFile = ''): string => {
  try {
    readConfig(settings, envFile);
  } catch (error) {
    if (error instanceof WrongSetting) return error.message;
    throw error;
  }
  return 'taken';
};

const OIDC = { OIDC_ROLE_CLAIM: 'groups', GOOGLE_CLIENT_ID: 'hub', GOOGLE_CLIENT_SECRET: 'secret' };

const REQUIRED_WITH: Record<string, NodeJS.ProcessEnv> = {
  DATABASE_DIRECT_URL: { DATABASE_URL: 'postgres://db/hub' },
  READ_DATABASE_URL: { DATABASE_URL: 'postgres://db/hub' },
  ADMIN_EMAIL: { ADMIN_PASSWORD: 'Tr4verse!Kelp#Moon' },
  ADMIN_PASSWORD: { ADMIN_EMAIL: 'a@example.com' },
  SMTP_URL: { MAIL_FROM: 'hub@example.com' },
  MAIL_EHLO: { SMTP_URL: 'smtp://mail', MAIL_FROM: 'hub@example.com' },
  S3_ENDPOINT: { S3_BUCKET: 'hub' },
  S3_ACCESS_KEY_ID: { S3_SECRET_ACCESS_KEY: 'secret' },
  S3_SECRET_ACCESS_KEY: { S3_ACCESS_KEY_ID: 'key' },
  OIDC_ROLE_MAP: OIDC,
  OIDC_REQUIRE_GROUP: OIDC,
  AI_PROVIDER: { AI_MODEL: 'small' },
};

describe('OPS-05 refuses a wrong value in one line that names the setting', () => {
  test.each([
    ['PORT', ['0', '65536', '80.5', '-1', 'http', '3000x']],
    [
      'PUBLIC_URL',
      [
        'ops.example.com',
        'ftp://ops.example.com',
        'http://',
        'https://ops.example.com/hub',
        'http://ops?x',
        'http://a:b@ops',
        'javascript:alert(1)',
      ],
    ],
    ['DATABASE_URL', ['mysql://db/hub', 'hub', '/var/run/postgresql']],
    ['DATABASE_DIRECT_URL', ['mysql://db/hub', 'hub']],
    ['READ_DATABASE_URL', ['mysql://db/hub', 'hub']],
    ['ADMIN_EMAIL', ['ann', 'ann@', '@example.com', `${'a'.repeat(250)}@example.com`]],
    [
      'ADMIN_PASSWORD',
      ['secret', 'Kelp9moonshine', 'Password1234!'.slice(0, 12), `Kelp9!${'Moonsh'.repeat(21)}`],
    ],
    ['SESSION_SECRET', ['x'.repeat(31)]],
    ['SMTP_URL', ['mail.example.com', 'http://mail.example.com']],
    ['MAIL_FROM', ['hub', 'hub@', 'Hub <hub>', 'Hub hub@example.com', `${'x'.repeat(321)}@example.com`]],
    ['MAIL_EHLO', ['two words', 'hub_1', '[10.0.0.1', 'hub..example.com', `${'x'.repeat(256)}`]],
    ['GOOGLE_ISSUER', ['accounts.google.com']],
    ['GOOGLE_ALLOWED_DOMAINS', ['example', 'example.com,', 'example.com;example.org']],
    ['OIDC_ROLE_MAP', ['admins', 'admins:root', ':admin', 'a:admin,', 'a:admin,/A:user']],
    ['OIDC_REQUIRE_GROUP', ['a,,b', ',']],
    ['AI_PROVIDER', ['openai', 'BUILTIN']],
    ['AI_BASE_URL', ['localhost:11434']],
    ['S3_ENDPOINT', ['minio:9000']],
    ['BACKUP_TIME', ['2:30', '24:00', '02:60', 'on', '02:30 UTC', 'daily']],
    ['KIT_TIME', ['2:30', '24:00', 'daily']],
    ['OFFLINE', ['yes', 'ON', '0']],
    ['OFFLINE_DAYS', ['0', '366', '1.5', 'week']],
    ['BACKUP_KEEP', ['7', '7,4', '0,4,12', '7,4,12,1', '7, 4, 12', '-1,4,12', '1000,0,0', 'all']],
    ['BACKUP_S3_ENDPOINT', ['minio:9000']],
    ['AUDIT_SYSLOG', ['logs.example.com:6514', 'tcp://logs:514', 'https://logs']],
    ['AUDIT_WEBHOOK_URL', ['logs.example.com', 'tls://logs']],
    ['AUDIT_WEBHOOK_SECRET', ['short', 'whsec_c2hvcnQ=', 'no base64 of twenty-four bytes']],
    ['RATE_LIMIT_SCALE', ['0', '-1', 'Infinity', 'many', '1000001']],
    ['CHECK_INTERVAL_SECONDS', ['-1', '1.5', '86401']],
    [
      'CHECK_ALLOW',
      [
        '10.0.0.0',
        '10.0.0.0/33',
        '300.0.0.0/8',
        'fc00::/129',
        '10.0.0.0/8:70000',
        '10.0.0.0/8:90-80',
        '10.0.0.0/8,intranet',
      ],
    ],
    ['METRICS_TOKEN', ['two words', 'tökén']],
    ['SESSION_IDLE_HOURS', ['0', '-1', 'never', '8761']],
    ['SESSION_MAX_DAYS', ['0', '366']],
    ['ORG_DOMAIN', ['example', 'https://example.com', '-']],
    ['LOG_LEVEL', ['verbose', 'INFO']],
    ['TRUST_PROXY', ['yes', '10.0.0.0/40', 'nginx', '1,on']],
  ])('%s', (name, values) => {
    for (const value of values) {
      const message = refusalOf({ ...REQUIRED_WITH[name], [name]: value });
      expect([value, message]).toEqual([value, expect.stringMatching(new RegExp(`^${name}: [^\n]*$`))]);
    }
  });

  test.each([
    ['ADMIN_EMAIL', 'a@example.com', 'ADMIN_PASSWORD'],
    ['ADMIN_PASSWORD', 'Tr4verse!Kelp#Moon', 'ADMIN_EMAIL'],
    ['GOOGLE_CLIENT_ID', 'id', 'GOOGLE_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_SECRET', 'secret', 'GOOGLE_CLIENT_ID'],
    ['OIDC_ROLE_CLAIM', 'groups', 'GOOGLE_CLIENT_ID'],
    ['OIDC_ROLE_MAP', 'ops:user', 'OIDC_ROLE_CLAIM'],
    ['OIDC_REQUIRE_GROUP', 'ops', 'OIDC_ROLE_CLAIM'],
    ['SMTP_URL', 'smtp://mail', 'MAIL_FROM'],
    ['KIT_TIME', '04:00', 'KIT_DIR'],
    ['AUDIT_WEBHOOK_URL', 'http://logs', 'AUDIT_WEBHOOK_SECRET'],
    ['AUDIT_WEBHOOK_SECRET', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'AUDIT_WEBHOOK_URL'],
    ['AUDIT_SYSLOG_CA', '/ca.pem', 'AUDIT_SYSLOG'],
    ['S3_ENDPOINT', 'http://s3', 'S3_BUCKET'],
    ['S3_BUCKET', 'hub', 'S3_ENDPOINT'],
    ['BACKUP_S3_BUCKET', 'hub-backups', 'BACKUP_S3_ENDPOINT'],
    ['BACKUP_S3_ENDPOINT', 'http://s3', 'BACKUP_S3_BUCKET'],
    ['BACKUP_S3_ACCESS_KEY_ID', 'id', 'BACKUP_S3_SECRET_ACCESS_KEY'],
    ['BACKUP_S3_SECRET_ACCESS_KEY', 'secret', 'BACKUP_S3_ACCESS_KEY_ID'],
    ['AI_PROVIDER', 'anthropic', 'AI_MODEL'],
  ])('%s alone names the other setting that it needs', (name, value, missing) => {
    expect(refusalOf({ [name]: value })).toMatch(new RegExp(`^${missing}: is needed`));
  });

  test('OPS-04 backups go to one place, and credentials only to their server', () => {
    const bucket = { BACKUP_S3_BUCKET: 'hub-backups' };
    expect(refusalOf({ ...bucket, BACKUP_S3_ENDPOINT: 'http://s3', BACKUP_DIR: '/backups' })).toMatch(
      /^BACKUP_DIR: cannot be used together/,
    );
    const images = { S3_ENDPOINT: 'http://s3', S3_BUCKET: 'hub' };
    expect(refusalOf({ ...bucket, ...images })).toBe('taken');
    const key = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' };
    expect(refusalOf({ ...bucket, ...images, ...key })).toMatch(/^BACKUP_S3_ENDPOINT: is needed/);
  });

  test('OPS-04 the archive is for the embedded database, and outside of its folder', () => {
    const DATA_DIR = '/srv/hub';
    expect(refusalOf({ DATA_DIR, ARCHIVE_DIR: '/archive', DATABASE_URL: 'postgres://db/hub' })).toMatch(
      /^ARCHIVE_DIR: /,
    );
    for (const ARCHIVE_DIR of ['/srv/hub', '/srv/hub/archive'])
      expect(refusalOf({ DATA_DIR, ARCHIVE_DIR })).toMatch(/^ARCHIVE_DIR: must be outside/);
    expect(refusalOf({ DATA_DIR, ARCHIVE_DIR: '/srv/archive' })).toBe('taken');
  });

  test('a secret value is not repeated', () => {
    expect(refusalOf({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'hunter2hunter2' })).not.toContain(
      'hunter2',
    );
    expect(refusalOf({ METRICS_TOKEN: 'hunter 2' })).not.toContain('hunter 2');
  });

  test('AUTH-23 ADMIN_PASSWORD must follow the password rule', () => {
    const of = (ADMIN_PASSWORD: string) => refusalOf({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD });
    expect(of('password')).toContain('at least 12 characters');
    expect(of('Kelp9!Moonsh')).toBe('taken');
  });
});

describe('OPS-05 valid values', () => {
  test('every setting has its documented default', () => {
    expect(readConfig({}, '')).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: resolve('data'),
      GOOGLE_ISSUER: 'https://accounts.google.com',
      AI_PROVIDER: 'builtin',
      RATE_LIMIT_SCALE: 1,
      CHECK_INTERVAL_SECONDS: 60,
      CHECK_ALLOW: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
      ALERT_ALLOW: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
      SESSION_IDLE_HOURS: 12,
      SESSION_MAX_DAYS: 7,
      ORG_DOMAIN: 'example.com',
      TRUST_PROXY: 'off',
      LOG_LEVEL: 'info',
      BACKUP_TIME: '02:30',
      BACKUP_KEEP: { days: 7, weeks: 4, months: 12 },
      BACKUP_DIR: resolve('data/backups'),
      KIT_TIME: '03:30',
      OFFLINE: 'on',
      OFFLINE_DAYS: 7,
    });
  });

  test('OPS-04 with a database server backups are off unless a time is set', () => {
    const DATABASE_URL = 'postgres://db/hub';
    expect(readConfig({ DATABASE_URL }, '').BACKUP_TIME).toBe('off');
    expect(readConfig({ DATABASE_URL, BACKUP_TIME: '23:59' }, '').BACKUP_TIME).toBe('23:59');
    expect(readConfig({ BACKUP_KEEP: '3,0,0' }, '').BACKUP_KEEP).toEqual({ days: 3, weeks: 0, months: 0 });
  });

  test('parses values', () => {
    const config = readConfig(
      {
        PORT: ' 8080 ',
        ADMIN_EMAIL: 'Ann@Example.COM',
        ADMIN_PASSWORD: 'Tr4verse!Kelp#Moon',
        SESSION_IDLE_HOURS: '0.5',
        CHECK_INTERVAL_SECONDS: '0',
        CHECK_ALLOW: '10.1.0.0/16:443, fc00::/7:9100-9200',
        GOOGLE_ALLOWED_DOMAINS: 'example.com, example.co.nz',
        TRUST_PROXY: '10.0.0.1, fc00::/7',
      },
      '',
    );
    expect(config).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'http://localhost:8080',
      ADMIN_EMAIL: 'ann@example.com',
      SESSION_IDLE_HOURS: 0.5,
      CHECK_INTERVAL_SECONDS: 0,
      CHECK_ALLOW: ['10.1.0.0/16:443', 'fc00::/7:9100-9200'],
      GOOGLE_ALLOWED_DOMAINS: ['example.com', 'example.co.nz'],
    });
  });

  test.each([
    ['https://ops.example.com', 'https://ops.example.com'],
    ['https://ops.example.com/', 'https://ops.example.com'],
    ['http://ops.example.com:8080//', 'http://ops.example.com:8080'],
  ])('PUBLIC_URL %s loses its final slashes', (given, kept) => {
    expect(readConfig({ PUBLIC_URL: given }, '').PUBLIC_URL).toBe(kept);
  });

  test.each(['off', 'on', '2', 'loopback', '10.0.0.1', '10.0.0.0/8,fc00::1'])('TRUST_PROXY %s', (value) => {
    expect(readConfig({ TRUST_PROXY: value }, '').TRUST_PROXY).toBe(value);
  });

  test('OPS-03 METRICS_TOKEN accepts any word', () => {
    expect(readConfig({ METRICS_TOKEN: 'tok' }, '').METRICS_TOKEN).toBe('tok');
  });

  test('an empty value counts as unset, for each setting', () => {
    const names = Object.keys(readConfig({}, ''));
    const empty = Object.fromEntries([...names, 'DATABASE_URL', 'METRICS_TOKEN'].map((name) => [name, ' ']));
    expect(readConfig(empty, '')).toEqual(readConfig({}, ''));
    expect(readConfig({ PORT: '' }, 'PORT=8080').PORT).toBe(8080);
  });

  test('the environment takes precedence over the file', () => {
    expect(readConfig({ PORT: '8081' }, 'PORT=8080\nHOST=::1')).toMatchObject({
      PORT: 8081,
      HOST: '::1',
    });
  });
});

describe('OPS-05 the .env file', () => {
  test('lines, comments, quotes and export', () => {
    const text = [
      '# settings',
      '',
      'PORT=8080',
      '  export HOST = ::1 ',
      'ORG_DOMAIN="example.org"\r',
      "MAIL_FROM='Hub <a=b@example.org>'",
      'AI_MODEL="unclosed',
      'METRICS_TOKEN=',
    ].join('\n');
    const config = readConfig({}, text);
    expect(config).toMatchObject({
      PORT: 8080,
      HOST: '::1',
      ORG_DOMAIN: 'example.org',
      MAIL_FROM: 'Hub <a=b@example.org>',
      AI_MODEL: '"unclosed',
    });
    expect(config).not.toHaveProperty('METRICS_TOKEN');
  });

  test.each(['PORT 8080', '=8080', '8PORT=1', 'MY-PORT=1'])('%s is refused with its line', (line) => {
    expect(refusalOf({}, `# first\n${line}`)).toBe('.env: line 2 is not NAME=value.');
  });

  test('refuses an unknown name, except those of Node and the shell', () => {
    expect(refusalOf({}, 'POTR=8080')).toMatch(/^POTR: is not a setting of Ops Hub/);
    expect(refusalOf({}, 'constructor=x')).toMatch(/^constructor: /);
    expect(refusalOf({}, 'NODE_OPTIONS=\nTZ=UTC\nLC_ALL=C')).toBe('taken');
    expect(refusalOf({ POTR: '8080' })).toBe('taken');
  });

  test('refuses a wrong value in it like one of the environment', () => {
    expect(refusalOf({}, 'PORT=many')).toMatch(/^PORT: /);
  });
});

describe('OPS-05 secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const secret = 'x'.repeat(32);

  test('ACCESS-30 each secret may come from the file that NAME_FILE names', () => {
    const values: Record<string, string> = {
      DATABASE_URL: 'postgres://db/hub',
      DATABASE_DIRECT_URL: 'postgres://direct/hub',
      READ_DATABASE_URL: 'postgres://standby/hub',
      ADMIN_PASSWORD: 'Tr4verse!Kelp#Moon',
      SESSION_SECRET: secret,
      SMTP_URL: 'smtp://hub:secret@mail',
      GOOGLE_CLIENT_SECRET: 'secret of the client',
      AI_API_KEY: 'key',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      BACKUP_S3_ACCESS_KEY_ID: 'backup-id',
      BACKUP_S3_SECRET_ACCESS_KEY: 'backup-secret',
      AUDIT_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      METRICS_TOKEN: 'word',
    };
    const files = Object.entries(values).map(([name, value]) => [
      `${name}_FILE`,
      written(name, `${value}\n`),
    ]);
    const others = {
      ADMIN_EMAIL: 'a@example.com',
      MAIL_FROM: 'hub@example.com',
      GOOGLE_CLIENT_ID: 'hub',
      AUDIT_WEBHOOK_URL: 'https://logs.example.com/ops-hub',
      BACKUP_S3_ENDPOINT: 'http://s3',
      BACKUP_S3_BUCKET: 'backups',
    };
    const config = readConfig({ ...others, ...Object.fromEntries(files) }, '');
    expect(config).toMatchObject(values);
    expect(Object.keys(config).filter((name) => name.endsWith('_FILE'))).toEqual([]);
  });

  test('ACCESS-30 the file may be named in .env, and only its last line breaks are cut', () => {
    const path = written('spaces', ` ${secret} \r\n\n`);
    expect(readConfig({}, `SESSION_SECRET_FILE=${path}`).SESSION_SECRET).toBe(` ${secret} `);
    expect(refusalOf({}, 'PORT_FILE=/x')).toMatch(/^PORT_FILE: is not a setting/);
  });

  test.each([
    ['a missing file', () => ({ SESSION_SECRET_FILE: join(folder, 'gone') }), /cannot be read \(ENOENT\)\.$/],
    ['a folder', () => ({ SESSION_SECRET_FILE: folder }), /cannot be read \(EISDIR\)\.$/],
    ['an empty file', () => ({ SESSION_SECRET_FILE: written('empty', '\n') }), /is empty\.$/],
    [
      'a large file',
      () => ({ SESSION_SECRET_FILE: written('large', 'x'.repeat(16_385)) }),
      /larger than 16 KiB\.$/,
    ],
    [
      'both settings',
      () => ({ SESSION_SECRET: secret, SESSION_SECRET_FILE: written('twice', secret) }),
      /cannot be used together with SESSION_SECRET\. Remove one\.$/,
    ],
  ])('ACCESS-30 refuses %s in one line that names the setting', (_, settings, reason) => {
    const message = refusalOf(settings());
    expect(message).toMatch(/^SESSION_SECRET_FILE: [^\n]*$/);
    expect(message).toMatch(reason);
    expect(message).not.toContain(secret);
  });
});
