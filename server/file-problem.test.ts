import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFolder } from '../test/product-processes.ts';
import { fileProblem } from './file-problem.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail(),
    (error: unknown) => error,
  );

test('OPS-04 a failure of the file system has its place and says what to do', async () => {
  const folder = await aFolder();
  const [missing, file] = [join(folder, 'missing'), join(folder, 'file')];
  await writeFile(file, '');
  expect(fileProblem(await failure(readFile(missing)), folder)).toBe(
    `${missing} does not exist. Create its folder, or mount its disk`,
  );
  for (const path of [file, join(file, 'below')])
    expect(fileProblem(await failure(mkdir(path)), folder)).toBe(
      `${path} is a file, or inside one, in place of a folder. Move the file away`,
    );
});

test.each([
  ['EACCES', 'may not be used by Ops Hub. Give its user the right to read and write there'],
  ['EROFS', 'is on a read-only disk. Mount the disk for writing'],
  ['ESTALE', 'is on a network share that does not answer. Mount it again'],
  ['EMFILE', 'cannot be used. The log has the reason'],
])('OPS-04 explains %s without the text of the system', (code, text) => {
  const error = Object.assign(new Error(`${code}: raw text, fsync`), { code, syscall: 'fsync' });
  expect(fileProblem(error, '/archive')).toBe(`/archive ${text}`);
});

test('OPS-04 a full disk is one, and an error of the program is none', () => {
  const full = Object.assign(new Error('ENOSPC: raw text, write'), { code: 'ENOSPC', syscall: 'write' });
  expect(fileProblem(full, '/archive')).toBe('the disk is full. Free space on it');
  expect(fileProblem(new TypeError('x is not a function'), '/archive')).toBeUndefined();
});
