import Fastify from 'fastify';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { compressResponses } from './compression.ts';

const rows = (length: number) =>
  Array.from({ length }, (_, n) => ({ name: `mel-web-${n}`, environment: 'production' }));
const LONG = rows(100);
/** Long enough for compression in another thread. */
const LONGER = rows(1_000);
const app = Fastify();
compressResponses(app);
app.get('/long', () => LONG);
app.get('/longer', () => LONGER);
app.get('/short', () => LONG.slice(0, 2));
app.get('/packed', (_request, reply) => reply.header('content-encoding', 'zstd').send('x'.repeat(5_000)));
afterAll(() => app.close());

const ask = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test.each([
  ['/long', LONG],
  ['/longer', LONGER],
])(
  'OPS-01 compresses long responses (%s) for clients that accept it, completely and much smaller',
  async (url, whole) => {
    const plain = await ask(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json()).toEqual(whole);
    const brotli = await ask(url, 'gzip, deflate, br');
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(whole);
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
    const gzip = await ask(url, 'gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(whole);
  },
);

test('OPS-01 sends short responses, compressed ones and those for old clients unchanged', async () => {
  expect((await ask('/short', 'br')).json()).toEqual(LONG.slice(0, 2));
  expect((await ask('/packed', 'br')).headers['content-encoding']).toBe('zstd');
  expect((await ask('/packed', 'br')).body).toBe('x'.repeat(5_000));
  // A shared cache must not send a compressed reply to other clients.
  expect((await ask('/long', 'identity')).headers).toMatchObject({ vary: 'accept-encoding' });
  expect((await ask('/long', 'br;q=0, identity')).json()).toEqual(LONG);
});
