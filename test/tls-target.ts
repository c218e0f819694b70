import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import https from 'node:https';
import type { ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll } from 'vitest';
import { certificatesIn } from './certificates.ts';

const PAGE: RequestListener = (_, response) => void response.end('All is well');

/** Certificates and TLS servers for the tests of a file; what they made trusted is undone behind them. */
export function withTls() {
  const folder = mkdtempSync(join(tmpdir(), 'tls-test-'));
  const trusted = tls.getCACertificates('default');
  const servers: https.Server[] = [];
  const certificates = certificatesIn(folder);
  afterAll(() => {
    tls.setDefaultCACertificates(trusted);
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(folder, { recursive: true });
  });
  return {
    ...certificates,
    folder,
    trust: (...names: string[]) =>
      tls.setDefaultCACertificates([...trusted, ...names.map((name) => certificates.read(`${name}.pem`))]),
    /** The port of a server that answers with a page. */
    async listen(options: ServerOptions, answer = PAGE): Promise<number> {
      const server = https.createServer(options, answer);
      server.on('tlsClientError', () => undefined);
      servers.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
  };
}
