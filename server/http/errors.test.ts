import { describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { isDatabaseUnavailable } from './errors.ts';

const at = withApp();

/** Runs while the database has no table of this name. */
async function withoutTable<T>(name: string, run: () => Promise<T>): Promise<T> {
  const { pool } = at.current.database;
  await pool.query(`alter table ${name} rename to away`);
  try {
    return await run();
  } finally {
    await pool.query(`alter table away rename to ${name}`);
  }
}

describe('threat 93 an unexpected error', () => {
  test('is a 500 without SQL or stack, and the log contains its reference', async () => {
    const ann = await at.current.signedIn();
    const answer = await withoutTable('search_entries', () =>
      ann.send({ url: '/api/documents?q=hush-hush' }),
    );
    const { message } = expectRefusal(answer, 500, 'internal_error');
    const reference = /Reference: (\S+)$/.exec(message)?.[1];
    const line = at.current.logLines.find((text) => text.includes(`"reqId":"${reference}"`));
    expect(line).toContain('search_entries');
    expect(line).not.toContain('hush-hush');
  });

  test('rolls back its transaction', async () => {
    const ann = await at.current.signedIn();
    const payload = { title: 'Half written', content: 'Text' };
    const answer = await withoutTable('audit_entries', () =>
      ann.send({ method: 'POST', url: '/api/documents', payload }),
    );
    expectRefusal(answer, 500, 'internal_error');
    const { rows } = await at.current.database.pool.query(
      `select 1 from documents where title = $1 union all select 2 from document_versions where title = $1
       union all select 3 from search_entries where title = $1`,
      [payload.title],
    );
    expect(rows).toEqual([]);
  });
});

describe('API-01 invalid input', () => {
  test('names every invalid field with its error', async () => {
    const ann = await at.current.signedIn();
    const payload = { title: ' ', tags: ['ok', 7], templateType: 'word', excerpt: 'x'.repeat(2_001) };
    const answer = await ann.send({ method: 'POST', url: '/api/documents', payload });
    const { message, fields } = expectRefusal(answer, 400, 'validation_failed');
    expect(Object.keys(fields ?? {}).toSorted()).toEqual([
      'content',
      'excerpt',
      'tags.1',
      'templateType',
      'title',
    ]);
    expect(fields?.['title']).toBe('Title is required');
    expect(message).toBe('title: Title is required');
  });
});

describe('errors that mean that the database is unavailable', () => {
  test.each([
    { syscall: 'connect', code: 'ECONNREFUSED' },
    { syscall: 'connect', code: 'ENOENT' },
    { code: 'ECONNREFUSED', errors: [{ syscall: 'connect' }] },
    { syscall: 'read', code: 'ECONNRESET' },
    { syscall: 'write', code: 'EPIPE' },
    { code: '57P01' },
    { code: '57P03' },
    { code: '53300' },
    { code: '08006' },
    { message: 'timeout exceeded when trying to connect' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'Client has encountered a connection error and is not queryable' },
  ])('%j', (cause) => {
    expect(isDatabaseUnavailable(Object.assign(new Error('x'), cause))).toBe(true);
    expect(isDatabaseUnavailable(Object.assign(new Error('Failed query'), { cause }))).toBe(true);
  });

  test.each([{ code: '23505' }, { code: '57014' }, { syscall: 'open', code: 'ENOENT' }, {}])(
    'not %j',
    (cause) => {
      expect(isDatabaseUnavailable(Object.assign(new Error('x'), cause))).toBe(false);
    },
  );

  test('every call of a list returns 503 with Retry-After, then works again', async () => {
    const ann = await at.current.signedIn();
    const { pool } = at.current.database;
    const connect = pool.connect.bind(pool);
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
    pool.connect = () => Promise.reject(refused);
    pool.query = () => Promise.reject(refused) as never;
    for (const url of ['/api/documents', '/api/jobs/6d9fbd2c-8b1f-4b5c-9a0e-2f0f3ab4cd11', '/readyz']) {
      const answer = await ann.send({ url });
      expectRefusal(answer, 503, 'unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    pool.connect = connect;
    Reflect.deleteProperty(pool, 'query');
    expect(await ann.call(documents.list, {})).toEqual([]);
  });
});
