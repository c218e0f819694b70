import type { Page } from '@playwright/test';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { freePort } from '../test/free-port.ts';
import type { Hub } from './hub.ts';

/** `gone`: nobody listens. `silent`: connections are accepted, and nothing comes back. A number: a page of the proxy's own. */
type Way = 'open' | 'gone' | 'silent' | number;

const PROXY_PAGE = '<!doctype html><title>Proxy</title><h1>A page of the proxy</h1>';

/** A proxy before the product, at an address that stays the same whatever happens behind it. */
export async function openFront(first: Hub) {
  const port = Number(await freePort());
  let hub = first;
  let way: Way = 'open';
  const own = new Map<string, string>();

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const script = own.get(request.url ?? '');
    if (way === 'silent') return;
    if (typeof way === 'number') response.writeHead(way, { 'content-type': 'text/html' }).end(PROXY_PAGE);
    else if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else forward(request, response);
  }

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = '/' } = request;
    const onward = ask(new URL(url, hub.url), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  const server = createServer(answer);
  const listen = async () => {
    server.listen(port, 'localhost');
    await once(server, 'listening');
  };
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await listen();

  return {
    url: `http://localhost:${port}`,
    /** Answers the path with this script instead of what the product answers. */
    replace: (path: string, script: string | undefined) =>
      script === undefined ? own.delete(path) : own.set(path, script),
    leadTo: (next: Hub) => (hub = next),
    async be(next: Way): Promise<void> {
      if (way === 'gone' && next !== 'gone') await listen();
      if (way !== 'gone' && next === 'gone') await close();
      // What waited for an answer fails, as with a proxy that is restarted.
      else server.closeAllConnections();
      way = next;
    },
    end: async () => void (way !== 'gone' && (await close())),
  };
}

export type Front = Awaited<ReturnType<typeof openFront>>;

/** The application without an answer: it waits, or shows the copies that the browser has (decision 066). */
export const waiting = (page: Page) =>
  page
    .getByRole('heading', { level: 1, name: 'Ops Hub could not be loaded' })
    .or(page.locator('[data-shell]'))
    .first();
