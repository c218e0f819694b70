import { describe, expect, test } from 'vitest';
import { administration } from '../../../contract/calls/administration.ts';
import { documents } from '../../../contract/calls/documents.ts';
import { withApp } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { aDocument, aSession, aUser } from '../../../test/factories.ts';

const at = withApp();
const url = (id: string) => `/api/admin/users/${id}`;

describe('API-05 accounts', () => {
  test('API-05 AUTH-12 an administrator deactivates an account, which ends its sessions at once, and reactivates it', async () => {
    const admin = await at.current.signedIn({ role: 'admin' });
    const ann = await at.current.signedIn();
    const put = (active: boolean) =>
      admin.send({ method: 'PUT', url: url(ann.user.id), payload: { active } });
    expect((await put(false)).json()).toMatchObject({ status: 'deactivated' });
    expect((await ann.send({ method: 'GET', url: '/api/auth/user' })).statusCode).toBe(401);
    expect((await put(true)).json()).toMatchObject({ status: 'active' });
    const found = await admin.call(administration.listUsers, { query: { q: ann.user.email.toUpperCase() } });
    expect(found.map(({ id }) => id)).toEqual([ann.user.id]);
    expect(JSON.stringify(found)).not.toContain('argon2');
    const [own] = await admin.call(administration.listUsers, { query: { q: admin.user.email } });
    expect(own?.lastUsedAt).not.toBeNull();
  });

  test('API-05 threat 26 the last administrator stays, even if two demote each other at the same time', async () => {
    await at.current.database.pool.query("update users set role = 'user'");
    const one = await at.current.signedIn({ role: 'admin' });
    const two = await at.current.signedIn({ role: 'admin' });
    const answers = await Promise.all([
      one.send({ method: 'PUT', url: url(two.user.id), payload: { role: 'user' } }),
      two.send({ method: 'PUT', url: url(one.user.id), payload: { active: false } }),
    ]);
    // The call that comes second finds the last administrator, or its caller is no administrator any more.
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { rows } = await at.current.database.pool.query(
      "select id from users where role = 'admin' and account_status = 'active'",
    );
    expect(rows).toHaveLength(1);
  });

  test.each(['viewer', 'user'])('ACCESS-01 the last administrator cannot become a %s', async (role) => {
    await at.current.database.pool.query("update users set role = 'user'");
    const admin = await at.current.signedIn({ role: 'admin' });
    const answer = await admin.send({ method: 'PUT', url: url(admin.user.id), payload: { role } });
    expectRefusal(answer, 409, 'last_administrator');
  });

  test('API-05 an administrator ends all sessions of an account, and none of another', async () => {
    const admin = await at.current.signedIn({ role: 'admin' });
    const ann = await at.current.signedIn();
    await aSession(at.current.database.db, ann.user);
    expect((await admin.send({ method: 'DELETE', url: `${url(ann.user.id)}/sessions` })).statusCode).toBe(
      204,
    );
    expect((await ann.send({ method: 'GET', url: '/api/auth/user' })).statusCode).toBe(401);
    expect((await admin.send({ method: 'GET', url: '/api/auth/user' })).statusCode).toBe(200);
  });
});

describe('API-05 accounts that their owners deleted', () => {
  test.each([{ active: true }, { role: 'admin' }])(
    'API-05 threat 53 nothing reactivates a deleted account: %o',
    async (payload) => {
      const admin = await at.current.signedIn({ role: 'admin' });
      const { id } = await aUser(at.current.database.db, { accountStatus: 'deactivated', isDeleted: true });
      expectRefusal(await admin.send({ method: 'PUT', url: url(id), payload }), 404, 'not_found');
      const { rows } = await at.current.database.pool.query(
        'select role, account_status from users where id = $1',
        [id],
      );
      expect(rows).toEqual([{ role: 'user', account_status: 'deactivated' }]);
    },
  );
});

describe('API-05 audit log', () => {
  test('API-05 returns entries by filters and pages, newest first', async () => {
    const admin = await at.current.signedIn({ role: 'admin' });
    const ann = await at.current.signedIn();
    const id = await aDocument(at.current.database.db, ann.user);
    await ann.call(documents.update, { params: { id }, body: { title: 'New title' } });
    await ann.call(documents.remove, { params: { id } });
    const first = await admin.page(administration.audit, { query: { subjectId: id, limit: 2 } });
    expect(first.total).toBe(3);
    expect(first.items.map(({ action }) => action)).toEqual(['document.delete', 'document.update']);
    expect(first.items[1]).toMatchObject({
      actorName: 'Ann Smith',
      before: { title: 'Restart the print spooler', version: 1 },
      after: { title: 'New title', version: 2 },
    });
    const query = { subjectId: id, limit: 2, cursor: first.nextCursor };
    const second = await admin.page(administration.audit, { query });
    expect(second.items.map(({ action }) => action)).toEqual(['document.create']);
    expect(second.nextCursor).toBeUndefined();
    const dotted = await admin.call(administration.audit, {
      query: { actorId: ann.user.id, action: 'document.' },
    });
    expect(dotted).toHaveLength(3);
    expect(await admin.call(administration.audit, { query: { subjectId: id, kind: 'account' } })).toEqual([]);
  });

  test('API-05 entries cannot be changed or deleted', async () => {
    const { pool } = at.current.database;
    await expect(pool.query("update audit_entries set action = 'x'")).rejects.toThrow('only ever added');
    await expect(pool.query('delete from audit_entries')).rejects.toThrow('only ever added');
    await expect(pool.query('truncate audit_entries')).rejects.toThrow('only ever added');
  });
});
