import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { decodeHTMLStrict } from 'entities/decode';
import { asSeen } from '../../contract/shared/fold.ts';
import { asTlsFailure, openSocket, secure, type Route } from './connection.ts';
import { cookieJar } from './cookies.ts';
import { pageDecoder } from './page-text.ts';
import { Unreachable } from './reach.ts';

/**
 * `text` is set for pages that are read completely; `isFound` tells whether the searched word occurs. The certificate
 * is the first to expire on the redirect path, since any expired one blocks access.
 */
export type FetchedPage = { status: number; text: string; isFound: boolean; certificateExpiresAt?: Date };

/** `head`: only the status. `text`: the whole page. A word: until it occurs. */
type PageReading = { read: 'head' | 'text' | { word: string }; accept: string };

const MAX_REDIRECTS = 10;
/** Maximum bytes of an unpacked page. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;
const MAX_ENCODINGS = 5;

/**
 * Fetches a page from the address that `reach` returns. Resolves each redirect anew and sends the cookies set on the
 * way. Throws NotReached, TlsFailed and Node errors.
 */
export async function fetchPage(
  address: string,
  { redirects = true, ...route }: Route & PageReading & { redirects?: boolean },
): Promise<FetchedPage> {
  const jar = cookieJar();
  let url = new URL(address);
  let expires: Date | undefined;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const { location, cookies, ...page } = await fetchOnce(url, route, jar.headersFor(url));
    expires = earlier(expires, page.certificateExpiresAt);
    if (!redirects || location === undefined)
      return expires ? { ...page, certificateExpiresAt: expires } : page;
    jar.keep(cookies, url);
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next?.protocol !== 'http:' && next?.protocol !== 'https:')
      throw new Unreachable('astray', 'It redirects to an address that is not http');
    url = next;
  }
  throw new Unreachable('astray', `It redirects more than ${MAX_REDIRECTS} times`);
}

const earlier = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one && other ? (one < other ? one : other) : (one ?? other);

type Answer = FetchedPage & { location?: string; cookies?: string[] };

async function fetchOnce(url: URL, route: Route & PageReading, cookie: { cookie?: string }): Promise<Answer> {
  const isSecure = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const plain = await openSocket(name, Number(url.port || (isSecure ? 443 : 80)), route);
  const { socket, certificateExpiresAt } = isSecure
    ? await secure(plain, name, route)
    : { socket: plain, certificateExpiresAt: undefined };
  try {
    const answer = await ask(url, socket, route, cookie);
    return certificateExpiresAt ? { ...answer, certificateExpiresAt } : answer;
  } catch (error) {
    throw isSecure ? asTlsFailure(error, plain, name) : error;
  } finally {
    socket.destroy();
  }
}

function ask(
  url: URL,
  socket: Socket,
  route: Route & PageReading,
  cookie: { cookie?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        createConnection: () => socket,
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          'user-agent': 'ops-hub-check',
          accept: route.accept,
          'accept-encoding': 'identity',
          connection: 'close',
          ...cookie,
        },
        signal: route.signal,
        maxHeaderSize: 64 * 1024,
        // Old devices send line ends and characters that the standard forbids. The content is not passed on, so that is
        // safe.
        insecureHTTPParser: true,
      },
      (answer) => {
        const head = { status: answer.statusCode ?? 0, text: '', isFound: false };
        const location = textOfHeader(answer.headers.location);
        if ([301, 302, 303, 307, 308].includes(head.status) && location !== undefined)
          return resolve({ ...head, location, cookies: answer.headers['set-cookie'] ?? [] });
        if (route.read === 'head') return resolve(head);
        answer.on('error', reject);
        const word = route.read === 'text' ? undefined : route.read.word;
        void readBody(answer, word).then((body) => resolve({ ...head, ...body }));
      },
    );
    request.on('error', reject);
    // Unrequested upgrades: Node needs a listener, or it drops the response silently.
    request.on('upgrade', ({ statusCode = 0 }) => resolve({ status: statusCode, text: '', isFound: false }));
    request.end();
  });
}

/** Node decodes headers as Latin-1, but addresses are often raw UTF-8. */
function textOfHeader(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = Buffer.from(header, 'latin1').toString();
  return text.includes('\ufffd') ? header : text;
}

/** Normalises text as displayed: joins lines and unifies look-alike characters. */
const normalised = (text: string): string => asSeen(text).replace(/\s+/g, ' ');

/** Inline elements; all others separate the words around them. */
const INLINE_ELEMENTS =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)$/i;
const TAG = /<\/?([a-z][\w:-]*)(?![\w:-])[^<>]*>/gi;
const withoutTags = (text: string): string =>
  text.replace(TAG, (_, name: string) => (INLINE_ELEMENTS.test(name) ? '' : ' '));

/** Maximum length of an HTML entity such as `&#x1f4a9;`. */
const LONGEST_CHARACTER = 12;
/** Characters of tags and whitespace between the searched words. */
const MARKUP = 2_000;

/** Reads until the word occurs or the limit is reached. A page with damaged compression counts up to the damage. */
function readBody(answer: IncomingMessage, word: string | undefined) {
  return new Promise<{ text: string; isFound: boolean }>((resolve) => {
    const decoder = pageDecoder(answer.headers['content-type'] ?? '');
    const body = decompressed(answer);
    const target = word && normalised(word);
    let bytes = 0;
    let texts: string[] = [];
    const holds = (text: string) => target !== undefined && normalised(text).includes(target);
    // The word may be in the page's source or in its visible text.
    const isFound = () =>
      target !== undefined &&
      texts.some((text) => holds(text) || (/[&<]/.test(text) && holds(decodeHTMLStrict(withoutTags(text)))));
    const finish = () => {
      body.destroy();
      resolve({ text: texts[0] ?? '', isFound: isFound() });
    };
    body.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, MAX_PAGE_BYTES - bytes);
      bytes += part.length;
      const read = decoder.decode(part);
      // Keeps only the end of the text, since the word may span two chunks.
      const kept = (text: string) =>
        word === undefined ? text : text.slice(-LONGEST_CHARACTER * word.length - MARKUP);
      texts = read.texts.map((text, index) => (read.isWhole ? text : kept(texts[index] ?? '') + text));
      if (bytes >= MAX_PAGE_BYTES || isFound()) finish();
    });
    body.on('end', finish);
    body.on('error', finish);
  });
}

/** A Map, because the key comes from the server: a plain object would also contain `constructor`. */
const DECOMPRESSORS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
]);

/** Some servers compress every response, some of them twice. */
function decompressed(answer: IncomingMessage): Readable {
  const packings = (answer.headers['content-encoding'] ?? '').toLowerCase().split(',', MAX_ENCODINGS);
  return packings.toReversed().reduce<Readable>((packed, packing) => {
    if (packing.trim() === 'deflate') return inflated(packed);
    const unpacker = DECOMPRESSORS.get(packing.trim())?.();
    return unpacker ? piped(packed, unpacker) : packed;
  }, answer);
}

function piped(packed: Readable, unpacker: Transform): Readable {
  packed.on('error', (error) => unpacker.destroy(error));
  return packed.pipe(unpacker);
}

/** Many servers omit the zlib header that the standard requires; browsers accept both forms. */
function inflated(packed: Readable): Readable {
  const text = new PassThrough();
  packed.on('error', (error) => text.destroy(error));
  packed.once('readable', () => {
    const first = packed.read() as Buffer | null;
    if (first === null) return text.end();
    packed.unshift(first);
    const hasHeader = (first[0] ?? 0) % 16 === 8;
    const unpacker = piped(packed, hasHeader ? createInflate() : createInflateRaw());
    unpacker.on('error', (error) => text.destroy(error));
    return unpacker.pipe(text);
  });
  return text;
}
