import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { objectIdsIn } from '../../contract/calls/objects.ts';
import { team } from '../../contract/calls/team.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import { aStoredImage } from '../../test/stored-image.ts';
import { sweep } from '../operations/maintenance.ts';
import { drafts, objects } from '../db/schema.ts';
import { DOWNLOAD } from './queries.ts';

const at = withApp();

const dataUrl = async (background: string) => {
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background } });
  return `data:image/png;base64,${(await image.png().toBuffer()).toString('base64')}`;
};

test('ED-07 threat 71 saving moves embedded images to the object store, once each, with their size comment', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  const [red, blue] = [await dataUrl('red'), await dataUrl('blue')];
  const content = `One\n\n<!-- width=300px height=auto -->\n![a](${red})\n\n<img src="${blue}"> ![again](${red})`;
  const created = await ann.call(documents.create, { body: { title: 'Pictures', content } });
  const [first, second] = objectIdsIn(created.content);
  expect(created.content).toBe(
    `One\n\n<!-- width=300px height=auto -->\n![a](/objects/${first})\n\n<img src="/objects/${second}"> ![again](/objects/${first})`,
  );
  expect((await bob.send({ url: `/objects/${first}` })).statusCode).toBe(200);

  const changed = await bob.call(documents.update, {
    params: { id: created.id },
    body: { content: `${content}!` },
  });
  expect(changed.content).toBe(`${created.content}!`);
  expect((await ann.call(documents.versions, { params: { id: created.id } }))[0]?.content).not.toContain(
    'base64',
  );
});

test('ED-07 text that only looks like an image, and text about one, stays as it was typed', async () => {
  const ann = await at.current.signedIn();
  const content = `![broken](data:image/png;base64,iVBORw0KGgo=)\n\nUse \`${await dataUrl('green')}\` there.`;
  expect((await ann.call(documents.create, { body: { title: 'Broken', content } })).content).toBe(content);
});

test('threat 56 threat 66 a text never shows an equal file that is private or no image', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  const image = await dataUrl('gray');
  const bytes = Buffer.from(image.split(',')[1] ?? '', 'base64');
  const equal = {
    ownerId: bob.user.id,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  };
  await at.current.database.db.insert(objects).values([
    { ...equal, key: 'images/private.png', visibility: 'private', contentType: 'image/png' },
    { ...equal, key: 'files/download', visibility: 'public', contentType: DOWNLOAD },
  ]);
  const body = { title: 'Equal', content: `![](${image})` };
  const [id] = objectIdsIn((await ann.call(documents.create, { body })).content);
  const shown = await ann.send({ url: `/objects/${id}` });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
});

test('threat 72 refuses more embedded images than anybody pastes', async () => {
  const ann = await at.current.signedIn();
  const content = Array.from({ length: 201 }, (_, n) => `![](data:image/png;base64,${btoa(`x${n}`)})`).join(
    '\n',
  );
  const answer = await ann.send({
    method: 'POST',
    url: '/api/documents',
    payload: { title: 'Many', content },
  });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    413,
    'The content is too large: use at most 200 embedded images; upload the others',
  ]);
});

test('threat 70 keeps the picture of an account and of a member, and a file that another row names', async () => {
  const { database, storage } = at.current;
  const ann = await at.current.signedIn();
  const ids = await Promise.all([1, 2, 3].map(() => aStoredImage(at.current, ann.user.id)));
  const [ofAccount, ofMember, shared] = ids.map((id) => `/objects/${id}`);
  await database.pool.query('update users set profile_image_url = $1 where id = $2', [
    ofAccount,
    ann.user.id,
  ]);
  await ann.call(team.create, { body: { name: 'Kim', email: 'kim@example.com', role: 'VIP' } });
  await database.pool.query('update team_members set profile_image_url = $1', [ofMember]);
  await database.db.update(objects).set({ lastNeededAt: sql`now() - interval '8 days'` });
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into objects (key, visibility, content_type, bytes, sha256)
     select key, 'public', content_type, bytes, sha256 from objects where id = $1 returning id`,
    [ids[2]],
  );
  await sweep(database.db, storage);
  const statuses = [ofAccount, ofMember, shared, `/objects/${rows[0]?.id}`].map(async (url = '') => {
    const { statusCode } = await ann.send({ url });
    return statusCode;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 200]);
});

test('threat 70 deletes an image that nothing shows for a week, and never one of a version or a draft', async () => {
  const { database, storage } = at.current;
  const { db } = database;
  const ann = await at.current.signedIn();
  const paths: Record<string, string> = {};
  for (const color of ['cyan', 'magenta', 'yellow', 'black', 'white']) {
    const body = { title: color, content: `![](${await dataUrl(color)})` };
    const { id, content } = await ann.call(documents.create, { body });
    paths[color] = `/objects/${objectIdsIn(content)[0]}`;
    if (color === 'cyan')
      await ann.call(documents.update, { params: { id }, body: { content: 'No image.' } });
    if (color !== 'cyan') {
      await ann.call(documents.remove, { params: { id } });
      await database.pool.query('delete from documents where id = $1', [id]);
    }
  }
  await db.insert(drafts).values({ userId: ann.user.id, key: 'new', fields: { content: paths['magenta'] } });
  await db.update(objects).set({ lastNeededAt: sql`now() - interval '7 days'` });
  // Another document shows the image just before the clean-up.
  await aDocument(db, ann.user, { content: `![](${paths['yellow']})` });
  await db.execute(
    sql`update objects set last_needed_at = now() where '/objects/' || id = ${paths['white']}`,
  );
  await sweep(db, storage);
  const statuses: Record<string, number> = {};
  for (const [color, url] of Object.entries(paths)) statuses[color] = (await ann.send({ url })).statusCode;
  expect(statuses).toEqual({ cyan: 200, magenta: 200, yellow: 200, black: 404, white: 200 });
  const kept = await db.select({ key: objects.key }).from(objects);
  for (const { key } of kept) (await storage.get(key))?.stream.destroy();
  expect(kept.length).toBeGreaterThan(0);
});
