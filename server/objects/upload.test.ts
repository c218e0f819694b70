import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { MAX_IMAGE_BYTES, objects } from '../../contract/calls/objects.ts';
import { expectRefusal } from '../../test/answers.ts';
import { startTestApp, withApp, type Client } from '../../test/app.ts';
import { startObjectStore } from '../../test/object-store.ts';
import { readConfig } from '../config.ts';
import { objectUploads } from '../db/schema.ts';
import { openStorage } from '../storage/open.ts';
import { createObjects } from './queries.ts';

const at = withApp();

const picture = (width = 40, background = 'red') =>
  sharp({ create: { width, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
const uploadUrl = async (who: Client) => (await who.call(objects.requestUpload, {})).uploadURL;
const put = (who: Client, url: string, payload: Buffer, type = 'image/png') =>
  who.send({ method: 'PUT', url, payload, headers: { 'content-type': type } });
const publish = (who: Client, imageURL: string, visibility = 'public') =>
  who.send({ method: 'PUT', url: objects.publish.path, payload: { imageURL, visibility } });
const statusFor = async (who: Client, url: string) => (await who.send({ url })).statusCode;

describe('OBJ-01 uploads', () => {
  test('OBJ-01 an image is uploaded to its address, and everybody sees it once it is public', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const uploadURL = await uploadUrl(ann);
    expect(uploadURL).toMatch(/^\/api\/objects\/uploads\/[\da-f-]{36}\?token=/);
    const stored = await put(ann, uploadURL, await picture());
    expect([stored.statusCode, stored.json()]).toEqual([200, { width: 40, height: 20 }]);

    const path = `/objects/${/uploads\/([\da-f-]{36})/.exec(uploadURL)?.[1]}`;
    expect([await statusFor(ann, path), await statusFor(bob, path)]).toEqual([200, 404]);
    const published = await publish(ann, uploadURL);
    expect([published.statusCode, published.json()]).toEqual([200, { objectPath: path }]);
    expect([await statusFor(bob, path), await statusFor(at.current.anonymous, path)]).toEqual([200, 401]);
    const { rows } = await at.current.database.pool.query<{ action: string }>(
      'select action from audit_entries where actor_id = $1 order by id',
      [ann.user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['object.upload', 'object.publish']);
  });

  test('OBJ-01 accepts the full address, the address without its token, and the path of the image', async () => {
    const ann = await at.current.signedIn();
    const uploadURL = await uploadUrl(ann);
    await put(ann, uploadURL, await picture());
    const bare = uploadURL.split('?')[0]!;
    const path = bare.replace('/api/objects/uploads', '/objects');
    for (const imageURL of [bare, path, `http://localhost:3000${uploadURL}`])
      expect((await publish(ann, imageURL)).json()).toEqual({ objectPath: path });
  });
});

describe('OBJ-02 guards of uploads', () => {
  test('threat 68 an address accepts one upload of its own account until it expires', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const bytes = await picture();
    const once = await uploadUrl(ann);
    const both = await Promise.all([put(ann, once, bytes), put(ann, once, bytes)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expectRefusal(await put(ann, once, bytes), 403, 'upload_closed');
    // A closed address does not even read the file.
    expectRefusal(await put(ann, once, Buffer.from('no image')), 403, 'upload_closed');

    const open = await uploadUrl(ann);
    expectRefusal(await put(bob, open, bytes), 403, 'upload_closed');
    expectRefusal(await put(ann, open.replace(/token=./, 'token='), bytes), 403, 'upload_closed');
    expectRefusal(await put(ann, open.split('?')[0]!, bytes), 403, 'upload_closed');
    expectRefusal(await put(ann, open.replace(/[\da-f-]{36}/, randomUUID()), bytes), 403, 'upload_closed');
    const { rows } = await at.current.database.pool.query(
      "select expires_at <= now() + interval '5 minutes' as is_short from object_uploads where owner_id = $1",
      [ann.user.id],
    );
    expect(rows).toEqual([{ is_short: true }]);
    await at.current.database.db.update(objectUploads).set({ expiresAt: sql`now() - interval '1 second'` });
    expectRefusal(await put(ann, open, bytes), 403, 'upload_closed');
  });

  test('threat 66 refuses files of other types, whatever type they declare', async () => {
    const ann = await at.current.signedIn();
    const url = await uploadUrl(ann);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const others: [Buffer, string][] = [
      [Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
      [svg, 'image/svg+xml'],
      [svg, 'image/png'],
      [Buffer.from('%PDF-1.7'), 'image/jpeg'],
      [Buffer.from('GIF89a=1;alert(1)'), 'image/gif'],
      [Buffer.from('{"a":1}'), 'application/json'],
      [Buffer.alloc(0), 'image/png'],
    ];
    for (const [bytes, type] of others)
      expectRefusal(await put(ann, url, bytes, type), 415, 'unsupported_media_type');
    // A refused upload does not use up the address. The declared type does not matter.
    expect((await put(ann, url, await picture(), 'text/html')).statusCode).toBe(200);
    const shown = await ann.send({ url: url.replace('/api/objects/uploads', '/objects') });
    expect(shown.headers['content-type']).toBe('image/png');
  });

  test('threat 68 threat 69 too many bytes and too many pixels are too large', async () => {
    const ann = await at.current.signedIn();
    const bomb = await picture();
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    for (const bytes of [Buffer.alloc(MAX_IMAGE_BYTES + 1), bomb]) {
      const answer = await put(ann, await uploadUrl(ann), bytes);
      expectRefusal(answer, 413, 'too_large');
      expect(answer.json<{ message: string }>().message).toContain('too large');
    }
  });

  test('threat 70 limits the storage of an account', async () => {
    const ann = await at.current.signedIn();
    const url = await uploadUrl(ann);
    const rows = [2e9, 2e9, 5 * 1024 ** 3 - 4e9].map((bytes) => {
      const id = randomUUID();
      return {
        id,
        ownerId: ann.user.id,
        key: `images/${id}.png`,
        contentType: 'image/png',
        bytes,
        sha256: id,
      };
    });
    await createObjects(at.current.database.db, rows);
    expectRefusal(await put(ann, url, await picture()), 413, 'quota_exceeded');
    const data = `![](data:image/png;base64,${(await picture(7)).toString('base64')})`;
    const payload = { title: 'Full', content: data };
    expectRefusal(await ann.send({ method: 'POST', url: '/api/documents', payload }), 413, 'quota_exceeded');
  });

  test('threat 70 limits how often an account asks for an address', async () => {
    const ann = await at.current.signedIn();
    await uploadUrl(ann);
    await at.current.database.pool.query('update rate_limits set count = 1200');
    expectRefusal(
      await ann.send({ method: 'POST', url: objects.requestUpload.path }),
      429,
      'too_many_requests',
    );
    await at.current.database.pool.query('delete from rate_limits');
  });

  test('threat 56 an account can publish only its own images', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const uploadURL = await uploadUrl(ann);
    await put(ann, uploadURL, await picture());
    const path = uploadURL.split('?')[0]!.replace('/api/objects/uploads', '/objects');
    for (const imageURL of [uploadURL, path]) expectRefusal(await publish(bob, imageURL), 404, 'not_found');
    expect(await statusFor(bob, path)).toBe(404);
    expectRefusal(await publish(ann, await uploadUrl(ann)), 404, 'not_found');
    const foreign = [
      `http://evil.example${path}`,
      `//evil.example${path}`,
      `javascript:${path}`,
      '../../etc/passwd',
      `/objects/../api/logout`,
      `${path}/..%2f..`,
      'x',
      '',
    ];
    for (const imageURL of foreign) expectRefusal(await publish(ann, imageURL), 400, 'validation_failed');
    expectRefusal(await publish(ann, path, 'world'), 400, 'validation_failed');
  });
});

test('OPS-02 OBJ-01 two nodes share their images by a bucket, and report when it is unavailable', async () => {
  const store = await startObjectStore();
  const config = readConfig({ DATA_DIR: '/nowhere', ...store.settings }, '');
  const other = await startTestApp({
    database: { ...at.current.database, drop: async () => undefined },
    storage: await openStorage(config, () => undefined),
  });
  const third = await startTestApp({
    database: { ...at.current.database, drop: async () => undefined },
    storage: await openStorage(config, () => undefined),
  });
  try {
    const ann = await other.signedIn();
    const elsewhere = await third.as(ann.user);
    const url = await uploadUrl(ann);
    expect((await put(elsewhere, url, await picture())).statusCode).toBe(200);
    const path = url.split('?')[0]!.replace('/api/objects/uploads', '/objects');
    expect((await sharp((await ann.send({ url: path })).rawPayload).metadata()).width).toBe(40);

    await store.stop();
    const late = await uploadUrl(ann);
    expectRefusal(await put(ann, late, await picture()), 503, 'storage_unavailable');
    const stored = 'select 1 from objects where owner_id = $1';
    expect((await at.current.database.pool.query(stored, [ann.user.id])).rowCount).toBe(1);
    expectRefusal(await ann.send({ url: path }), 503, 'storage_unavailable');
    // Saving a text without images does not need the storage.
    expect((await ann.call(documents.create, { body: { title: 'Saved', content: 'x' } })).version).toBe(1);
  } finally {
    await other.stop();
    await third.stop();
  }
});
