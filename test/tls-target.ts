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

/** Certificates and TLS servers for the tests of a file. Trust in the certificates is removed afterwards. */
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
  const open = async (options: ServerOptions, answer = PAGE) => {
    const server = https.createServer(options, answer);
    server.on('tlsClientError', () => undefined);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as AddressInfo).port };
  };
  return {
    ...certificates,
    folder,
    trust: (...names: string[]) =>
      tls.setDefaultCACertificates([...trusted, ...names.map((name) => certificates.read(`${name}.pem`))]),
    open,
    /** The port of a server that responds with a page. */
    listen: async (options: ServerOptions, answer = PAGE) => (await open(options, answer)).port,
  };
}
