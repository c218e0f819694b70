import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { administration, type AuditEntry } from '../../contract/calls/administration.ts';
import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { listInPortions } from './queries.ts';
import { record } from './record.ts';

const at = withApp();
const PATH = administration.exportAudit.path;

const fill = (count: number, action: string) =>
  at.current.database.pool.query(
    `insert into audit_entries (actor_name, action, kind, after)
     select 'Ann', $2, 'shelf', jsonb_build_object('n', n) from generate_series(1, $1) n`,
    [count, action],
  );

test('ACCESS-31 exports the entries of a filter as JSON lines, newest first, across many portions', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  await fill(1_234, 'shelf.fill');
  await fill(7, 'shelf.move');
  const answer = await ann.send({ url: `${PATH}?format=jsonl&action=shelf.fill` });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition': 'attachment; filename="audit-log.jsonl"',
  });
  const lines = answer.body.trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
  expect(entries.map(({ after }) => after)).toEqual(
    Array.from({ length: 1_234 }, (_, n) => ({ n: 1_234 - n })),
  );
  const [first] = await ann.call(administration.audit, { query: { action: 'shelf.fill', limit: 1 } });
  expect(entries[0]).toEqual(first);
  const all = await ann.send({ url: `${PATH}?format=jsonl&action=shelf.` });
  expect(all.body.trimEnd().split('\n')).toHaveLength(1_241);
});

test('ACCESS-31 exports CSV in which no spreadsheet finds a formula', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const { db } = at.current.database;
  const formula = '=HYPERLINK("http://evil.example","x")';
  await record(
    db,
    { userId: ann.user.id, name: formula },
    {
      action: '@sum' as AuditAction,
      kind: '+1',
      subjectId: ann.user.id,
      before: formula,
      after: { title: 'two\nlines, "quoted"' },
    },
  );
  const answer = await ann.send({ url: `${PATH}?format=csv&action=%40sum` });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const rows = parse(answer.body, { bom: true }) as string[][];
  expect(rows).toHaveLength(2);
  const row = Object.fromEntries(rows[0]!.map((column, index) => [column, rows[1]![index]]));
  expect(row).toEqual({
    id: expect.stringMatching(/^\d+$/),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    actorId: ann.user.id,
    actorName: `'${formula}`,
    action: "'@sum",
    kind: "'+1",
    subjectId: ann.user.id,
    before: `'${formula}`,
    after: JSON.stringify({ title: 'two\nlines, "quoted"' }),
  });
});

test('ACCESS-31 reads the next portion only when the last one was taken, so that memory holds one', async () => {
  await fill(1_600, 'crate.fill');
  const portions = listInPortions(at.current.database.db, { action: 'crate.fill' });
  const sizes: number[] = [];
  for await (const entries of portions) {
    sizes.push(entries.length);
    // Newer than the first entry of the export.
    await fill(1, 'crate.fill');
  }
  expect(sizes).toEqual([500, 500, 500, 100]);
});

test('ACCESS-31 only administrators export, and a wrong filter is refused before the file begins', async () => {
  const [ann, bob] = [await at.current.signedIn({ role: 'admin' }), await at.current.signedIn()];
  expectRefusal(await bob.send({ url: `${PATH}?format=csv` }), 403);
  expectRefusal(await ann.send({ url: PATH }), 400, 'validation_failed');
  expectRefusal(await ann.send({ url: `${PATH}?format=xlsx` }), 400, 'validation_failed');
  expectRefusal(await ann.send({ url: `${PATH}?format=csv&from=yesterday` }), 400, 'validation_failed');
});
