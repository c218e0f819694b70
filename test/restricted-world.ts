import { documents, type DocumentInput } from '../contract/calls/documents.ts';
import { groups } from '../contract/calls/groups.ts';
import { groupReader } from '../contract/shared/readers.ts';
import type { Client, TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

export type Person = Client & { user: TestUser };

/** Words that occur in the restricted document alone. */
export const SECRET = {
  title: 'Zanzibar vault',
  word: 'quokkaword',
  tag: 'zebracrossing',
  category: 'Wombats',
};

/** People around a restricted document: only its owner and the members of a group may read it. */
export async function restrictedWorld(app: TestApp) {
  const [owner, member, editor, admin, viewer] = [
    await app.signedIn({ firstName: 'Olga', lastName: 'Owner' }),
    await app.signedIn({ firstName: 'Gil', lastName: 'Group' }),
    await app.signedIn({ firstName: 'Ed', lastName: 'Editor' }),
    await app.signedIn({ firstName: 'Ada', lastName: 'Admin', role: 'admin' }),
    await app.signedIn({ firstName: 'Vic', lastName: 'Viewer', role: 'viewer' }),
  ];
  const group = await admin.call(groups.create, { body: { name: `Vault ${owner.user.id}` } });
  await admin.call(groups.setMembers, { params: { id: group.id }, body: { userIds: [member.user.id] } });
  const readers = [groupReader(group.id)];
  const secret = (more: Partial<DocumentInput> = {}) =>
    owner.call(documents.create, {
      body: {
        title: SECRET.title,
        content: `How the ${SECRET.word} opens`,
        tags: [SECRET.tag],
        category: SECRET.category,
        readers,
        ...more,
      },
    });
  return { owner, member, editor, admin, viewer, group, readers, secret };
}
