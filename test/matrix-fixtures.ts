import { randomInt, randomUUID } from 'node:crypto';
import { documents } from '../contract/calls/documents.ts';
import { servers } from '../contract/calls/servers.ts';
import { tokens } from '../contract/calls/tokens.ts';
import { documentPage } from '../contract/shared/item-address.ts';
import { objectPath } from '../contract/calls/objects.ts';
import { alerts } from '../server/db/schema.ts';
import { hashToken, newToken } from '../server/tokens.ts';
import type { ActorName, Fixture, State } from './access-matrix.ts';
import type { Client, TestApp } from './app.ts';
import { restrictedWorld } from './restricted-world.ts';
import { aPicture, aStoredImage } from './stored-image.ts';

type Send = Client['send'];

/** The people of the matrix, and documents in each state around them. */
export async function matrixWorld(app: TestApp) {
  const { owner, member, editor, admin, viewer, readers } = await restrictedWorld(app);
  const { database, anonymous } = app;
  const named = await app.signedIn({ firstName: 'Nam', lastName: 'Ed', role: 'admin' });
  const stranger = await app.signedIn({ firstName: 'Stran', lastName: 'Ger' });
  const gone = await app.signedIn({ firstName: 'De', lastName: 'Activated' });
  await database.pool.query(`update users set account_status = 'deactivated' where id = $1`, [gone.user.id]);
  const bearer = async (scope: 'read' | 'write'): Promise<Send> => {
    const { token } = await member.call(tokens.create, { body: { name: scope, scope } });
    return (request) =>
      anonymous.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  };
  const send: Record<ActorName, Send> = {
    visitor: anonymous.send,
    viewer: viewer.send,
    editor: editor.send,
    'editor in the group': member.send,
    owner: owner.send,
    'administrator, named': named.send,
    'administrator, not named': admin.send,
    'read token': await bearer('read'),
    'write token': await bearer('write'),
    'share link': anonymous.send,
    deactivated: gone.send,
  };
  const people = [viewer, editor, member, owner, named, admin].map(({ user }) => user.id);
  const readersIn = (state: State) => {
    if (state === 'restricted') return [...readers, `person:${named.user.id}`];
    return state === 'others' ? [] : null;
  };
  const picture = await aPicture();
  const ofState = async (state: State, isWhole = true): Promise<Fixture> => {
    const author = state === 'others' ? stranger : owner;
    const word = Array.from({ length: 14 }, () => 'bcdfghklmnprstvz'[randomInt(16)]).join('');
    const hosts = isWhole ? await hostsOf(author) : undefined;
    const imageId = isWhole ? await aStoredImage(app, author.user.id, { bytes: picture }) : '';
    const lostId = randomUUID();
    const lost = `[gone](${documentPage(lostId)})`;
    const { id } = await author.call(documents.create, {
      body: {
        title: `About ${word}`,
        content: `The ${word} on ${hosts?.named.name}. ![](${objectPath(imageId)}) ${lost}`,
        tags: [word],
        category: word,
        isPublished: state !== 'draft',
        readers: readersIn(state),
      },
    });
    if (hosts)
      await author.call(servers.linkDocument, { params: { id: hosts.linked.id }, body: { documentId: id } });
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from document_versions where document_id = $1',
      [id],
    );
    const token = newToken();
    const shareId = isWhole ? await surroundings(app, { id, people, giver: author.user.id, token }) : '';
    if (state === 'bin') await author.call(documents.remove, { params: { id } });
    if (state === 'removed') {
      await database.pool.query('delete from documents where id = $1', [id]);
      await database.pool.query(`delete from search_entries where id = $1`, [id]);
      if (imageId) await database.pool.query('delete from objects where id = $1', [imageId]);
    }
    return {
      id,
      word,
      versionId: rows[0]?.id ?? '',
      imageId,
      lostId,
      shareId,
      token,
      serverId: hosts?.linked.id ?? '',
      serverName: hosts?.linked.name ?? '',
      namedServerId: hosts?.named.id ?? '',
      alertId: hosts ? await anAlert(app, hosts.linked, word) : '',
    };
  };
  return { send, ofState };
}

/** Two servers: one to link a document to, and one that its text names. */
async function hostsOf(author: Client) {
  const one = () =>
    author.call(servers.create, { body: { name: `host-${randomInt(10 ** 9)}`, status: 'offline' } });
  return { linked: await one(), named: await one() };
}

/** Its text finds the document as well. It is of another program, so that every call about alerts takes it. */
async function anAlert({ database }: TestApp, { id, name }: { id: string; name: string }, word: string) {
  const [row] = await database.db
    .insert(alerts)
    .values({
      fingerprint: `external:${id}:external`,
      kind: 'external',
      severity: 'critical',
      state: 'firing',
      serverId: id,
      subject: name,
      text: word,
      labels: {},
      startedAt: new Date(),
      progress: {},
    })
    .returning({ id: alerts.id });
  return row?.id ?? '';
}

/** Drafts, notifications and shares of everybody, as they were while everybody could read the document. */
async function surroundings(
  { database }: TestApp,
  { id, people, giver, token }: { id: string; people: string[]; giver: string; token: string },
): Promise<string> {
  const { pool } = database;
  await pool.query(
    `insert into drafts (user_id, key, fields) select unnest($1::uuid[]), $2, '{"content":"Mine"}'`,
    [people, id],
  );
  await pool.query(
    `insert into notifications (user_id, kind, title, link) select unnest($1::uuid[]), 'mention', 'About it', $2`,
    [people, documentPage(id)],
  );
  await pool.query(
    `insert into document_shares (document_id, shared_by_user_id, shared_with_user_id) select $2, $3, unnest($1::uuid[])`,
    [people, id, giver],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into document_shares (document_id, shared_by_user_id, share_token, last_viewed_at)
     values ($1, $2, $3, now()) returning id`,
    [id, giver, hashToken(token)],
  );
  return rows[0]?.id ?? '';
}
