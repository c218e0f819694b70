import { describe, expect, test } from 'vitest';
import { AccountStatus, statusAfter } from '../../../contract/calls/user.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { actorFor, aSession, aUser } from '../../../test/factories.ts';
import { after, STEPS, steps, type Step } from '../../../test/lifecycle-model.ts';
import { Refusal } from '../../http/errors.ts';
import { moveAccount } from './lifecycle.ts';
import { createAccountToken } from '../one-time-tokens.ts';
import { findUser } from '../queries.ts';
import { fc } from '../../../test/properties.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000000' } });

/** Sequences of calls against the whole product. `npm run prove` runs 10,000. */
const SEQUENCES = Number(process.env['LIFECYCLE_SEQUENCES'] ?? 50);

/** Takes one step as people do: by the link in the mail, the approval page, or the user administration. */
function take(step: Step, { admin, id, token }: { admin: Client; id: string; token: string }) {
  if (step === 'verify') return admin.send({ url: `/api/auth/verify-email?token=${token}` });
  if (step === 'approve' || step === 'reject')
    return admin.send({ method: 'POST', url: `/api/admin/${step}-user/${id}` });
  const payload = { active: step === 'reactivate' };
  return admin.send({ method: 'PUT', url: `/api/admin/users/${id}`, payload });
}

/** A repeated step, such as a link that was opened before, succeeds. All other invalid steps return 409. */
function expected(status: AccountStatus, step: Step): number {
  const isDone = step === 'verify' || (step === 'deactivate' ? status !== 'active' : status === 'active');
  if (after(status, step) || (isDone && step !== 'approve' && step !== 'reject')) return 200;
  return 409;
}

describe('AUTH-12 the life cycle of an account', () => {
  test('threat 24 in 10,000 random sequences the table agrees with the model', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let status: AccountStatus = 'pending_verification';
        for (const step of sequence) {
          expect(statusAfter(status, step)).toBe(after(status, step));
          status = statusAfter(status, step) ?? status;
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test('threat 24 no sequence of calls skips or reverts a step, and only active accounts can sign in', async () => {
    const { db } = at.current.database;
    const admin = await at.current.signedIn({ role: 'admin' });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        let status: AccountStatus = 'pending_verification';
        const user = await aUser(db, { accountStatus: status, isEmailVerified: false });
        const token = await createAccountToken(db, 'verify', user.id);
        for (const step of sequence) {
          const session = await at.current.as(user);
          const answer = await take(step, { admin, id: user.id, token });
          expect([status, step, answer.statusCode]).toEqual([status, step, expected(status, step)]);
          const stays = after(status, step) === undefined;
          status = after(status, step) ?? status;
          expect((await findUser(db, user.id))?.accountStatus).toBe(status);
          // Any session works only while the account is active, and ends with it.
          const isIn = status === 'active' && (stays || step === 'approve' || step === 'reactivate');
          expect((await session.send({ url: '/api/auth/user' })).statusCode).toBe(isIn ? 200 : 401);
        }
      }),
      { numRuns: SEQUENCES },
    );
  }, 3_600_000);

  test('threat 24 the database itself refuses every transition that the table does not have', async () => {
    const { db, pool } = at.current.database;
    await aUser(db, { role: 'admin' });
    const move = (id: string, to: AccountStatus) =>
      pool.query('update users set account_status = $2 where id = $1', [id, to]).then(
        () => 'moved',
        ({ code }: { code: string }) => code,
      );
    for (const from of AccountStatus.options) {
      const allowed = new Set(STEPS.map((step) => after(from, step)));
      for (const to of AccountStatus.options) {
        const user = await aUser(db, { accountStatus: from });
        const expected = from === to || allowed.has(to) ? 'moved' : '23514';
        expect([from, to, await move(user.id, to)]).toEqual([from, to, expected]);
        const deleted = await aUser(db, { accountStatus: from, isDeleted: true });
        expect(await move(deleted.id, to)).toBe(from === to ? 'moved' : '23514');
      }
    }
  });

  test('threat 26 of two opposite decisions at the same time one applies', async () => {
    const { db } = at.current.database;
    const admin = actorFor(await aUser(db, { role: 'admin' }));
    for (let n = 0; n < 10; n++) {
      const { id } = await aUser(db, { accountStatus: 'pending_approval' });
      const both = await Promise.all(
        (['approve', 'reject'] as const).map((decision) =>
          db.transaction((tx) => moveAccount(tx, admin, id, decision)),
        ),
      );
      expect(both.filter((moved) => moved instanceof Refusal)).toHaveLength(1);
    }
  });

  test('threat 33 an account that loses access has no session left', async () => {
    const { db, pool } = at.current.database;
    const admin = actorFor(await aUser(db, { role: 'admin' }));
    const user = await aUser(db);
    await aSession(db, user);
    await db.transaction((tx) => moveAccount(tx, admin, user.id, 'deactivate'));
    expect((await pool.query('select 1 from sessions where user_id = $1', [user.id])).rows).toEqual([]);
  });
});
