import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Readable, Transform } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { DetailedPeerCertificate } from 'node:tls';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { NotReached } from './reach.ts';
import type { Reach } from './reach.ts';

export type Page = { status: number; text: string; certificateExpiresAt?: Date };

/** How to get there and until when; `onConnect` is told of each address that takes the connection. */
export type Way = { reach: Reach; signal: AbortSignal; onConnect: () => void };

const MAX_REDIRECTS = 10;

/**
 * Fetches a page from the address that `reach` names; each redirect is asked for anew. `read` bytes of the text are kept
 * (0: only the head is waited for), or those up to the word `until`. Throws NotReached and what Node throws.
 */
export async function fetchPage(
  address: string,
  { redirects = true, ...way }: Way & Reading & { redirects?: boolean },
): Promise<Page> {
  let url = new URL(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const { location, ...page } = await fetchOnce(url, way);
    if (!redirects || location === undefined) return page;
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next?.protocol !== 'http:' && next?.protocol !== 'https:')
      throw new NotReached('astray', 'It redirects to an address that is not http');
    url = next;
  }
  throw new NotReached('astray', `It redirects more than ${MAX_REDIRECTS} times`);
}

type Reading = { read: number; until?: string | undefined };

async function fetchOnce(url: URL, { reach, signal, onConnect, read, until }: Way & Reading) {
  const secure = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || (secure ? 443 : 80));
  const host = await reach(name, port);
  signal.throwIfAborted();
  return new Promise<Page & { location?: string }>((resolve, reject) => {
    const request = (secure ? https : http).request(
      {
        host,
        port,
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          'user-agent': 'ops-hub-check',
          accept: '*/*',
          'accept-encoding': 'identity',
          connection: 'close',
        },
        ...(secure && isIP(name) === 0 ? { servername: name } : {}),
        agent: false,
        signal,
        maxHeaderSize: 64 * 1024,
      },
      (answer) => {
        const certificateExpiresAt = secure ? expiryOf(answer.socket as TLSSocket) : undefined;
        const { location } = answer.headers;
        const moved = [301, 302, 303, 307, 308].includes(answer.statusCode ?? 0);
        const done = (text: string) => {
          request.destroy();
          resolve({
            status: answer.statusCode ?? 0,
            text,
            ...(certificateExpiresAt ? { certificateExpiresAt } : {}),
            ...(moved && location !== undefined ? { location } : {}),
          });
        };
        if (read === 0 || (moved && location !== undefined)) return done('');
        const body = unpacked(answer);
        const parts: Buffer[] = [];
        let size = 0;
        const finish = () => {
          body.destroy();
          done(Buffer.concat(parts).subarray(0, read).toString());
        };
        const word = Buffer.from(until ?? '');
        // A word may lie across two parts.
        let tail = Buffer.alloc(0);
        body.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          const end = Buffer.concat([tail, part]);
          if (size >= read || (word.length > 0 && end.includes(word))) return finish();
          tail = end.subarray(Math.max(0, end.length - word.length + 1));
        });
        body.on('end', finish);
        answer.on('error', reject);
        // What is packed wrongly says no more than what could be unpacked; the status still counts.
        if (body !== answer) body.on('error', finish);
      },
    );
    request.on('socket', (socket) => socket.once('connect', onConnect));
    request.on('error', reject);
    // Asked for by nobody: Node gives such an answer to a listener of its own, or drops it without a word.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, text: '' });
    });
    request.end();
  });
}

/** By the word of a stranger, so no plain object: that would know `constructor` too. */
const UNPACKERS = new Map<string, () => Transform>([
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
]);

/** Some servers pack whatever they are asked for. */
function unpacked(answer: IncomingMessage): Readable {
  const unpacker = UNPACKERS.get(answer.headers['content-encoding']?.trim().toLowerCase() ?? '')?.();
  return unpacker ? answer.pipe(unpacker) : answer;
}

/** The first of the chain's certificates to expire. */
function expiryOf(socket: TLSSocket): Date | undefined {
  const dates: number[] = [];
  let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (certificate?.valid_to && dates.length < 10) {
    dates.push(Date.parse(certificate.valid_to));
    const issuer: DetailedPeerCertificate | undefined = certificate.issuerCertificate;
    certificate = issuer === certificate ? undefined : issuer;
  }
  const earliest = Math.min(...dates);
  return Number.isFinite(earliest) ? new Date(earliest) : undefined;
}
