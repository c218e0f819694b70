import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountStatus } from '../../contract/accounts.ts';
import { withDatabase } from '../../test/database.ts';
import { actorFor, aSession, aUser } from '../../test/factories.ts';
import { Refusal } from '../errors.ts';
import { moveAccount } from './lifecycle.ts';
import type { AccountEvent } from './lifecycle.ts';
import { findUser } from './queries.ts';

const database = withDatabase();

/** The same rules written another way: what each status may become by each event. */
const MODEL: Record<AccountStatus, Partial<Record<AccountEvent, AccountStatus>>> = {
  pending_verification: { verify: 'pending_approval' },
  pending_approval: { approve: 'active', reject: 'rejected' },
  active: { deactivate: 'deactivated' },
  rejected: { reactivate: 'active' },
  deactivated: { reactivate: 'active' },
};

const event = fc.constantFrom<AccountEvent>('verify', 'approve', 'reject', 'deactivate', 'reactivate');

test('AUTH-12 no sequence of events leaves the life of an account', async () => {
  const admin = actorFor(await aUser(database.db, { role: 'admin' }));
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
      const { id } = await aUser(database.db, {
        accountStatus: 'pending_verification',
        isEmailVerified: false,
      });
      let status: AccountStatus = 'pending_verification';
      for (const next of events) {
        const to: AccountStatus | undefined = MODEL[status][next];
        const moved = await database.db.transaction((tx) => moveAccount(tx, admin, id, next));
        expect(moved instanceof Refusal).toBe(to === undefined);
        status = to ?? status;
        expect((await findUser(database.db, id))?.accountStatus).toBe(status);
      }
    }),
    { numRuns: 60 },
  );
});

test('AUTH-12 of two opposite decisions at once one counts', async () => {
  const admin = actorFor(await aUser(database.db, { role: 'admin' }));
  for (let n = 0; n < 10; n++) {
    const { id } = await aUser(database.db, { accountStatus: 'pending_approval' });
    const both = await Promise.all(
      (['approve', 'reject'] as const).map((decision) =>
        database.db.transaction((tx) => moveAccount(tx, admin, id, decision)),
      ),
    );
    expect(both.filter((moved) => moved instanceof Refusal)).toHaveLength(1);
  }
});

test('AUTH-12 who is no longer let in has no session left', async () => {
  const admin = actorFor(await aUser(database.db, { role: 'admin' }));
  const user = await aUser(database.db);
  await aSession(database.db, user);
  await database.db.transaction((tx) => moveAccount(tx, admin, user.id, 'deactivate'));
  const { rows } = await database.pool.query('select 1 from sessions where user_id = $1', [user.id]);
  expect(rows).toEqual([]);
});
