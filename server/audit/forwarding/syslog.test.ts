import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Socket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { system } from '../../../contract/calls/system.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { certificatesIn } from '../../../test/certificates.ts';
import { freeAddress, isInstalled } from '../../../test/programs.ts';
import { waitUntil } from '../../db/wait-until.ts';
import { record } from '../record.ts';
import { syslogMessage } from './syslog-message.ts';

const folder = mkdtempSync(join(tmpdir(), 'syslog-'));
const certificates = certificatesIn(folder);
const CA = join(folder, 'ca.pem');
beforeAll(() => {
  certificates.issue('ca', { subject: 'Log CA', extensions: 'authority' });
  certificates.issue('server', { subject: 'localhost', signer: 'ca' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const ENTRY = {
  id: 7,
  at: new Date('2026-01-02T03:04:05.678Z'),
  actorId: null,
  actorName: 'Ann\nB "x" [y] \\z',
  action: 'document.create',
  kind: 'shelf',
  subjectId: null,
  before: null,
  after: '{"n": "]"}',
};

test('ACCESS-34 an entry becomes an RFC 5424 message whose structured data is escaped', () => {
  expect(syslogMessage({ position: 3, hash: 'ab', entry: ENTRY }, 'hub.example.com')).toBe(
    '<109>1 2026-01-02T03:04:05.678Z hub.example.com ops-hub - document.create ' +
      '[audit@32473 position="3" hash="ab" id="7" actorName="Ann\nB \\"x\\" [y\\] \\\\z" action="document.create" ' +
      'kind="shelf" after="{\\"n\\": \\"\\]\\"}"] \uFEFFAnn B "x" [y] \\z document.create',
  );
});

test('ACCESS-34 a message that receivers would cut leaves out the changed fields and says so', () => {
  const long = { ...ENTRY, after: JSON.stringify({ text: 'ä'.repeat(5_000) }) };
  const message = syslogMessage({ position: 3, hash: 'ab', entry: long }, 'hub');
  expect(Buffer.byteLength(message)).toBeLessThan(1_000);
  expect(message).toContain('cut="before, after"');
});

async function anApp(port: number): Promise<TestApp> {
  const settings = { AUDIT_SYSLOG: `tls://localhost:${port}`, AUDIT_SYSLOG_CA: CA };
  const at = await startTestApp({ settings });
  onTestFinished(() => at.stop());
  return at;
}

const write = ({ database }: TestApp, n: number) =>
  record(
    database.db,
    { userId: null, name: 'Ann' },
    { action: 'document.create', kind: 'shelf', after: { n, a: '"]\\' } },
  );

/** rsyslog, which parses each message and writes its parts as a line of JSON. */
async function startRsyslog(port: number, out: string) {
  const settings = join(folder, `rsyslog-${port}.conf`);
  writeFileSync(
    settings,
    `global(workDirectory="${folder}" defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${CA}"
       defaultNetstreamDriverCertFile="${folder}/server.pem" defaultNetstreamDriverKeyFile="${folder}/server.key"
       maxMessageSize="8k")
     module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
     module(load="mmpstrucdata")
     input(type="imtcp" port="${port}" address="127.0.0.1")
     template(name="parts" type="list") {
       property(name="jsonmesg")
       constant(value="\\n")
     }
     action(type="mmpstrucdata")
     action(type="omfile" file="${out}" template="parts")\n`,
  );
  const child = spawn('/usr/sbin/rsyslogd', ['-n', '-f', settings, '-i', join(folder, `${port}.pid`)], {
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

type Parsed = {
  'syslogfacility-text': string;
  'app-name': string;
  timereported: string;
  '$!': { 'rfc5424-sd': { 'audit@32473': Record<string, string> } };
};

test.skipIf(!isInstalled('rsyslogd'))(
  'ACCESS-34 rsyslog gets every entry over TLS and parses its structured data; an outage loses none',
  { timeout: 60_000 },
  async () => {
    const port = Number((await freeAddress()).split(':')[1]);
    const out = join(folder, 'received.log');
    const at = await anApp(port);
    await write(at, 1);
    await at.forward();
    const ann = await at.signedIn({ role: 'admin' });
    expect((await ann.call(system.status, {})).forwarding).toMatchObject([
      { receiver: 'syslog', waiting: 1, problem: expect.stringContaining('ECONNREFUSED') },
    ]);
    await startRsyslog(port, out);
    for (let n = 2; n <= 1_100; n += 1) await write(at, n);
    const isThere = await waitUntil(
      async () => {
        await at.database.pool.query(
          'update audit_forwards set next_attempt_at = least(next_attempt_at, now())',
        );
        await at.forward();
        return (await ann.call(system.status, {})).forwarding[0]?.waiting === 0;
      },
      { limitMs: 30_000, everyMs: 200 },
    );
    expect(isThere).toBe(true);
    const lines = () => {
      try {
        return readFileSync(out, 'utf8').trimEnd().split('\n');
      } catch {
        return [];
      }
    };
    await waitUntil(() => lines().length >= 1_100, { limitMs: 10_000, everyMs: 100 });
    const parsed = lines().map((line) => JSON.parse(line) as Parsed);
    const data = parsed.map((message) => message['$!']['rfc5424-sd']['audit@32473']);
    expect(data.map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 1_100 }, (_, n) => n + 1),
    );
    expect(parsed[0]).toMatchObject({ 'app-name': 'ops-hub' });
    expect(data[41]).toMatchObject({ actorname: 'Ann', action: 'document.create' });
    expect(JSON.parse(data[41]?.['after'] ?? '')).toEqual({ n: 42, a: '"]\\' });
  },
);

/** A TLS server that ends each connection in the given way. */
async function aTlsServer(onSocket: (socket: tls.TLSSocket, raw: Socket) => void, name = 'server') {
  let raw = new Socket();
  const server = tls
    .createServer(certificates.serving(name), (socket) => onSocket(socket, raw))
    .on('connection', (connection) => (raw = connection))
    .listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('ACCESS-34 frames each message with its length in bytes', async () => {
  const received: Buffer[] = [];
  const port = await aTlsServer((socket) => socket.on('data', (bytes: Buffer) => void received.push(bytes)));
  const at = await anApp(port);
  await record(at.database.db, { userId: null, name: 'Änn' }, { action: 'document.create', kind: 'shelf' });
  await write(at, 2);
  await at.forward();
  let rest = Buffer.concat(received);
  const messages: string[] = [];
  while (rest.length > 0) {
    const space = rest.indexOf(' ');
    const end = space + 1 + Number(rest.subarray(0, space));
    messages.push(rest.subarray(space + 1, end).toString());
    rest = rest.subarray(end);
  }
  expect(messages.map((message) => message.slice(0, 6))).toEqual(['<109>1', '<109>1']);
  expect(messages[0]).toMatch(/Änn document\.create$/);
});

test('ACCESS-34 a receiver that breaks off, or that is another server, got nothing for certain', async () => {
  certificates.issue('stranger', { subject: 'localhost' });
  const breaks = await aTlsServer((socket, raw) =>
    socket.on('error', () => undefined).once('data', () => raw.resetAndDestroy()),
  );
  const stranger = await aTlsServer((socket) => socket.resume(), 'stranger');
  for (const port of [breaks, stranger]) {
    const at = await anApp(port);
    await write(at, 1);
    await at.forward();
    const ann = await at.signedIn({ role: 'admin' });
    expect((await ann.call(system.status, {})).forwarding).toMatchObject([
      { waiting: 1, problem: expect.stringMatching(/./) },
    ]);
  }
});
