import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Reach } from '../probe/reach.ts';
import type { Outgoing } from './forms.ts';

/** What a receiver answered. */
export type Reply = { status: number; body: string; retryAfter: string | undefined };

const TIMEOUT_MS = 15_000;
/** Of a reply, shown to administrators. */
const MOST_BYTES = 4_096;

/**
 * Sends a request to an address that `reach` allows and follows no redirect. The connection goes to the address that was
 * checked, so that a name cannot change its target in between. Throws when there is no reply within 15 s.
 */
export async function post({ url, headers, body }: Outgoing, reach: Reach): Promise<Reply> {
  const target = new URL(url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const isSecure = target.protocol === 'https:';
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const addresses = await reach(host, Number(target.port) || (isSecure ? 443 : 80), signal);
  const lookup: LookupFunction = (_, options, found) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) found(null, all);
    else found(null, all[0]?.address ?? '', all[0]?.family);
  };
  const bytes = Buffer.from(body);
  const length = { 'content-length': String(bytes.length), 'user-agent': 'Ops Hub' };
  const options = { method: 'POST', headers: { ...headers, ...length }, lookup, signal, agent: false };
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = (isSecure ? requestHttps : requestHttp)(target, options, (response) => {
    replyOf(response).then(resolve, reject);
  });
  sent.on('error', reject).end(bytes);
  return promise;
}

/** Reads the beginning of a reply; the rest is not waited for. */
async function replyOf(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) break;
  }
  const body = Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8');
  return { status: response.statusCode ?? 0, body, retryAfter: response.headers['retry-after'] };
}
