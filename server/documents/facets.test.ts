import { beforeAll, describe, expect, test } from 'vitest';
import { documents, UNCATEGORIZED, type DocumentFilters } from '../../contract/calls/documents.ts';
import { type TemplateType } from '../../contract/shared/document-words.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument, aUser } from '../../test/factories.ts';

const at = withApp();
let ann: Client;

type Made = [title: string, templateType: TemplateType | null, category: string | null, tags: string[]];
const MADE: Made[] = [
  ['Plain', null, 'DNS', ['bind', 'zone']],
  ['General', 'general', 'dns', ['bind']],
  ['Setup', 'server_setup', 'Ärger', []],
  ['Network', 'network_config', 'DNS', ['zone']],
  ['Audit', 'security_audit', null, ['2fa']],
  ['Maintain', 'maintenance', 'rack 10', []],
  ['Trouble', 'troubleshooting', 'rack 2', ['bind']],
  ['Instruct', 'work_instruction', 'DNS', ['bind', 'Zone']],
  ['Guide', 'how_to_guide', null, []],
  ['Build', 'build_document', 'Zabbix', ['2fa']],
  ['Said so', 'build_document', UNCATEGORIZED, []],
];

beforeAll(async () => {
  const author = await aUser(at.current.database.db);
  ann = await at.current.as(author);
  for (const [title, templateType, category, tags] of MADE)
    await aDocument(at.current.database.db, author, { title, templateType, category, tags });
  const gone = await aDocument(at.current.database.db, author, { category: 'Gone', tags: ['gone'] });
  await ann.call(documents.remove, { params: { id: gone } });
});

const titles = async (query: DocumentFilters) =>
  (await ann.call(documents.list, { query })).map(({ title }) => title).toSorted((a, b) => (a < b ? -1 : 1));

describe('KB-02 filters', () => {
  test.each([
    ['knowledge-base', ['Audit', 'General', 'Maintain', 'Network', 'Plain', 'Setup', 'Trouble']],
    ['work-instructions', ['Instruct']],
    ['how-to-guides', ['Guide']],
    ['build-documents', ['Build', 'Said so']],
  ] as const)('type %s', async (type, expected) => {
    expect(await titles({ type })).toEqual(expected);
  });

  test('all types are no filter', async () => {
    expect(await titles({ type: 'all' })).toHaveLength(MADE.length);
  });

  test.each(['', ' '])('a filter with an empty value counts as none: %j', async (blank) => {
    expect(await titles({ category: blank })).toHaveLength(MADE.length);
    expect(await titles({ tag: blank, type: '' })).toHaveLength(MADE.length);
    const facets = await ann.call(documents.facets, { query: { category: blank, tag: blank } });
    expect(facets).toEqual(await ann.call(documents.facets, {}));
  });

  test('a category matches exactly, and Uncategorized matches documents without one', async () => {
    expect(await titles({ category: 'DNS' })).toEqual(['Instruct', 'Network', 'Plain']);
    expect(await titles({ category: 'dns' })).toEqual(['General']);
    expect(await titles({ category: 'DN%' })).toEqual([]);
    expect(await titles({ category: UNCATEGORIZED })).toEqual(['Audit', 'Guide', 'Said so']);
  });

  test('a tag matches exactly', async () => {
    expect(await titles({ tag: 'zone' })).toEqual(['Network', 'Plain']);
    expect(await titles({ tag: 'Zone' })).toEqual(['Instruct']);
    expect(await titles({ tag: "zone'} or 1=1--" })).toEqual([]);
  });

  test('they combine, also with words', async () => {
    expect(await titles({ type: 'knowledge-base', category: 'DNS', tag: 'bind' })).toEqual(['Plain']);
    expect(await titles({ type: 'knowledge-base', category: 'DNS', q: 'network' })).toEqual(['Network']);
    expect(await titles({ type: 'how-to-guides', category: 'DNS' })).toEqual([]);
  });
});

describe('KB-12 facets', () => {
  const facets = (query: DocumentFilters = {}) => ann.call(documents.facets, { query });
  const pairs = (list: { value: string; count: number }[]) =>
    list.map(({ value, count }) => `${value} ${count}`);

  test('counts by type, category and tag; names in natural order, Uncategorized last', async () => {
    const { types, categories, tags } = await facets();
    expect(pairs(types)).toEqual([
      'build-documents 2',
      'how-to-guides 1',
      'knowledge-base 7',
      'work-instructions 1',
    ]);
    expect(pairs(categories)).toEqual([
      'Ärger 1',
      'dns 1',
      'DNS 3',
      'rack 2 1',
      'rack 10 1',
      'Zabbix 1',
      'Uncategorized 3',
    ]);
    expect(pairs(tags)).toEqual(['2fa 2', 'bind 4', 'zone 2', 'Zone 1']);
  });

  test('each count equals the result of choosing that value, with any other filters', async () => {
    const chosen: DocumentFilters[] = [
      {},
      { type: 'knowledge-base' },
      { category: 'DNS' },
      { tag: 'bind' },
      { type: 'knowledge-base', category: 'DNS', tag: 'zone' },
      { q: 'empty the queue', type: 'build-documents' },
      { q: 'plain' },
    ];
    for (const query of chosen) {
      const { types, categories, tags } = await facets(query);
      for (const { value, count } of types)
        expect(await titles({ ...query, type: value as 'how-to-guides' })).toHaveLength(count);
      for (const { value, count } of categories)
        expect(await titles({ ...query, category: value })).toHaveLength(count);
      for (const { value, count } of tags) expect(await titles({ ...query, tag: value })).toHaveLength(count);
    }
  });

  test('a chosen value does not hide other values of its column', async () => {
    const { types, categories } = await facets({ type: 'how-to-guides', category: 'DNS' });
    expect(pairs(types)).toEqual(['knowledge-base 2', 'work-instructions 1']);
    expect(pairs(categories)).toEqual(['Uncategorized 1']);
  });

  test('documents in the bin are not counted', async () => {
    expect(JSON.stringify(await facets())).not.toContain('Gone');
  });
});
