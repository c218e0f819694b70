import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { objectPath } from '../../contract/calls/objects.ts';
import { withApp } from '../../test/app.ts';
import { aStoredImage } from '../../test/stored-image.ts';
import { DOWNLOAD } from './queries.ts';

const at = withApp();

const anObject = async (ownerId: string, visibility: 'public' | 'private') =>
  objectPath(await aStoredImage(at.current, ownerId, { visibility }));

test('OBJ-02 everybody with a session sees public images, and only the uploader private ones', async () => {
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn();
  const admin = await at.current.signedIn({ role: 'admin' });
  const [open, own] = [await anObject(ann.user.id, 'public'), await anObject(ann.user.id, 'private')];
  const statuses = async (url: string) =>
    Promise.all(
      [ann, bob, admin, at.current.anonymous].map(async (who) => (await who.send({ url })).statusCode),
    );
  expect(await statuses(open)).toEqual([200, 200, 200, 401]);
  expect(await statuses(own)).toEqual([200, 404, 404, 401]);
});

test('OBJ-02 an image has its type and nothing that a browser could run', async () => {
  const ann = await at.current.signedIn();
  const answer = await ann.send({ url: await anObject(ann.user.id, 'public') });
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(answer.rawPayload.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=31536000, immutable',
  });
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('png');
});

test('OBJ-02 threat 66 an attached file is downloaded, never opened by the browser', async () => {
  const ann = await at.current.signedIn();
  const id = await aStoredImage(at.current, ann.user.id, { contentType: DOWNLOAD });
  const { headers } = await ann.send({ url: objectPath(id) });
  expect(headers['content-type']).toBe('application/octet-stream');
  expect(headers['content-disposition']).toMatch(/^attachment;/);
});

test.each([
  ['manual (1).pdf', 'manual%20%281%29.pdf'],
  ['Übersicht.pdf', '%C3%9Cbersicht.pdf'],
  ['../../.ssh/authorized_keys', '.._.._.ssh_authorized_keys'],
  ['C:\\Windows\\x.dll', 'C__Windows_x.dll'],
  ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ['a\r\nSet-Cookie: sid=1', 'a__Set-Cookie_%20sid%3D1'],
  ['a"; filename="b.html', 'a_%3B%20filename%3D_b.html'],
])('F1 the file name %j of a download is one name and nothing else', async (name, sent) => {
  const ann = await at.current.signedIn();
  const id = await aStoredImage(at.current, ann.user.id, { contentType: DOWNLOAD });
  await at.current.database.pool.query('update objects set name = $1 where id = $2', [name, id]);
  const { headers } = await ann.send({ url: objectPath(id) });
  expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${sent}`);
  expect(headers['set-cookie']).toBeUndefined();
});

test('OBJ-02 threat 67 an unknown or malformed id, and an image whose file is missing, are not found', async () => {
  const ann = await at.current.signedIn();
  const lost = await anObject(ann.user.id, 'public');
  await at.current.storage.remove(`images/${lost.slice('/objects/'.length)}.png`);
  for (const url of [
    lost,
    `/objects/${randomUUID()}`,
    '/objects/1',
    '/objects/..%2f..%2fetc%2fpasswd',
    '/objects/%252e%252e%252fetc',
    '/objects/..%5c..%5cetc',
    '/objects/%00',
    '/objects/../objects/1',
    '/objects/',
  ]) {
    const answer = await ann.send({ url });
    expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([url, 404, 'not_found']);
  }
});
