import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { aFolder, runProduct, signIn, startProduct } from '../../../test/product-processes.ts';

test('OPS-04 npm run export writes one file beside a running Ops Hub, and npm run import reads it into another one', async () => {
  const [folder, other, files] = [await aFolder(), await aFolder(), await aFolder()];
  const first = await startProduct({ DATA_DIR: folder });
  const headers = { cookie: await signIn(first.url), 'content-type': 'application/json' };
  for (const [path, body] of [
    ['/api/documents', { title: 'Kept', content: 'Text' }],
    ['/api/servers', { name: 'srv-1' }],
  ] as const)
    await fetch(first.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const command = async (dataDir: string, script: string, ...rest: string[]) => {
    const run = runProduct({ DATA_DIR: dataDir }, `server/commands/${script}.ts`, ...rest);
    return { code: await run.ended, text: run.output() };
  };
  const zip = join(files, 'all.zip');
  expect(await command(folder, 'export', zip)).toMatchObject({
    code: 0,
    text: expect.stringContaining('1 documents with 1 versions, 0 images and files, 1 servers and 0 members'),
  });
  expect(Object.keys(unzipSync(readFileSync(zip)))).toContain('documents/Kept.md');
  expect(statSync(zip).mode & 0o777).toBe(0o600);
  expect(await command(folder, 'export', zip)).toMatchObject({
    code: 1,
    text: `${zip} is there already: give the export another name.\n`,
  });
  expect(await command(folder, 'export')).toMatchObject({
    code: 1,
    text: 'Usage: npm run export -- FILE.zip\n',
  });
  expect(readdirSync(files)).toEqual(['all.zip']);

  const second = await startProduct({ DATA_DIR: other });
  expect(await command(other, 'import', zip)).toMatchObject({
    code: 0,
    text: expect.stringContaining('1 created, 0 updated'),
  });
  const list = await fetch(`${second.url}/api/servers`, { headers: { cookie: await signIn(second.url) } });
  expect(((await list.json()) as { name: string }[]).map(({ name }) => name)).toEqual(['srv-1']);
}, 90_000);

test('F1 npm run import shows names of files, which a terminal does not obey', async () => {
  const [folder, files] = [await aFolder(), await aFolder()];
  await signIn((await startProduct({ DATA_DIR: folder })).url);
  const zip = join(files, 'pages.zip');
  writeFileSync(
    zip,
    zipSync({ 'a\u2028b\u202egnp.md': strToU8('---\ntitle: [\n---\n'), 'c.md': strToU8('# C') }),
  );
  const run = runProduct({ DATA_DIR: folder }, 'server/commands/import.ts', zip);
  expect(await run.ended).toBe(0);
  expect(run.output()).toContain('problem: a\\u2028b\\u202egnp.md: ');
  expect(run.output()).toMatch(/^[\n\x20-\x7e]*$/);
}, 90_000);
