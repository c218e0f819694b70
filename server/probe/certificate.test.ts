import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Check } from '../../contract/shared/check.ts';
import { CERTIFICATES_EXPIRE, LONG_AGO } from '../../test/certificates.ts';
import { withTls } from '../../test/tls-target.ts';
import { networkProbe } from './network-probe.ts';

const at = withTls();
const { issue, serving, listen, trust } = at;
const look = (port: number, host = '127.0.0.1') =>
  networkProbe(async () => ['127.0.0.1'])(
    Check.parse({ kind: 'http', target: `https://${host}:${port}/`, timeoutMs: 5_000 }),
    null,
  );

issue('old-root', { subject: 'Old root', extensions: 'authority', lastDay: LONG_AGO });
issue('root', { subject: 'New root', extensions: 'authority' });
issue('cross', {
  subject: 'New root',
  keyOf: 'root',
  signer: 'old-root',
  extensions: 'authority',
  lastDay: LONG_AGO,
});
issue('issuer', { subject: 'Issuer', signer: 'root', extensions: 'authority' });
issue('old-issuer', {
  subject: 'Issuer',
  keyOf: 'issuer',
  signer: 'root',
  extensions: 'authority',
  lastDay: LONG_AGO,
});
issue('short-issuer', {
  subject: 'Short',
  signer: 'root',
  extensions: 'authority',
  lastDay: '20900101000000Z',
});
issue('leaf', { subject: 'leaf', signer: 'issuer' });
issue('short-leaf', { subject: 'leaf', signer: 'short-issuer' });
issue('expired', { subject: 'leaf', signer: 'root', lastDay: LONG_AGO });
issue('weak', { subject: 'leaf', signer: 'root', bits: 1_024 });
issue('sha1', { subject: 'leaf', signer: 'root', hash: 'sha1' });
issue('other', { subject: 'leaf', signer: 'root', extensions: 'other' });
issue('self', { subject: 'leaf' });
issue('stranger', { subject: 'Stranger', extensions: 'authority' });
issue('strange', { subject: 'leaf', signer: 'stranger' });

test.each([
  ['an expired cross-signature of the root', ['issuer', 'cross']],
  ['an expired cross-signature and the root that made it', ['issuer', 'cross', 'old-root']],
  ['an expired issuer before the one that replaced it', ['old-issuer', 'issuer']],
  ['an expired issuer after the one that replaced it', ['issuer', 'old-issuer']],
  ['an expired unrelated certificate', ['issuer', 'expired']],
  ['the root too', ['issuer', 'root']],
])('INFRA-11 a server that sends %s is online until its verified path expires', async (_, chain) => {
  trust('root');
  expect(await look(await listen(serving('leaf', ...chain)))).toMatchObject({
    outcome: 'good',
    certificateExpiresAt: CERTIFICATES_EXPIRE,
  });
});

test('INFRA-11 counts an issuer on the verified path that expires before the certificate', async () => {
  trust('root');
  expect(await look(await listen(serving('short-leaf', 'short-issuer')))).toMatchObject({
    outcome: 'good',
    certificateExpiresAt: new Date('2090-01-01T00:00:00Z'),
  });
});

test.each([
  ['expired', 'The certificate expired on 01/01/2021'],
  ['other', 'The certificate is for another name'],
  ['self', 'The certificate is self-signed (see CA_FILE)'],
  [
    'strange',
    'The certificate is signed by an authority that is not trusted (see CA_FILE), or the server leaves out an intermediate certificate',
  ],
  ['leaf', expect.stringContaining('or the server leaves out an intermediate certificate') as string],
])('INFRA-11 the message names the fault of a certificate: %s', async (name, message) => {
  trust('root');
  expect(await look(await listen(serving(name)))).toMatchObject({ outcome: 'bad', message });
});

test('INFRA-11 shows the date of an expired certificate, at any position of the path', async () => {
  trust('root');
  const certificateExpiresAt = new Date('2021-01-01T00:00:00Z');
  expect(await look(await listen(serving('expired')))).toMatchObject({ certificateExpiresAt });
  expect(await look(await listen(serving('leaf', 'old-issuer')))).toMatchObject({
    message: 'The certificate of its issuer expired on 01/01/2021',
    certificateExpiresAt,
  });
});

test.each([
  ['weak', 'The certificate has a key that is too weak (1024 bits)'],
  ['sha1', 'The certificate has a signature that is too weak (SHA1)'],
])('INFRA-11 reports a certificate with a weak key or signature: %s', async (name, message) => {
  trust('root');
  const port = await listen({ ...serving(name), ciphers: 'DEFAULT@SECLEVEL=0', maxVersion: 'TLSv1.2' });
  expect(await look(port)).toMatchObject({ outcome: 'bad', message });
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'INFRA-11 reports a server that requires a client certificate, with %s',
  async (version) => {
    trust('root');
    const port = await listen({
      ...serving('leaf', 'issuer'),
      requestCert: true,
      maxVersion: version,
      minVersion: version,
    });
    expect(await look(port)).toMatchObject({
      outcome: 'bad',
      message: 'It requires a client certificate, which checks do not have',
    });
  },
);

test('INFRA-11 a name with a dot at its end is sent without', async () => {
  trust('root');
  const names: string[] = [];
  const { port } = await at.open({
    ...serving('leaf', 'issuer'),
    SNICallback: (name, done) => {
      names.push(name);
      done(null);
    },
  });
  expect(await look(port, 'localhost.')).toMatchObject({ outcome: 'good' });
  expect(names).toEqual(['localhost']);
});

test('INFRA-11 reports a server that supports only an old version of TLS', async () => {
  const port = await listen({
    ...serving('leaf', 'issuer'),
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const message = 'It supports only an old version of TLS; 1.2 or newer is required';
  expect(await look(port)).toMatchObject({ outcome: 'bad', message });
});

test('INFRA-11 reports a server without a common cipher', async () => {
  const port = await listen({ ...serving('leaf', 'issuer'), ciphers: 'AES128-CCM8', maxVersion: 'TLSv1.2' });
  const message = 'It refused the TLS handshake: no common cipher, a weak key, or a name it does not know';
  expect(await look(port)).toMatchObject({ outcome: 'bad', message });
});

/** A server that answers the handshake with a TLS alert. */
test.each([
  [42, 'It requires a client certificate, which checks do not have'],
  [70, 'It supports only an old version of TLS; 1.2 or newer is required'],
  [80, 'It ended the TLS handshake (tlsv1 alert internal error)'],
  [112, 'It has no certificate for the name web.example.com'],
])('INFRA-11 explains alert %d of TLS in words', async (alert, message) => {
  const server = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert]))),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await look((server.address() as AddressInfo).port, 'web.example.com')).toMatchObject({
    outcome: 'bad',
    message,
  });
});

test('INFRA-11 reports a response that is not TLS, and a connection that is cut during the handshake', async () => {
  const answers = [(socket: { end(text: string): void }) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')];
  const plain = createServer((socket) => answers[0]?.(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void plain.close());
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo;
  expect(await look(port)).toMatchObject({ outcome: 'bad', message: 'It does not speak TLS (is it http?)' });
  answers[0] = (socket) => socket.end('');
  expect(await look(port)).toMatchObject({
    outcome: 'bad',
    message: 'The connection was cut during the TLS handshake',
  });
});

test('INFRA-11 reports a server without secure renegotiation as old', async () => {
  const random = Buffer.alloc(32, 7);
  // A TLS 1.2 hello with a common cipher and without extensions.
  const hello = Buffer.concat([Buffer.from([3, 3]), random, Buffer.from([0, 0xc0, 0x2f, 0])]);
  const message = Buffer.concat([Buffer.from([2, 0, 0, hello.length]), hello]);
  const record = Buffer.concat([Buffer.from([22, 3, 3, 0, message.length]), message]);
  const server = createServer((socket) =>
    socket.on('error', () => undefined).once('data', () => socket.write(record)),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await look((server.address() as AddressInfo).port)).toMatchObject({
    outcome: 'bad',
    message: 'It supports only an old version of TLS; 1.2 or newer is required',
  });
});

test('INFRA-11 the certificate of a redirect counts, and the next check sees a renewed one', async () => {
  trust('root');
  const end = await listen(serving('leaf', 'issuer'));
  const location = `https://127.0.0.1:${end}/`;
  const soon = new Date('2090-01-01T00:00:00Z');
  const first = await at.open(serving('short-leaf', 'short-issuer'), (_, response) =>
    response.writeHead(302, { location }).end(),
  );
  expect(await look(first.port)).toMatchObject({ outcome: 'good', certificateExpiresAt: soon });
  first.server.setSecureContext(serving('leaf', 'issuer'));
  expect(await look(first.port)).toMatchObject({ certificateExpiresAt: CERTIFICATES_EXPIRE });
});
