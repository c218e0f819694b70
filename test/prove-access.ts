import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { openTemporaryFolder } from './embedded-fixture.ts';

/** Functions that decide about access, and files that define them. */
const GUARDS = ['mayRead', 'isShownTo', 'countsShare', 'leadsToOpen', 'listHidden'];
const DEFINITIONS = 'server/access/may-read.ts';

/** The same functions without a rule. */
const OPEN = `import { sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import { documents } from '../db/schema.ts';
export const mayRead = () => sql\`true\`;
export const countsShare = () => sql\`true\`;
export const isShownTo = () => notInBin(documents);
export const leadsToOpen = () => sql\`true\`;
export const listHidden = async () => [];
`;

/** Tests that must notice: first those of single places, which take seconds. */
const TESTS = [
  [
    'server/access/reading',
    'server/access/places',
    'server/access/files',
    'server/access/instance',
    'server/access/picker',
    'page-text',
  ],
  ['server/access/matrix'],
];

type Use = { file: string; guard: string; at: number; line: number };

/** Removes each use of the rule of access, one by one, in a copy of the project. Some test must fail each time. */
export async function proveAccess(words: string[]) {
  const { folder, remove } = await openTemporaryFolder();
  try {
    await copyProject(folder);
    await writeFile(join(folder, 'server/access/open.ts'), OPEN);
    const uses = (await usesIn(folder)).filter(
      ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
    );
    for (const tests of TESTS)
      if (!(await passes(folder, tests))) throw new Error(`${tests.join(', ')} fail with all uses`);
    const unnoticed: string[] = [];
    for (const use of uses) {
      const name = `${use.file}:${use.line} ${use.guard}`;
      const isNoticed = await isNoticedWithout(folder, use);
      console.log(`${name}: ${isNoticed ? 'a test fails without it' : 'NO TEST FAILS'}`);
      if (!isNoticed) unnoticed.push(name);
    }
    if (unnoticed.length > 0) throw new Error(`No test needs ${unnoticed.join(', ')}`);
    console.log(`access: ${uses.length} uses of the rule, each with a test that fails without it`);
  } finally {
    await remove();
  }
}

const FOLDERS = ['bench', 'contract', 'docs', 'e2e', 'server', 'test', 'tools', 'web'];

async function copyProject(folder: string) {
  const files = (await readdir('.')).filter((name) => /\.(json|jsonc|ts|md)$/.test(name));
  const isOwn = (path: string) => !path.includes('node_modules');
  for (const name of [...FOLDERS, ...files])
    await cp(name, join(folder, name), { recursive: true, filter: isOwn });
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(process.cwd(), 'tools/node/node_modules'), join(folder, 'tools/node/node_modules'));
}

async function usesIn(folder: string): Promise<Use[]> {
  const names = await readdir(join(folder, 'server'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const uses: Use[] = [];
  for (const name of files.toSorted()) {
    const file = posix.join('server', name);
    if (file === DEFINITIONS || file === 'server/access/open.ts') continue;
    const text = await readFile(join(folder, file), 'utf8');
    if (!text.includes('/may-read.ts')) continue;
    for (const { 1: guard = '', index } of text.matchAll(new RegExp(`\\b(${GUARDS.join('|')})\\(`, 'g')))
      uses.push({ file, guard, at: index, line: text.slice(0, index).split('\n').length });
  }
  return uses;
}

async function isNoticedWithout(folder: string, { file, at }: Use): Promise<boolean> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  const open = relative(join(folder, file, '..'), join(folder, 'server/access/open.ts'));
  const from = open.startsWith('.') ? open : `./${open}`;
  await writeFile(
    path,
    `import * as ruleless from '${from}';\n${text.slice(0, at)}ruleless.${text.slice(at)}`,
  );
  try {
    for (const tests of TESTS) if (!(await passes(folder, tests))) return true;
    return false;
  } finally {
    await writeFile(path, text);
  }
}

async function passes(folder: string, tests: string[]): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests];
  const [code] = await once(spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' }), 'exit');
  return code === 0;
}
