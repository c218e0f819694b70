import Fastify from 'fastify';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { packAnswers } from './packed-answers.ts';

const LONG = Array.from({ length: 100 }, (_, n) => ({ name: `mel-web-${n}`, environment: 'production' }));
const app = Fastify();
packAnswers(app);
app.get('/long', () => LONG);
app.get('/short', () => LONG.slice(0, 2));
app.get('/packed', (_request, reply) => reply.header('content-encoding', 'zstd').send('x'.repeat(5_000)));
afterAll(() => app.close());

const ask = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test('OPS-01 long answers go out packed to whoever takes them so, whole and much smaller', async () => {
  const plain = await ask('/long');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.json()).toEqual(LONG);
  const brotli = await ask('/long', 'gzip, deflate, br');
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(LONG);
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
  const gzip = await ask('/long', 'gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(LONG);
});

test('OPS-01 short answers, packed ones and those for old clients go out as they are', async () => {
  expect((await ask('/short', 'br')).json()).toEqual(LONG.slice(0, 2));
  expect((await ask('/packed', 'br')).headers['content-encoding']).toBe('zstd');
  expect((await ask('/packed', 'br')).body).toBe('x'.repeat(5_000));
  // A cache between may not hand a packed one to others.
  expect((await ask('/long', 'identity')).headers).toMatchObject({ vary: 'accept-encoding' });
  expect((await ask('/long', 'br;q=0, identity')).json()).toEqual(LONG);
});
