import { expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { record } from './record.ts';

const at = withApp();

test('API-05 each filter of the log returns its entries newest first, page by page, with their exact number', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const bob = await at.current.signedIn();
  const { db } = at.current.database;
  const actions = ['page.create', 'page.update', 'page.update', 'pager.call', 'rack.move', 'rack.create'];
  for (let n = 0; n < 60; n++) {
    const action = actions[n % actions.length]!;
    const actor = { userId: n % 4 ? ann.user.id : bob.user.id, name: 'Somebody' };
    await record(db, actor, {
      action: action as AuditAction,
      kind: action.split('.')[0]!,
      subjectId: n % 2 ? ann.user.id : bob.user.id,
    });
  }
  await record(db, { userId: null, name: 'Ops Hub' }, { action: 'rack.clean' as AuditAction, kind: 'rack' });
  const all = (await ann.call(administration.audit, { query: { limit: 200 } })).toSorted(
    (a, b) => b.id - a.id,
  );
  const soon = new Date(Date.now() + 60_000).toISOString();
  const filters = [
    [{}, () => true],
    [{ action: 'page.' }, ({ action }) => action.startsWith('page.')],
    [{ action: 'page.update' }, ({ action }) => action === 'page.update'],
    [{ kind: 'rack' }, ({ kind }) => kind === 'rack'],
    [{ kind: 'rack', action: 'rack.move' }, ({ action }) => action === 'rack.move'],
    [{ kind: 'page', action: 'rack.' }, () => false],
    [{ action: 'nothing.' }, () => false],
    [{ actorId: bob.user.id }, ({ actorId }) => actorId === bob.user.id],
    [
      { actorId: bob.user.id, action: 'rack.' },
      ({ actorId, kind }) => actorId === bob.user.id && kind === 'rack',
    ],
    [
      { subjectId: bob.user.id, kind: 'page' },
      ({ subjectId, kind }) => subjectId === bob.user.id && kind === 'page',
    ],
    [{ action: 'page.', to: soon }, ({ action }) => action.startsWith('page.')],
    [{ action: 'page.', from: soon }, () => false],
  ] as [query: object, holds: (entry: (typeof all)[number]) => boolean][];
  for (const [query, holds] of filters) {
    const expected = all.filter(holds).map(({ id }) => id);
    const shown: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await ann.page(administration.audit, { query: { ...query, limit: 7, cursor } });
      expect({ query, total: page.total }).toEqual({ query, total: expected.length });
      shown.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect({ query, shown }).toEqual({ query, shown: expected });
  }
});

test('API-05 counts the entries of a period exactly, wherever in an hour it begins and ends', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const times = [
    '01:59:59.999',
    '02:00:00.000',
    '02:30:00.000',
    '03:00:00.000',
    '03:59:59.999',
    '04:00:00.000',
    '05:10:00.000',
  ];
  const instants = times.map((time) => `2001-02-03T${time}Z`);
  for (const instant of instants)
    await at.current.database.pool.query(
      `insert into audit_entries (at, actor_id, actor_name, action, kind)
       select $1, $2, 'Ann', action, 'shelf' from unnest(array['shelf.fill', 'shelf.fill', 'shelf.move']) as action`,
      [instant, ann.user.id],
    );
  const ends = [
    ...instants,
    '2001-02-03T02:10:00.000Z',
    '2001-02-03T03:00:00.001Z',
    '2001-02-03T05:00:00.000Z',
  ];
  const last = { from: '9999-12-31T23:59:59Z' };
  expect((await ann.page(administration.audit, { query: last })).total).toBe(0);
  for (const from of ends)
    for (const to of ends.filter((end) => end >= from)) {
      const within = instants.filter((instant) => instant >= from && instant <= to).length;
      const totalOf = async (filter: object) =>
        (await ann.page(administration.audit, { query: { from, to, limit: 1, ...filter } })).total;
      const totals = [
        await totalOf({}),
        await totalOf({ action: 'shelf.move' }),
        await totalOf({ actorId: ann.user.id }),
      ];
      expect({ from, to, totals }).toEqual({ from, to, totals: [3 * within, within, 3 * within] });
    }
});

test('API-02 refuses a time that the database cannot hold, and says what is wrong', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const answer = await ann.send({ url: '/api/admin/audit?from=0000-01-01T00:00:00Z' });
  expectRefusal(answer, 400, 'validation_failed');
  expect(answer.body).toContain('A time is outside of the years that can be stored');
});
