import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import { search } from '../../contract/calls/search.ts';
import { objectPath } from '../../contract/calls/objects.ts';
import { team } from '../../contract/calls/team.ts';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { createObjects, DOWNLOAD } from '../objects/queries.ts';

const at = withApp();
let count = 0;
const someone = (fields: object = {}) => {
  count += 1;
  return { name: `Petra ${count}`, email: `petra-${count}@example.com`, role: 'DevOps Engineer', ...fields };
};

describe('TEAM-02 TEAM-05 members', () => {
  test('TEAM-02 one is added, found, changed and listed by name, with an audit entry for each step', async () => {
    const ann = await at.current.signedIn({ role: 'admin' });
    const made = await ann.call(team.create, {
      body: someone({ name: 'Zoë Quill', department: 'IT Security' }),
    });
    expect(made).toMatchObject({ status: 'active', lastActive: null, department: 'IT Security' });
    const [hit] = await ann.call(search.find, { query: { q: 'zoë quill' } });
    expect(hit).toMatchObject({ kind: 'member', title: 'Zoë Quill', url: `/team?member=${made.id}` });

    const params = { id: made.id };
    const changed = await ann.call(team.update, { params, body: { status: 'inactive', department: '' } });
    expect(changed).toMatchObject({ name: 'Zoë Quill', status: 'inactive', department: null });
    await ann.call(team.create, { body: someone({ name: 'adam Baker' }) });
    const names = (await ann.call(team.list, {})).map(({ name }) => name);
    expect(names.indexOf('adam Baker')).toBeLessThan(names.indexOf('Zoë Quill'));
    const log = await ann.call(administration.audit, { query: { subjectId: made.id } });
    expect(log.map(({ action }) => action)).toEqual(['member.update', 'member.create']);
    expect(log[0]).toMatchObject({ before: { status: 'active' }, after: { status: 'inactive' } });
  });

  test('TEAM-02 a member has the picture that somebody uploaded for them, else that of their account', async () => {
    const ann = await at.current.signedIn();
    const { database } = at.current;
    const account = await at.current.signedIn();
    const made = await ann.call(team.create, { body: someone({ email: account.user.email }) });
    await database.pool.query(`update users set profile_image_url = '/objects/of-account' where id = $1`, [
      account.user.id,
    ]);
    const picture = async (ownerId: string, contentType = 'image/png') => {
      const id = randomUUID();
      await createObjects(database.db, [
        { id, key: `images/${id}`, ownerId, visibility: 'public', contentType, bytes: 1, sha256: id },
      ]);
      return objectPath(id);
    };
    const url = `/api/team-members/${made.id}`;
    const own = await picture(ann.user.id);
    for (const wrong of [
      await picture(account.user.id),
      await picture(ann.user.id, DOWNLOAD),
      'https://elsewhere.example/a.png',
      `${own}?x`,
    ])
      expectRefusal(
        await ann.send({ method: 'PUT', url, payload: { profileImageUrl: wrong } }),
        400,
        'validation_failed',
      );
    const params = { id: made.id };
    expect((await ann.call(team.update, { params, body: { name: 'Other' } })).profileImageUrl).toBe(
      '/objects/of-account',
    );
    expect((await ann.call(team.update, { params, body: { profileImageUrl: own } })).profileImageUrl).toBe(
      own,
    );
    // Another person who saves the dialog keeps the picture.
    expect(
      (await account.call(team.update, { params, body: { name: 'Third', profileImageUrl: own } }))
        .profileImageUrl,
    ).toBe(own);
    expect((await ann.call(team.update, { params, body: { profileImageUrl: null } })).profileImageUrl).toBe(
      '/objects/of-account',
    );
  });

  test('TEAM-05 an e-mail is unique among members, in any case, also with simultaneous requests', async () => {
    const ann = await at.current.signedIn();
    const { email } = await ann.call(team.create, { body: someone() });
    const post = (payload: object) => ann.send({ method: 'POST', url: '/api/team-members', payload });
    const taken = expectRefusal(await post(someone({ email: email.toUpperCase() })), 409, 'email_taken');
    expect(taken.message).toBe(`A team member with the e-mail ${email} exists already.`);
    const twice = someone();
    const both = await Promise.all([post(twice), post(twice)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const other = await ann.call(team.create, { body: someone() });
    const url = `/api/team-members/${other.id}`;
    expectRefusal(await ann.send({ method: 'PUT', url, payload: { email } }), 409, 'email_taken');
    expect((await ann.send({ method: 'PUT', url, payload: { email: other.email } })).statusCode).toBe(200);
  });

  test('TEAM-04 one is removed and can be restored for ten minutes', async () => {
    const ann = await at.current.signedIn();
    const made = await ann.call(team.create, { body: someone({ name: 'Vera Gone' }) });
    const params = { id: made.id };
    const listed = async () => (await ann.call(team.list, {})).some(({ id }) => id === made.id);
    await ann.call(team.remove, { params });
    expect(await listed()).toBe(false);
    expect(await ann.call(search.find, { query: { q: 'vera gone' } })).toEqual([]);
    const url = `/api/team-members/${made.id}`;
    expectRefusal(await ann.send({ method: 'PUT', url, payload: { name: 'x' } }), 404);
    expectRefusal(await ann.send({ method: 'DELETE', url }), 404);
    expect(await ann.call(team.undelete, { params })).toMatchObject({ name: 'Vera Gone' });
    expect(await listed()).toBe(true);
    expect(await ann.call(search.find, { query: { q: 'vera gone' } })).toHaveLength(1);

    await ann.call(team.remove, { params });
    await ann.call(team.create, { body: someone({ email: made.email }) });
    const undo = () => ann.send({ method: 'POST', url: `${url}/undelete` });
    expectRefusal(await undo(), 409, 'email_taken');
    await at.current.database.pool.query('delete from team_members where email = $1 and deleted_at is null', [
      made.email,
    ]);
    await at.current.database.pool.query(
      "update team_members set deleted_at = now() - interval '11 minutes' where id = $1",
      [made.id],
    );
    expectRefusal(await undo(), 404);
  });

  test('TEAM-06 last active follows the account with that e-mail, also after it signed out', async () => {
    const ann = await at.current.signedIn();
    const made = await ann.call(team.create, { body: someone() });
    const { user } = await at.current.signedIn({ email: made.email });
    const login = await at.current.anonymous.send({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: user.email, password: 'Tr4verse!Kelp#Moon' },
    });
    expect(login.statusCode).toBe(200);
    await at.current.database.pool.query('delete from sessions where user_id = $1', [user.id]);
    const [member] = (await ann.call(team.list, {})).filter(({ id }) => id === made.id);
    expect(Date.now() - new Date(member?.lastActive ?? 0).getTime()).toBeLessThan(60_000);
    expect(member?.status).toBe('active');
  });

  test.each([
    ['no name', { name: ' ' }],
    ['too long a name', { name: 'x'.repeat(256) }],
    ['no address', { email: 'petra' }],
    ['two addresses', { email: 'a@example.com,b@example.com' }],
    ['a line break in the address', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['no role', { role: '' }],
    ['an unknown status', { status: 'asleep' }],
  ])('TEAM-04 refuses %s', async (_, fields) => {
    const ann = await at.current.signedIn();
    const answer = await ann.send({ method: 'POST', url: '/api/team-members', payload: someone(fields) });
    expectRefusal(answer, 400, 'validation_failed');
  });

  test('threat 54 a label grants no permission', async () => {
    const ann = await at.current.signedIn();
    const payload = { ...someone({ email: ann.user.email, role: 'System Administrator' }), isAdmin: true };
    await ann.send({ method: 'POST', url: '/api/team-members', payload });
    expect((await ann.send({ method: 'GET', url: '/api/auth/user' })).json()).toMatchObject({ role: 'user' });
    expectRefusal(await ann.send({ method: 'GET', url: '/api/admin/users' }), 403, 'forbidden');
  });
});
