import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFolder, runProduct, signIn, startProduct } from '../../test/product-processes.ts';

test('OPS-04 npm run backup works while Ops Hub runs and while it does not; with --force the old is put aside', async () => {
  const folder = await aFolder();
  const first = await startProduct({ DATA_DIR: folder });
  const headers = { cookie: await signIn(first.url), 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'Kept', content: 'Text' });
  expect((await fetch(`${first.url}/api/documents`, { method: 'POST', headers, body })).status).toBe(201);
  const at2 = await aFolder();
  const command = async (script: string, ...rest: string[]) => {
    const run = runProduct({ DATA_DIR: folder }, `server/commands/${script}.ts`, ...rest);
    return { code: await run.ended, text: run.output() };
  };
  const [beside, alone] = [join(at2, 'beside.zip'), join(at2, 'alone.zip')];
  expect(await command('backup', beside)).toMatchObject({
    code: 0,
    text: expect.stringContaining('It holds secrets'),
  });
  first.child.kill('SIGTERM');
  await first.ended;
  expect((await command('backup', alone)).code).toBe(0);
  const forced = await command('restore', '--force', beside);
  expect(forced).toMatchObject({ code: 0, text: expect.stringContaining('Everybody signs in again') });
  const aside = readdirSync(folder).find((name) => name.startsWith('before-restore-')) ?? '';
  expect(readdirSync(join(folder, aside))).toContain('postgres');
  const second = await startProduct({ DATA_DIR: folder });
  const answer = await fetch(`${second.url}/api/documents`, {
    headers: { cookie: await signIn(second.url) },
  });
  expect(((await answer.json()) as { title: string }[]).map(({ title }) => title)).toEqual(['Kept']);
  expect(await command('restore')).toMatchObject({
    code: 1,
    text: 'Usage: npm run restore -- FILE [--force]\n',
  });
}, 90_000);
