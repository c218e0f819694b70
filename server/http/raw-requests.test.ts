import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { withApp } from '../../test/app.ts';

const at = withApp();
let port = 0;

beforeAll(async () => {
  await at.current.app.listen({ port: 0, host: '127.0.0.1' });
  port = (at.current.app.server.address() as AddressInfo).port;
});

/** Sends raw bytes. Resolves with the complete response once the server closes the connection. */
async function exchange(sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(sent, 'latin1');
  await once(socket, 'close');
  return received;
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);

/** A second request that follows each first one. The server must not answer it to the sender of the first. */
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const login = (headers: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

describe('threat 95 requests whose end two programs can see in different places', () => {
  test.each([
    ['a length and chunks', login('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
    ['chunks and a length', login('Transfer-Encoding: chunked\r\nContent-Length: 4', '0\r\n\r\n')],
    ['two lengths', login('Content-Length: 2\r\nContent-Length: 40', '{}')],
    ['a list of lengths', login('Content-Length: 2, 40', '{}')],
    ['a length with a sign', login('Content-Length: +2', '{}')],
    ['a length in another base', login('Content-Length: 0x2', '{}')],
    ['a blank before the colon', login('Content-Length : 2', '{}')],
    ['an invalid encoding', login('Transfer-Encoding: xchunked', '0\r\n\r\n')],
    ['chunks that are not last', login('Transfer-Encoding: chunked, identity', '0\r\n\r\n')],
    ['a folded header', login('X: a\r\n b: c\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 2', '{}')],
    ['an invalid size of a chunk', login('Transfer-Encoding: chunked', 'x2\r\n{}\r\n0\r\n\r\n')],
    ['a bare line feed as the end of a chunk', login('Transfer-Encoding: chunked', '2\n{}\n0\n\n')],
    ['a NUL in a header', login('X: a\0b\r\nContent-Length: 2', '{}')],
  ])('threat 95 refuses %s and reads nothing after it', async (_, request) => {
    expect(statusesIn(await exchange(request + HIDDEN))).toEqual(['400']);
  });

  test('answers the same two requests without the trick', async () => {
    const good = HIDDEN.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    expect(statusesIn(await exchange(login('Content-Length: 2', '{}') + good))).toEqual(['400', '200']);
  });
});

describe('threat 94 oversized requests', () => {
  test.each([
    ['17 KiB of headers', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`],
    ['an address of 17 KiB', `GET /${'x'.repeat(17 * 1024)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ])('refuses %s with 431', async (_, request) => {
    expect(statusesIn(await exchange(request))).toEqual(['431']);
  });

  test('cuts a connection with a hundred pipelined requests; answers a few at once', async () => {
    expect(statusesIn(await exchange(HIDDEN.repeat(100))).length).toBeLessThan(5);
    const last = HIDDEN.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    expect(statusesIn(await exchange(HIDDEN.repeat(3) + last))).toEqual(Array(4).fill('200'));
  });

  test('refuses data that is not HTTP', async () => {
    expect(statusesIn(await exchange('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'))).toEqual(['400']);
  });
});
