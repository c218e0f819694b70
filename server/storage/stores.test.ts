import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startObjectStore } from '../../test/object-store.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { readConfig } from '../config.ts';
import { openStorage } from './open.ts';

/** Requirements of stores other than Amazon's. They refuse or garble everything else. */
type Request = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
const requests: Request[] = [];
const store = withWebTarget((_, response) => response.end());
const KEY = 'images/ab/photo.png';
const PICTURE = Buffer.from('a picture');
const problems: string[] = [];

beforeEach(() => {
  requests.length = 0;
  problems.length = 0;
});
afterEach(() => {
  store.current.answer = (_, response) => response.end();
});

/** Answers the requests in this order. */
function answers(
  ...answer: ((headers: IncomingHttpHeaders) => [status: number, code: string, date?: string])[]
) {
  store.current.answer = (request, response) => {
    const { method = '', url = '', headers } = request;
    void buffer(request).then((body) => {
      requests.push({ method, url, headers, body: body.toString() });
      const [status, code, date] = answer[Math.min(requests.length, answer.length) - 1]?.(headers) ?? [
        200,
        '',
      ];
      const text = code && `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`;
      response
        .writeHead(status, { 'content-type': 'application/xml', etag: '"e"', ...(date && { date }) })
        .end(text);
    });
  };
}
const ok = (): [number, string] => [200, ''];

const open = (settings: Record<string, string> = {}) =>
  openStorage(
    readConfig(
      {
        DATA_DIR: '/nowhere',
        S3_ENDPOINT: store.current.url,
        S3_BUCKET: 'hub',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'word',
        ...settings,
      },
      '',
    ),
    (problem) => problems.push(problem),
  );

test.each([
  ['bytes', () => PICTURE],
  ['a stream', () => Readable.from([PICTURE])],
])(
  'OBJ-01 sends %s in one request with their length, without newer checksums and chunks',
  async (_, bytes) => {
    answers(ok);
    await (await open()).put(KEY, bytes());
    const [put] = requests;
    expect(put?.body).toBe('a picture');
    expect(put?.headers['content-length']).toBe('9');
    expect(put?.headers).not.toHaveProperty('transfer-encoding');
    expect(put?.headers).not.toHaveProperty('content-encoding');
    expect(put?.headers['x-amz-content-sha256']).not.toMatch(/^STREAMING/);
    expect(Object.keys(put?.headers ?? {}).filter((name) => /checksum|trailer|expect/.test(name))).toEqual(
      [],
    );
  },
);

test('OBJ-01 puts the bucket in the path, and uses the configured region', async () => {
  answers(ok);
  await (await open({ S3_REGION: 'auto' })).put(KEY, PICTURE);
  expect(requests[0]).toMatchObject({ method: 'PUT', headers: { host: `127.0.0.1:${store.current.port}` } });
  expect(requests[0]?.url).toMatch(/^\/hub\/images\/ab\/photo\.png/);
  expect(requests[0]?.headers.authorization).toContain('/auto/s3/aws4_request');
});

test('OBJ-01 signs an address with a final slash as the store reads it', async () => {
  const real = await startObjectStore();
  const storage = await open({ ...real.settings, S3_ENDPOINT: `${real.settings['S3_ENDPOINT']}/` });
  await storage.put(KEY, PICTURE);
  const stored = await storage.get(KEY);
  expect(stored && (await buffer(stored.stream)).toString()).toBe('a picture');
  await real.stop();
});

test('OBJ-01 repeats a request with the time of a store whose clock is an hour ahead', async () => {
  const now = Date.now();
  const date = new Date(now + 3_600_000).toUTCString();
  answers(() => [403, 'RequestTimeTooSkewed', date], ok);
  await (await open()).put(KEY, PICTURE);
  const [first = '', second = ''] = requests.map(({ headers }) => String(headers['x-amz-date']));
  expect(requests).toHaveLength(2);
  const hour = (text: string) => Date.parse(text.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  expect(Math.round((hour(second) - hour(first)) / 60_000)).toBe(60);
});

test.each([
  [404, 'NoSuchBucket'],
  [403, 'AccessDenied'],
  [400, 'AuthorizationHeaderMalformed'],
  [501, 'NotImplemented'],
])(
  'OBJ-01 %d %s does not count as a missing picture: the log has the reason, and callers get a 503',
  async (status, code) => {
    answers(() => [status, code]);
    const storage = await open();
    await expect(storage.get(KEY)).rejects.toMatchObject({ refusal: { status: 503 } });
    expect(problems.join()).toContain(code);
  },
);

test.each([
  [507, 'XMinioStorageFull'],
  [409, 'XMinioAdminBucketQuotaExceeded'],
  [403, 'QuotaExceeded'],
  [507, 'SomethingElse'],
])('OBJ-01 %d %s means a full store: callers get a 507 with advice', async (status, code) => {
  answers(() => [status, code]);
  const put = (await open()).put(KEY, PICTURE);
  await expect(put).rejects.toMatchObject({ refusal: { status: 507, code: 'disk_full' } });
  await expect(put).rejects.toThrow(/store of images is full.*administrator/);
  expect(problems.join()).toContain(code);
});

test('OBJ-01 removing a missing object is no error, whichever way the store reports it', async () => {
  for (const answer of [() => [204, ''], () => [404, 'NoSuchKey']] as const) {
    answers(answer as () => [number, string]);
    await (await open()).remove(KEY);
  }
  expect(problems).toEqual([]);
});
