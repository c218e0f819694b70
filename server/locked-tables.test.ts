import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../contract/calls/documents.ts';
import { startTestApp, type Client, type TestApp } from '../test/app.ts';
import { createTestDatabase } from '../test/database.ts';

let app: TestApp & { stop(): Promise<void> };
let person: Client;
let documentId: string;

beforeAll(async () => {
  const database = await createTestDatabase();
  // Shorter than the real limit, which open.test.ts checks.
  database.pool.on('connect', (client) => void client.query(`set lock_timeout to '50ms'`));
  app = await startTestApp({ database });
  person = await app.signedIn();
  const body = { title: 'Written before', content: 'Text' };
  documentId = (await person.call(documents.create, { body })).id;
});
afterAll(() => app.stop());

/** Calls that write many tables in one transaction. `key` keeps names apart. */
const SAVES: Record<string, (key: string) => InjectOptions> = {
  'create a document': (key) => ({
    method: 'POST',
    url: '/api/documents',
    payload: { title: key, content: `[Other](/documents/${documentId}) ![](/objects/${documentId})` },
    headers: { 'idempotency-key': key },
  }),
  'save a document': (key) => ({
    method: 'PUT',
    url: `/api/documents/${documentId}`,
    payload: { content: `Text of ${key}` },
  }),
  'create a server': (key) => ({ method: 'POST', url: '/api/servers', payload: { name: key } }),
  'share a document': () => ({ method: 'POST', url: `/api/documents/${documentId}/shares`, payload: {} }),
  'create a team member': (key) => ({
    method: 'POST',
    url: '/api/team-members',
    payload: { name: key, email: `${key.replaceAll('_', '-')}@example.com`, role: 'Manager' },
  }),
};

test.each(Object.entries(SAVES))(
  'F10 %s while another session locks one of its tables: 503, whichever table it is',
  { timeout: 120_000 },
  async (_, save) => {
    const { rows: tables } = await app.database.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    );
    expect(tables.length).toBeGreaterThan(30);
    const other = app.database.newClient();
    await other.connect();
    const statuses: Record<string, number> = {};
    for (const { name } of tables) {
      await other.query(`begin; lock table ${name} in access exclusive mode`);
      const answer = await person.send(save(name));
      statuses[name] = answer.statusCode;
      expect('retry-after' in answer.headers).toBe(answer.statusCode === 503);
      await other.query('rollback');
    }
    await other.end();
    const refused = Object.keys(statuses).filter((name) => statuses[name] === 503);
    expect(Object.entries(statuses).filter(([, status]) => status >= 300 && status !== 503)).toEqual([]);
    expect(refused).toEqual(expect.arrayContaining(['audit_counts', 'audit_entries', 'users']));
  },
);
