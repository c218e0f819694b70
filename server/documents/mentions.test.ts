import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { MENTION_PATH } from '../../contract/shared/mentions.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

test('SHELL-09 an @ mention notifies the person once, in the version in which it is new', async () => {
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn({ firstName: 'Bob', lastName: 'Jones' });
  const gone = await at.current.signedIn({ accountStatus: 'deactivated' });
  const mark = ({ user }: typeof ann) => `[@${user.firstName}](${MENTION_PATH}${user.id})`;
  const titlesOf = async (who: typeof ann) =>
    (await who.call(notifications.list, {})).map(({ title }) => title);

  const content = `Ask ${mark(ann)} or ${mark(ann)}, not ${mark(bob)}, ${mark(gone)} or [@x](${MENTION_PATH}1)`;
  const { id } = await bob.call(documents.create, { body: { title: 'On call', content } });
  expect(await titlesOf(ann)).toEqual(['Bob Jones named you in "On call"']);
  expect((await ann.call(notifications.list, {}))[0]).toMatchObject({
    kind: 'mention',
    link: `/knowledge-base/${id}`,
  });
  expect(await titlesOf(bob)).toEqual([]);
  const save = (text: string) => bob.call(documents.update, { params: { id }, body: { content: text } });
  await save(`${content} again`);
  expect(await titlesOf(ann)).toHaveLength(1);
  await save('Nobody');
  await save(`\`\`\`\n${mark(ann)}\n\`\`\``);
  expect(await titlesOf(ann)).toHaveLength(1);
  await save(`Back: ${mark(ann)}`);
  expect(await titlesOf(ann)).toHaveLength(2);
  const { rows } = await at.current.database.pool.query(
    'select user_id from notifications where user_id = $1',
    [gone.user.id],
  );
  expect(rows).toEqual([]);
});
