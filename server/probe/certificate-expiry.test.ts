import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Check } from '../../contract/shared/check.ts';
import { CERTIFICATES_EXPIRE, makeCertificates } from '../../test/certificates.ts';
import { networkProbe } from './network-probe.ts';

const trusted = tls.getCACertificates('default');
const folder = mkdtempSync(join(tmpdir(), 'certificate-test-'));
let server: Server;

beforeAll(async () => {
  const { ca } = makeCertificates(folder);
  tls.setDefaultCACertificates([...trusted, ca]);
  const [key, cert] = ['good.key', 'good.pem'].map((name) => readFileSync(join(folder, name)));
  server = createServer({ key, cert }, (_, response) => response.end('All is well')).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  tls.setDefaultCACertificates(trusted);
  server.close();
  rmSync(folder, { recursive: true });
});

test.each([
  [15, 'good', 'It answered 200'],
  [14, 'good', 'It answered 200'],
  [13.9, 'warning', 'The certificate expires in 13 days'],
  [1.5, 'warning', 'The certificate expires in 1 day'],
  [0.1, 'warning', 'The certificate expires in 0 days'],
])('INFRA-11 a certificate that expires in %d days makes the result %s', async (days, outcome, message) => {
  const now = new Date(CERTIFICATES_EXPIRE.getTime() - days * 86_400_000);
  const probe = networkProbe(
    async () => ['127.0.0.1'],
    undefined,
    () => now,
  );
  const target = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const seen = await probe(Check.parse({ kind: 'http', target, timeoutMs: 5_000 }), null);
  expect(seen).toMatchObject({ outcome, message, certificateExpiresAt: CERTIFICATES_EXPIRE });
});
