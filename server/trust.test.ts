import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { generateText } from 'ai';
import { SMTPServer } from 'smtp-server';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Check } from '../contract/shared/check.ts';
import { chatCompletions } from '../test/model-protocols.ts';
import { startObjectStore } from '../test/object-store.ts';
import { withTls } from '../test/tls-target.ts';
import { issuerOf } from './accounts/google/issuer.ts';
import { readConfig, WrongSetting } from './config.ts';
import { openModel } from './model/open.ts';
import { networkProbe } from './probe/network-probe.ts';
import { openStorage } from './storage/open.ts';
import { trustAuthorities } from './trust.ts';
import { smtpMailer } from './mail/smtp.ts';

/** Every outgoing connection to a server with a certificate of a private authority, with and without CA_FILE. */
const at = withTls();
let file = '';

beforeAll(() => {
  at.issue('company', { subject: 'Company CA', extensions: 'authority' });
  at.issue('other', { subject: 'Other CA', extensions: 'authority' });
  at.issue('server', { subject: 'localhost', signer: 'company' });
  file = join(at.folder, 'authorities.pem');
  writeFileSync(file, `# Authorities of the company\r\n${at.read('other.pem')}\r\n${at.read('company.pem')}`);
});
beforeEach(() => at.trust());

const config = (settings: Record<string, string>) => readConfig({ DATA_DIR: at.folder, ...settings }, '');
const listen = async (answer: RequestListener) =>
  `https://localhost:${await at.listen(at.serving('server'), answer)}`;
const NOT_TRUSTED = /unable to verify the first certificate|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;
/** The cause may be nested several errors deep. */
const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${(error as NodeJS.ErrnoException).code} ${reasonOf(error.cause)}`
    : '';
async function refusalOf(way: () => Promise<unknown>) {
  return way().then(() => 'let in', reasonOf);
}

test('INFRA-11 checks trust the authorities of CA_FILE', async () => {
  const target = (await listen((_, response) => response.end())).replace('localhost', '127.0.0.1');
  const look = () =>
    networkProbe(async (host) => [host])(Check.parse({ kind: 'http', target, timeoutMs: 5_000 }), null);
  expect(await look()).toMatchObject({ outcome: 'bad', message: expect.stringContaining('(see CA_FILE)') });
  trustAuthorities(file);
  expect(await look()).toMatchObject({ outcome: 'good' });
});

test.each([
  ['smtps', true],
  ['smtp with STARTTLS', false],
] as const)('AUTH-20 mail by %s trusts the authorities of CA_FILE', async (_, secure) => {
  const server = new SMTPServer({
    ...at.serving('server'),
    secure,
    authOptional: true,
    logger: false,
    onData: (stream, _session, done) => void buffer(stream).then(() => done()),
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const post = smtpMailer({
    url: `${secure ? 'smtps' : 'smtp'}://localhost:${port}`,
    from: 'hub@example.com',
    ehlo: 'localhost',
  });
  onTestFinished(() => post.close());
  const send = () => post.send({ to: 'ann@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello' });
  expect(await refusalOf(send)).toMatch(NOT_TRUSTED);
  trustAuthorities(file);
  expect(await refusalOf(send)).toBe('let in');
});

test('AUTH-18 sign-in by OpenID Connect trusts the authorities of CA_FILE', async () => {
  let GOOGLE_ISSUER = '';
  GOOGLE_ISSUER = await listen((_, response) =>
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        issuer: GOOGLE_ISSUER,
        authorization_endpoint: `${GOOGLE_ISSUER}/authorize`,
        token_endpoint: `${GOOGLE_ISSUER}/token`,
        jwks_uri: `${GOOGLE_ISSUER}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    ),
  );
  const issuer = issuerOf(config({ GOOGLE_CLIENT_ID: 'hub', GOOGLE_CLIENT_SECRET: 'word', GOOGLE_ISSUER }));
  expect(await refusalOf(async () => issuer?.begin())).toMatch(NOT_TRUSTED);
  trustAuthorities(file);
  expect((await issuer?.begin())?.address.href).toContain(`${GOOGLE_ISSUER}/authorize?`);
});

test('OBJ-01 the object store trusts the authorities of CA_FILE', async () => {
  const store = await startObjectStore();
  onTestFinished(() => store.stop());
  // The store behind a TLS proxy, like a load balancer.
  const S3_ENDPOINT = await listen((request, response) => {
    const { method, headers } = request;
    const forwarded = http.request(
      `${store.settings['S3_ENDPOINT']}${request.url}`,
      { method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(forwarded);
  });
  const problems: string[] = [];
  const settings = config({ ...store.settings, S3_ENDPOINT });
  const storage = await openStorage(settings, (problem) => problems.push(problem));
  await expect(storage.put('images/a.png', Buffer.from('a picture'))).rejects.toThrow('not reachable');
  expect(problems.join('\n')).toMatch(NOT_TRUSTED);
  trustAuthorities(file);
  await storage.put('images/a.png', Buffer.from('a picture'));
  const stored = await storage.get('images/a.png');
  expect(stored && (await buffer(stored.stream)).toString()).toBe('a picture');
});

test('AI-11 calls of a model trust the authorities of CA_FILE', async () => {
  const address = await listen((_, response) => {
    const modelRequest = { model: 'm', messages: [] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(chatCompletions.whole(modelRequest, 'Good morning')));
  });
  const settings = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm', AI_BASE_URL: `${address}/v1` };
  const model = await openModel(config(settings));
  const ask = () => generateText({ model: model!, prompt: 'Hello', maxRetries: 0 });
  expect(await refusalOf(ask)).toMatch(NOT_TRUSTED);
  trustAuthorities(file);
  expect((await ask()).text).toBe('Good morning');
});

test('OPS-05 the built-in authorities stay trusted in addition to those of CA_FILE', async () => {
  const { getCACertificates } = await import('node:tls');
  const builtIn = getCACertificates('default');
  trustAuthorities(file);
  expect(new Set(getCACertificates('default')).isSupersetOf(new Set(builtIn))).toBe(true);
  trustAuthorities(undefined);
  expect(getCACertificates('default').length).toBe(new Set(builtIn).size + 2);
});

test.each<[string, () => string | Buffer, RegExp]>([
  ['empty', () => '', /holds no certificate in PEM form\. Convert it: openssl x509/],
  [
    'in DER form',
    () => Buffer.from(at.read('company.pem').split('\n').slice(1, -2).join(''), 'base64'),
    /holds no certificate in PEM form/,
  ],
  ['a key', () => at.read('company.key'), /holds no certificate in PEM form/],
  [
    'truncated',
    () => at.read('company.pem').slice(0, -40),
    /a certificate in .* is cut off\. Copy the file again/,
  ],
  [
    'damaged',
    () => at.read('other.pem') + at.read('company.pem').replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA'),
    /certificate 2 in .* is damaged\. Copy the file again/,
  ],
])('OPS-05 refuses a CA_FILE that is %s in one line with advice', (_, text, message) => {
  const broken = join(at.folder, 'broken.pem');
  writeFileSync(broken, text());
  let refusal: unknown;
  try {
    trustAuthorities(broken);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(WrongSetting);
  expect((refusal as Error).message).toMatch(/^CA_FILE: [^\n]+$/);
  expect((refusal as Error).message).toMatch(message);
});
