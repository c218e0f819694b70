import { createHash } from 'node:crypto';
import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { objects } from '../../contract/calls/objects.ts';
import { expectRefusal } from '../../test/answers.ts';
import { startTestApp, type Client, type TestApp } from '../../test/app.ts';
import { createTestDatabase } from '../../test/database.ts';
import { startObjectStore, type ObjectStore } from '../../test/object-store.ts';
import { startWebTarget, type WebTarget } from '../../test/web-target.ts';
import { openStorage } from '../storage/open.ts';
import { readConfig } from '../config.ts';
import { checkInstallation } from '../installation.ts';
import { keysOf } from '../secret.ts';
import { s3Storage } from '../storage/s3.ts';

/** What stands between the product and a real store. */
type Lie = 'none' | 'page' | 'page in its length' | 'other bytes' | 'cut' | 'silence';

let store: ObjectStore;
let proxy: WebTarget;
let app: TestApp & { stop(): Promise<void> };
let ann: Client;
let lie: Lie = 'none';
const PAGE = '<!doctype html><title>Sign in</title><form>';

beforeAll(async () => {
  store = await startObjectStore();
  proxy = await startWebTarget((request, response) => void forward(request, response));
  app = await startTestApp({ storage: storage() });
  ann = await app.signedIn();
});
afterEach(() => {
  lie = 'none';
});
afterAll(async () => {
  await app.stop();
  await proxy.close();
  await store.stop();
});

function storage() {
  const {
    S3_BUCKET: bucket = '',
    S3_ACCESS_KEY_ID: id = '',
    S3_SECRET_ACCESS_KEY: secret = '',
  } = store.settings;
  const credentials = { accessKeyId: id, secretAccessKey: secret };
  return s3Storage({ endpoint: proxy.url, bucket, region: 'us-east-1', credentials }, () => undefined, {
    requestMs: 500,
  });
}

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  if (lie === 'silence') return;
  if (lie === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  const { method, url, headers } = request;
  const onward = send(`${store.settings['S3_ENDPOINT']}${url}`, { method, headers }, (answer) => {
    void buffer(answer).then((bytes) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (lie === 'page in its length') response.end(Buffer.from(PAGE.padEnd(bytes.length)));
      else if (lie === 'other bytes') response.end(Buffer.alloc(bytes.length, 7));
      else if (lie === 'cut') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      else response.end(bytes);
    });
  });
  onward.end(body);
}

async function anImage(): Promise<string> {
  const { uploadURL } = await ann.call(objects.requestUpload, {});
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c04' } });
  const answer = await ann.send({
    method: 'PUT',
    url: uploadURL,
    payload: await picture.png().toBuffer(),
    headers: { 'content-type': 'image/png' },
  });
  expect(answer.statusCode).toBe(200);
  return (uploadURL.split('?')[0] ?? '').replace('/api/objects/uploads', '/objects');
}

describe('F14 a store of images that does not return what was stored', () => {
  test.each([
    ['page', 503, 'storage_unavailable'],
    ['page in its length', 502, 'storage_damaged'],
    ['other bytes', 502, 'storage_damaged'],
    ['cut', 503, 'storage_unavailable'],
    ['silence', 503, 'storage_unavailable'],
  ] as const)('%s: %i with a message, and no browser keeps it', async (how, status, code) => {
    const url = await anImage();
    lie = how;
    const answer = await ann.send({ url });
    expectRefusal(answer, status, code);
    expect(answer.headers['cache-control']).toBe('no-store');
    lie = 'none';
    const image = await ann.send({ url });
    expect(image.statusCode).toBe(200);
    expect((await sharp(image.rawPayload).metadata()).width).toBe(300);
  });

  test('a page instead of the reply to an upload stores nothing', async () => {
    const { uploadURL } = await ann.call(objects.requestUpload, {});
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#c04' } });
    const payload = await picture.png().toBuffer();
    const headers = { 'content-type': 'image/png' };
    lie = 'page';
    const answer = await ann.send({ method: 'PUT', url: uploadURL, payload, headers });
    expectRefusal(answer, 503, 'storage_unavailable');
    const sha256 = createHash('sha256').update(payload).digest('hex');
    const stored = await app.database.pool.query('select from objects where sha256 = $1', [sha256]);
    expect(stored.rowCount).toBe(0);
  });

  test('a silent store is asked three times, then calls fail at once', async () => {
    const silent = storage();
    const key = 'images/ab/none.png';
    lie = 'silence';
    for (let n = 0; n < 3; n += 1)
      await expect(silent.get(key)).rejects.toMatchObject({ refusal: { status: 503, retryAfterSeconds: 5 } });
    const hits = proxy.hits.length;
    await expect(silent.get(key)).rejects.toMatchObject({ refusal: { status: 503, retryAfterSeconds: 10 } });
    await expect(silent.put(key, Buffer.from('x'))).rejects.toMatchObject({ refusal: { status: 503 } });
    expect(proxy.hits).toHaveLength(hits);
  });

  test('the start does not wait for a silent store', async () => {
    const database = await createTestDatabase();
    const config = readConfig(
      { DATA_DIR: '/nowhere', ...store.settings, S3_ENDPOINT: proxy.url, SESSION_SECRET: 'x'.repeat(32) },
      '',
    );
    const problems: string[] = [];
    lie = 'silence';
    const parts = { keys: keysOf(config), storage: await openStorage(config, () => undefined) };
    await checkInstallation(database, parts, (problem) => problems.push(problem));
    expect(problems).toEqual([expect.stringContaining('did not respond within 3 s')]);
    await database.drop();
  });
});
