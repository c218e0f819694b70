import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A small web server on a loopback port as the target of checks. A test can change its response at any time. */
export type WebTarget = {
  url: string;
  port: number;
  /** Requests that it received. */
  hits: string[];
  answer: http.RequestListener;
  close(): Promise<void>;
};

export async function startWebTarget(answer: http.RequestListener): Promise<WebTarget> {
  const target = { hits: [] as string[], answer } as WebTarget;
  const server = http.createServer((request, response) => {
    target.hits.push(request.url ?? '');
    target.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.port = (server.address() as AddressInfo).port;
  target.url = `http://127.0.0.1:${target.port}`;
  target.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return target;
}

/** A web server for the tests of a file. */
export function withWebTarget(answer: http.RequestListener): { current: WebTarget } {
  const holder = {} as { current: WebTarget };
  beforeAll(async () => void (holder.current = await startWebTarget(answer)));
  afterAll(() => holder.current.close());
  return holder;
}
