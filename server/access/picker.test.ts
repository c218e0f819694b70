import { expect, test } from 'vitest';
import { readers as calls } from '../../contract/calls/readers.ts';
import { withApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';
import { restrictedWorld } from '../../test/restricted-world.ts';

const at = withApp();

test('ACCESS-21 everybody learns which people and groups there are, and how many a change affects', async () => {
  const { owner, member, editor, viewer, group, readers } = await restrictedWorld(at.current);
  await aUser(at.current.database.db, { firstName: 'Former', accountStatus: 'deactivated' });
  const { people, groups } = await viewer.call(calls.list, {});
  expect(people.map(({ name }) => name)).toEqual([
    'Ada Admin',
    'Ed Editor',
    'Gil Group',
    'Olga Owner',
    'Vic Viewer',
  ]);
  expect(groups).toEqual([{ id: group.id, name: group.name, members: 1 }]);
  const own = `person:${owner.user.id}`;
  const preview = (before: string[] | null, after: string[] | null) =>
    editor.call(calls.preview, { body: { before, after } });
  expect(await preview(null, [...readers, own])).toEqual({
    readers: 2,
    losing: 3,
    names: ['Ada Admin', 'Ed Editor', 'Vic Viewer'],
  });
  expect(await preview([...readers, own], [own, 'admins'])).toEqual({
    readers: 2,
    losing: 1,
    names: ['Gil Group'],
  });
  expect(await preview([own], null)).toEqual({ readers: 5, losing: 0, names: [] });
  expect(await preview([`person:${member.user.id}`, ...readers], readers)).toMatchObject({ losing: 0 });
});
