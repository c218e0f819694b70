import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp, type Client } from '../../test/app.ts';
import { objects } from '../../contract/calls/objects.ts';
import { pastedText } from '../../contract/calls/pasted-text.ts';
import { servers } from '../../contract/calls/servers.ts';
import { documentShares } from '../../contract/calls/sharing.ts';
import { expectRefusal } from '../../test/answers.ts';

const at = withApp();

const body = (title: string) => ({ title, content: 'Text' });
const create = (client: Client, key: string, title: string) =>
  client.send({
    method: 'POST',
    url: '/api/documents',
    headers: { 'idempotency-key': key },
    payload: body(title),
  });
const titled = async (client: Client, title: string) =>
  (await client.call(documents.list, { query: { q: title } })).filter((item) => item.title === title);
const storedKey = (key: string) => createHash('sha256').update(key).digest('hex');
const keysStored = async (key: string) =>
  (await at.current.database.pool.query('select * from idempotency_keys where key = $1', [storedKey(key)]))
    .rows;

describe('interface: Idempotency-Key', () => {
  test('of twenty equal requests at once one runs, and all get its response', async () => {
    const ann = await at.current.signedIn();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(ann, key, 'Twenty at once')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await titled(ann, 'Twenty at once')).toHaveLength(1);
  });

  test('threat 52 repeats a link that is shown once to its creator, and to nobody who reads the database', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(documents.create, { body: body('Shared once') });
    const share = { params: { id }, body: {}, idempotencyKey: randomUUID() };
    const first = await ann.call(documentShares.create, share);
    expect(await ann.call(documentShares.create, share)).toEqual(first);
    const { rows } = await at.current.database.pool.query<{ row: string; answer: string | null }>(
      "select t::text as row, answer #>> '{}' as answer from idempotency_keys t",
    );
    const stored = rows
      .map(({ row, answer }) => row + Buffer.from(answer ?? '', 'base64').toString('latin1'))
      .join();
    expect(stored).not.toContain(first.url.split('/share/')[1]);
    expect(stored).not.toContain(share.idempotencyKey);
  });

  test('threat 52 the stored response of one account does not open for another', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const first = await create(ann, 'same key', 'Of Ann');
    await create(bob, 'same key', 'Of Ann');
    await at.current.database.pool.query(
      `update idempotency_keys set answer = (select answer from idempotency_keys where user_id = $1)
       where user_id = $2`,
      [ann.user.id, bob.user.id],
    );
    const repeated = await create(bob, 'same key', 'Of Ann');
    expectRefusal(repeated, 500, 'internal_error');
    expect(repeated.body).not.toContain(first.json<{ id: string }>().id);
  });

  test('a repeated call gets the first response with its status, also for a change', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(documents.create, { body: body('Changed once') });
    const change = { params: { id }, body: { content: 'New' }, idempotencyKey: 'same' };
    const first = await ann.call(documents.update, change);
    await ann.call(documents.update, { params: { id }, body: { content: 'Newer' } });
    expect(await ann.call(documents.update, change)).toEqual(first);
    expect((await ann.call(documents.find, { params: { id } })).version).toBe(3);
  });

  test('refuses the same key with another body, address or method', async () => {
    const ann = await at.current.signedIn();
    const first = await create(ann, 'mixed', 'First');
    expectRefusal(await create(ann, 'mixed', 'Second'), 409, 'idempotency_mismatch');
    const headers = { 'idempotency-key': 'mixed' };
    const other = { method: 'POST', url: '/api/knowledge-base', headers, payload: body('First') } as const;
    expectRefusal(await ann.send(other), 409, 'idempotency_mismatch');
    const { id } = first.json<{ id: string }>();
    const put = { method: 'PUT', url: `/api/documents/${id}`, headers, payload: body('First') } as const;
    expectRefusal(await ann.send(put), 409, 'idempotency_mismatch');
    expect(await titled(ann, 'First')).toHaveLength(1);
    expect(await titled(ann, 'Second')).toHaveLength(0);
  });

  test('the same key of another account is a different key', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn();
    const [one, two] = [await create(ann, 'shared', 'Ours'), await create(bob, 'shared', 'Ours')];
    expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
    expect(await titled(ann, 'Ours')).toHaveLength(2);
    expect((await create(ann, 'shared', 'Ours')).body).toBe(one.body);
    expect((await create(bob, 'shared', 'Ours')).body).toBe(two.body);
  });

  test('a refused or failed first call leaves no claim', async () => {
    const ann = await at.current.signedIn();
    const missing = { params: { id: randomUUID() }, body: { title: 'x' }, idempotencyKey: 'failed' };
    await expect(ann.call(documents.update, missing)).rejects.toMatchObject({ status: 404 });
    expect(await keysStored('failed')).toEqual([]);
    await at.current.database.pool.query('alter table audit_entries rename to away');
    expectRefusal(await create(ann, 'failed', 'Second try'), 500, 'internal_error');
    await at.current.database.pool.query('alter table away rename to audit_entries');
    expect(await keysStored('failed')).toEqual([]);
    expect((await create(ann, 'failed', 'Second try')).statusCode).toBe(201);
    expect(await titled(ann, 'Second try')).toHaveLength(1);
  });

  test('after 24 hours the key is new again', async () => {
    const ann = await at.current.signedIn();
    const age = (hours: number) =>
      at.current.database.pool.query(
        `update idempotency_keys set created_at = now() - $1 * interval '1 hour' where key = $2`,
        [hours, storedKey('daily')],
      );
    const first = await create(ann, 'daily', 'Daily');
    await age(23.9);
    expect((await create(ann, 'daily', 'Daily')).body).toBe(first.body);
    await age(24.1);
    expect((await create(ann, 'daily', 'Daily')).body).not.toBe(first.body);
    expect(await titled(ann, 'Daily')).toHaveLength(2);
    expect((await create(ann, 'daily', 'Daily')).json()).not.toEqual(first.json());
  });

  test('a key has at most 200 characters, and an empty one counts as none', async () => {
    const ann = await at.current.signedIn();
    expect((await create(ann, 'k'.repeat(200), 'Long key')).statusCode).toBe(201);
    expectRefusal(await create(ann, 'k'.repeat(201), 'Long key'), 400, 'validation_failed');
    await create(ann, '', 'No key');
    await create(ann, '', 'No key');
    expect(await titled(ann, 'No key')).toHaveLength(2);
  });

  test('an upload that is sent twice is one job', async () => {
    const ann = await at.current.signedIn();
    const file = new File([zipSync({ 'once.md': strToU8('# Once') }) as Uint8Array<ArrayBuffer>], 'once.zip');
    const first = await ann.call(documents.import, { file, idempotencyKey: 'upload' });
    expect(await ann.call(documents.import, { file, idempotencyKey: 'upload' })).toEqual(first);
    const { rows } = await at.current.database.pool.query('select id from jobs');
    expect(rows).toEqual([{ id: first.jobId }]);
  });

  test('F15 the same key with another file is refused, and the first answer stays', async () => {
    const ann = await at.current.signedIn();
    const idempotencyKey = randomUUID();
    // With a time of its own, because two zips of one file differ if a second passes between them.
    const zip = (name: string) =>
      zipSync({ [name]: [strToU8('# Page'), { mtime: '2026-01-02' }] }) as Uint8Array<ArrayBuffer>;
    const send = (content: BlobPart, name = 'pages.zip') =>
      ann.call(documents.import, { file: new File([content], name), idempotencyKey });
    const first = await send(zip('one.md'));
    const kept = () => readdir(join(at.current.config.DATA_DIR, 'objects', 'imports'));
    const before = await kept();
    await expect(send(zip('two.md'))).rejects.toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
    await expect(send(zip('one.md'), 'other.zip')).rejects.toMatchObject({ status: 409 });
    expect(await send(zip('one.md'))).toEqual(first);
    expect(before).toEqual(expect.arrayContaining(await kept()));

    const csv = (row: string, key: string) =>
      ann.call(servers.import, {
        query: {},
        file: new File([`name\n${row}\n`], 'servers.csv'),
        idempotencyKey: key,
      });
    const table = await csv('keyed-1', `${idempotencyKey} csv`);
    await expect(csv('keyed-2', `${idempotencyKey} csv`)).rejects.toMatchObject({ status: 409 });
    expect(await csv('keyed-1', `${idempotencyKey} csv`)).toEqual(table);
    expect(await ann.call(servers.list, { query: { q: 'keyed-' } })).toHaveLength(1);
  });

  test('F15 the same key with other bytes is refused', async () => {
    const ann = await at.current.signedIn();
    const { uploadURL } = await ann.call(objects.requestUpload, {});
    const png = async (width: number) =>
      sharp({ create: { width, height: 8, channels: 3, background: '#000' } })
        .png()
        .toBuffer();
    const headers = { 'idempotency-key': randomUUID(), 'content-type': 'image/png' };
    const put = (payload: Buffer) => ann.send({ method: 'PUT', url: uploadURL, headers, payload });
    const first = await put(await png(8));
    expectRefusal(await put(await png(9)), 409, 'idempotency_mismatch');
    expect((await put(await png(8))).body).toBe(first.body);
  });

  test('a refused upload leaves no claim', async () => {
    const ann = await at.current.signedIn();
    const send = (content: BlobPart) =>
      ann.call(documents.import, { file: new File([content], 'a.zip'), idempotencyKey: 'refused' });
    await expect(send('no zip')).rejects.toMatchObject({ status: 400 });
    expect(await keysStored('refused')).toEqual([]);
    const zip = zipSync({ 'good.md': strToU8('# Good') }) as Uint8Array<ArrayBuffer>;
    expect(await send(zip)).toHaveProperty('jobId');
  });

  test('OPS-03 an upload whose process dies before the response leaves no claim, or is repeated with its response', async () => {
    const ann = await at.current.signedIn();
    const { pool } = at.current.database;
    const file = new File([zipSync({ 'twice.md': strToU8('# T') }) as Uint8Array<ArrayBuffer>], 'twice.zip');
    const send = () => ann.call(documents.import, { file, idempotencyKey: 'died' });
    const jobsOfAnn = async () =>
      (await pool.query('select id from jobs where owner_id = $1', [ann.user.id])).rows;
    // The connection ends with the write, as when the process dies.
    await pool.query(`create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
    await pool.query('create trigger die after insert on jobs execute function die()');
    await expect(send()).rejects.toMatchObject({ status: 503 });
    await pool.query('drop trigger die on jobs');
    expect(await keysStored('died')).toEqual([]);
    const first = await send();
    expect(await send()).toEqual(first);
    expect(await jobsOfAnn()).toEqual([{ id: first.jobId }]);
  });

  test('OPS-03 a CSV file that is sent twice at once is imported once, and both get the same report', async () => {
    const ann = await at.current.signedIn();
    const file = new File(['name\nsent-twice'], 'servers.csv');
    const send = () => ann.call(servers.import, { query: {}, file, idempotencyKey: 'csv' });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one).toMatchObject({ created: 1, unchanged: 0 });
    expect(two).toEqual(one);
  });

  test('a call in steps whose first attempt died without a response can be repeated after a while', async () => {
    const ann = await at.current.signedIn();
    const send = () =>
      ann.call(pastedText.convert, { body: { html: '<b>Text</b>' }, idempotencyKey: 'steps' });
    const first = await send();
    const forget = (minutes: number) =>
      at.current.database.pool.query(
        `update idempotency_keys set status = null, answer = null, created_at = now() - $1 * interval '1 minute'
         where key = $2`,
        [minutes, storedKey('steps')],
      );
    await forget(4);
    await expect(send()).rejects.toMatchObject({ status: 409, body: { code: 'in_progress' } });
    await forget(6);
    expect(await send()).toEqual(first);
  });
});
