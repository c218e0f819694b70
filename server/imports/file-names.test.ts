import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { openArchive } from './archive.ts';

let temporary: Awaited<ReturnType<typeof openTemporaryFolder>>;
beforeAll(async () => {
  temporary = await openTemporaryFolder();
});
afterAll(() => temporary.remove());

/** A zip with these bytes as names, and without a flag for their encoding. */
function zipWithNames(names: Buffer[]): Buffer {
  const placeholders = names.map((name, n) => `${String(n).padStart(2, '0')}${'x'.repeat(name.length - 2)}`);
  let zip = Buffer.from(zipSync(Object.fromEntries(placeholders.map((name) => [name, Buffer.from('Text')]))));
  for (const [n, name] of names.entries()) {
    const text = zip.toString('latin1').replaceAll(placeholders[n] ?? '', name.toString('latin1'));
    zip = Buffer.from(text, 'latin1');
  }
  return zip;
}

async function namesIn(zip: Uint8Array): Promise<string[]> {
  const path = join(temporary.folder, 'names.zip');
  await writeFile(path, zip);
  const archive = await openArchive(path);
  const names = archive.files.map((file) => file.path);
  for (const file of archive.files) await archive.read(file);
  await archive.close();
  return names;
}

describe('KB-11 names in a zip', () => {
  test('KB-11 UTF-8 without its flag is UTF-8, and names are composed', async () => {
    const made = zipWithNames(
      ['Büro/Köln.md', 'Büro/Größe.png'.normalize('NFD')].map((name) => Buffer.from(name)),
    );
    expect(await namesIn(made)).toEqual(['Büro/Köln.md', 'Büro/Größe.png']);
  });

  test.each([
    ['cp850', ['Überblick/Türöffner.md', 'Größen.png']],
    ['cp437', ['Überblick/Türöffner.md']],
    ['windows-1252', ['Überblick/Türöffner.md', 'Données.md']],
    ['cp852', ['Łódź/Przegląd.md', 'Příručka.md']],
    ['cp866', ['Отдел/Коммутаторы.md']],
    ['windows-1251', ['Отдел/Коммутаторы.md']],
    ['shift_jis', ['ネットワーク/構成図.md']],
    ['gbk', ['机房/交换机配置.md', '备份.md']],
    ['big5', ['機房/交換器設定.md']],
    ['euc-kr', ['전산실/스위치 설정.md']],
  ])('KB-11 reads names in %s as they were written', async (codePage, names) => {
    expect(await namesIn(zipWithNames(names.map((name) => iconv.encode(name, codePage))))).toEqual(names);
  });

  test('KB-11 ignores files that operating systems add', async () => {
    const zip = zipSync({
      'Wiki/a.md': Buffer.from('Text'),
      '__MACOSX/Wiki/._a.md': Buffer.from('fork'),
      'Wiki/._b.md': Buffer.from('fork'),
      'Wiki/.DS_Store': Buffer.from('x'),
      'Wiki/Thumbs.db': Buffer.from('x'),
      'desktop.ini': Buffer.from('x'),
    });
    expect(await namesIn(zip)).toEqual(['Wiki/a.md']);
  });

  test('KB-11 paths with backslashes or a leading slash are paths within the zip', async () => {
    const zip = zipWithNames([Buffer.from('Wiki\\Net\\vlan.md'), Buffer.from('/files/1/a.png')]);
    expect(await namesIn(zip)).toEqual(['Wiki/Net/vlan.md', 'files/1/a.png']);
  });

  test('KB-11 a zip of zips counts all files in them', async () => {
    const part = (files: Record<string, string>) =>
      zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));
    const zip = zipSync({
      'Export-Part-1.zip': part({ 'a.md': 'A', 'index.html': 'same', 'notes.md': 'one' }),
      'Export-Part-2.zip': part({ 'b.md': 'B', 'index.html': 'same', 'notes.md': 'two' }),
    });
    expect(await namesIn(zip)).toEqual(['a.md', 'index.html', 'notes.md', 'b.md', 'Export-Part-2/notes.md']);
    const broken = zipSync({ 'Part-1.zip': Buffer.from('none') });
    await expect(namesIn(broken)).rejects.toThrow('This file is not a zip, or it is damaged');
  });
});
