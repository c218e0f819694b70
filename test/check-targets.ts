import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Check } from '../contract/shared/check.ts';

/** Targets of every kind on this machine, for HTTP and TCP checks. */
export type CheckTarget = { name: string; check: Pick<Check, 'kind' | 'target'> & Partial<Check> };

const listening = (server: net.Server, host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve) => server.listen(0, host, () => resolve((server.address() as AddressInfo).port)));

const PAGES: http.RequestListener = (request, response) => {
  const path = request.url ?? '/';
  const code = Number(/^\/status\/(\d+)/.exec(path)?.[1]);
  if (code) return void response.writeHead(code).end('said so');
  if (path === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
  if (path === '/moved') return void response.writeHead(301, { location: '/status/200' }).end();
  if (path === '/moved-to-bad') return void response.writeHead(307, { location: '/status/500' }).end();
  if (path === '/hang') return;
  if (path === '/cut') return void request.socket.destroy();
  if (path === '/big') return void response.end('x'.repeat(3_000_000));
  response.end('All is well');
};

export async function openTargets(folder: string): Promise<{ targets: CheckTarget[]; close(): void }> {
  const servers: net.Server[] = [];
  const keep = <S extends net.Server>(server: S): S => {
    servers.push(server);
    return server;
  };
  const web = await listening(keep(http.createServer(PAGES)));
  const web6 = await listening(keep(http.createServer(PAGES)), '::1');
  const secure = async (name: string) =>
    listening(
      keep(
        https.createServer(
          { key: readFileSync(join(folder, `${name}.key`)), cert: readFileSync(join(folder, `${name}.pem`)) },
          PAGES,
        ),
      ),
    );
  const [good, expired, other, self] = await Promise.all(['good', 'expired', 'other', 'self'].map(secure));
  const silent = await listening(keep(net.createServer(() => undefined)));
  const babbling = await listening(keep(net.createServer((socket) => socket.end('hello\r\n'))));
  const gone = keep(net.createServer());
  const refused = await listening(gone);
  await new Promise((resolve) => gone.close(resolve));

  const page = (path: string, host = '127.0.0.1') => `http://${host}:${web}${path}`;
  const get = (name: string, target: string, more: Partial<Check> = {}): CheckTarget => ({
    name,
    check: { kind: 'http', target, ...more },
  });
  const tcp = (name: string, target: string): CheckTarget => ({ name, check: { kind: 'tcp', target } });
  const targets = [
    get('good page', page('/')),
    get('by name', page('/', 'localhost')),
    get('by IPv6', `http://[::1]:${web6}/`),
    ...[200, 201, 204, 299, 400, 401, 403, 404, 410, 429, 500, 502, 503].map((code) =>
      get(`status ${code}`, page(`/status/${code}`)),
    ),
    get('moved', page('/moved')),
    get('moved to a bad page', page('/moved-to-bad')),
    get('redirect loop', page('/loop')),
    get('hangs', page('/hang')),
    get('cut off', page('/cut')),
    get('big page', page('/big')),
    get('refused', `http://127.0.0.1:${refused}/`),
    get('unknown name', 'http://no-such-name.invalid/'),
    get('silent port', `http://127.0.0.1:${silent}/`),
    get('no HTTP', `http://127.0.0.1:${babbling}/`),
    get('TLS, good', `https://localhost:${good}/`),
    get('TLS, expired', `https://localhost:${expired}/`),
    get('TLS, wrong name', `https://localhost:${other}/`),
    get('TLS, self-signed', `https://localhost:${self}/`),
    get('TLS on a plain port', `https://localhost:${web}/`),
    get('plain on a TLS port', `http://localhost:${good}/`),
    tcp('TCP, open', `127.0.0.1:${silent}`),
    tcp('TCP, refused', `127.0.0.1:${refused}`),
    tcp('TCP, unknown name', 'no-such-name.invalid:80'),
  ];
  const close = () => {
    for (const server of servers) {
      server.close();
      if ('closeAllConnections' in server) (server as http.Server).closeAllConnections();
    }
  };
  return { targets, close };
}
