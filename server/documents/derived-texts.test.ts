import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { MIGRATIONS } from '../db/migrate.ts';

const at = withApp();

test('OPS-05 an upgrade gives stored documents the summaries that a save gives them', async () => {
  const ann = await at.current.signedIn();
  const contents = [
    {
      title: 'Rotate keys',
      content: '# Rotate keys\n\nAsk **two** [people](http://x) to `sign`.\n\n- one\n',
    },
    { title: 'With excerpt', content: 'Long text', excerpt: 'Short *words*' },
    { title: 'Long', content: `Start ${'and on '.repeat(200)}` },
    { title: 'In the bin', content: 'Plain words' },
  ];
  const ids: string[] = [];
  for (const body of contents) ids.push((await ann.call(documents.create, { body })).id);
  await ann.call(documents.remove, { params: { id: ids.at(-1) ?? '' } });
  const { pool } = at.current.database;
  const summaries = async () => (await pool.query('select id, summary from documents order by id')).rows;
  const saved = await summaries();
  expect(saved.map(({ summary }: { summary: string }) => summary)).toContain('Ask two people to sign. one');
  await pool.query(`update documents set summary = ''`);
  const [, upgrade = ''] = (await readFile(join(MIGRATIONS, '0035_summaries.sql'), 'utf8')).split(
    '--> statement-breakpoint',
  );
  await pool.query(upgrade);
  expect(await summaries()).toEqual(saved);
});
