import { text as textOf } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import type { TextAsJson } from '../db/texts-as-json.ts';
import { jsonOf, LongList } from './long-list.ts';

const at = withApp();
beforeAll(() => at.current.app.listen({ host: '127.0.0.1', port: 0 }));

const HOSTILE = [
  '"quoted" \\ back \\. \\N \\n',
  '\u0001\u0002\u0003\b\f\t\r\n\u001f\u007f',
  'é 漢字 😀 \u2028 \u2029 \ufeff',
  `"content":"00000000-0000-4000-8000-000000000000"`,
  '\\.',
].join('\n');

test('F3 contents of any characters are the same in a long list as alone', async () => {
  const { call, user } = await at.current.signedIn();
  const contents = [HOSTILE, HOSTILE.repeat(15_000), '', 'x'.repeat(3_000_000), `${HOSTILE}\n\\.`];
  for (const [n, content] of contents.entries())
    await aDocument(at.current.database.db, user, {
      title: `"content":"${n}" ${HOSTILE.slice(0, 90)}`,
      content,
    });
  const list = await call(documents.list, {});
  expect(list).toHaveLength(contents.length);
  const alone = await Promise.all(list.map(({ id }) => call(documents.find, { params: { id } })));
  expect(list).toEqual(alone);
  expect(new Set(list.map(({ content }) => content))).toEqual(new Set(contents));
});

type Item = { id: string; version: number; title: string; content: string };

async function listOf(items: Item[], texts: Map<string, TextAsJson>) {
  const among = (from: Item[]) => async (ids: string[]) => from.filter(({ id }) => ids.includes(id));
  const rows = items.map(({ id }) => ({ id, bytes: 3_000_000 }));
  const marked = items.map((item) => ({ ...item, content: item.id }));
  const list = new LongList<Item>(rows, among(items), { read: among(marked), json: async () => texts });
  return JSON.parse(await textOf(await jsonOf(list, (item) => item))) as Item[];
}

test('F3 a row of a long list that is saved while it is read has the text of its version', async () => {
  const items = [
    { id: 'a', version: 1, title: 'As it was', content: 'one' },
    { id: 'b', version: 2, title: 'Saved meanwhile', content: 'new' },
    { id: 'c', version: 1, title: 'Its text is not there', content: 'three' },
  ];
  const json = (text: string) => [Buffer.from(JSON.stringify(text))];
  const texts = new Map([
    ['a', { version: 1, json: json('one') }],
    ['b', { version: 1, json: json('old') }],
  ]);
  expect(await listOf(items, texts)).toEqual(items);
});
