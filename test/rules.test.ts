// Rules of the project that neither the compiler nor the linter checks. Each runs on the whole project and on a file that
// breaks it, because a guard that cannot fail proves nothing.
import { describe, expect, test } from 'vitest';
import { fileExists, fileNamesIn, readSourceFiles, readText, type SourceFile } from './house-files.ts';
import { DOORS } from './doors.ts';
import {
  brokenUrls,
  defaultExports,
  longLines,
  namesThatSayNothing,
  numberingFaults,
  otherMarkdownReaders,
  packagesFromNamedHosts,
  tooLongFiles,
  tooLongTests,
  unformattedCode,
  unfinishedWork,
  unpinnedDependencies,
  usesOfAny,
} from './house-rules.ts';
import {
  callsInShared,
  circlesOfFeatures,
  circlesOfFiles,
  heavySchemas,
  importsOf,
  importsAcrossAreas,
  passedOn,
  unusedDoors,
  wallsInServer,
  wallsInWeb,
} from './import-walls.ts';

const house = readSourceFiles();
const packageFolders = ['', 'tools/node/', 'tools/browser/'];

const file = (path: string, text = ''): SourceFile => ({ path, text });
const importing = (path: string, ...targets: string[]): SourceFile =>
  file(path, targets.map((target) => `import { thing } from '${target}';`).join('\n'));

test('the rules read the files of every folder', () => {
  const rooms = new Set(house.map(({ path }) => path.split('/')[0]));
  expect([...rooms]).toEqual(expect.arrayContaining(['contract', 'server', 'web', 'test', 'tools']));
});

describe('names and sizes', () => {
  test('a file name states the purpose of the file', () => {
    expect(namesThatSayNothing(house)).toEqual([]);
    const bad = [
      'web/index.ts',
      'server/db/utils.ts',
      'server/mail-service.ts',
      'web/ui/Button.tsx',
      'test/helpers.test.ts',
    ];
    expect(namesThatSayNothing(bad.map((path) => file(path)))).toHaveLength(bad.length);
    expect(namesThatSayNothing([file('server/documents/versions.test.ts'), file('vite.config.ts')])).toEqual(
      [],
    );
  });

  test('no file exceeds the limit of lines', () => {
    expect(tooLongFiles(house)).toEqual([]);
    const lines = (count: number): string => 'x\n'.repeat(count);
    expect(
      tooLongFiles([file('server/a.ts', lines(401)), file('server/a.test.ts', lines(401))]),
    ).toHaveLength(2);
    expect(
      tooLongFiles([file('server/db/schema.ts', lines(400)), file('server/a.test.ts', lines(400))]),
    ).toEqual([]);
    expect(tooLongFiles([file('server/db/schema.ts', lines(1_451))])).toHaveLength(1);
  });

  test('no test exceeds the limit of lines; its preparation has a name', () => {
    expect(tooLongTests(house)).toEqual([]);
    const body = (count: number) => `test('a', () => {\n${'  x();\n'.repeat(count)}});\n`;
    expect(tooLongTests([file('web/a.test.tsx', body(78)), file('web/a.ts', body(79))])).toEqual([]);
    expect(tooLongTests([file('web/a.test.tsx', body(78) + body(79))])).toEqual([
      'web/a.test.tsx:81: 81 lines, at most 80',
    ]);
    const step = (count: number) =>
      `  await test.step('b', async () => {\n${'    y();\n'.repeat(count)}  });\n`;
    const journey = (count: number) => `test('a', () => {\n${step(count)}${step(50)}});\n`;
    expect(tooLongTests([file('e2e/a.e2e.ts', journey(78))])).toEqual([]);
    expect(tooLongTests([file('e2e/a.e2e.ts', journey(79))])).toEqual([
      'e2e/a.e2e.ts:2: 81 lines, at most 80',
    ]);
  });

  test('no line exceeds the limit of columns, and the formatter checks every line', () => {
    expect(longLines(house)).toEqual([]);
    expect(longLines([file('web/a.ts', `${'x'.repeat(140)}\n${'x'.repeat(141)}`)])).toEqual([
      'web/a.ts:2: too long',
    ]);
    expect(unformattedCode(house)).toEqual([]);
    expect(unformattedCode([file('web/a.ts', `a(); // ${'prettier'}-ignore`)])).toHaveLength(1);
  });

  test('exports have names; only settings of tools have a default export', () => {
    expect(defaultExports(house)).toEqual([]);
    expect(defaultExports([file('web/a.ts', 'const a = 1;\nexport default a;')])).toHaveLength(1);
    expect(defaultExports([file('web/a.ts', 'const a = 1;\nexport { a as default };')])).toHaveLength(1);
    expect(defaultExports([file('vite.config.ts', 'export default {};')])).toEqual([]);
  });

  test('nothing has the type any', () => {
    expect(usesOfAny(house)).toEqual([]);
    const bad = [
      'let a: any;',
      'f(a as any)',
      'type A = Map<string, any>;',
      'const f = (a: any[]) => a;',
      'z.any()',
    ];
    expect(usesOfAny([file('web/a.ts', bad.join('\n'))])).toHaveLength(bad.length);
    const fine = ["say(': any');", '// as any other', 'const company = many;'];
    expect(usesOfAny([file('web/a.ts', fine.join('\n'))])).toEqual([]);
  });

  test('a path from one file to another one exists', () => {
    expect(brokenUrls(house, fileExists)).toEqual([]);
    const at = (target: string): string => `${'new'} URL('${target}', import.meta.url)`;
    expect(brokenUrls([file('server/http/a.ts', at('../../dist/web'))], fileExists)).toEqual([]);
    expect(brokenUrls([file('server/a.ts', at('../package.json'))], fileExists)).toEqual([]);
    expect(brokenUrls([file('server/http/a.ts', at('../dist/web'))], fileExists)).toHaveLength(1);
    expect(brokenUrls([file('server/a.ts', at('./gone.ts'))], fileExists)).toHaveLength(1);
  });

  test('there are no markers of unfinished work', () => {
    expect(unfinishedWork(house)).toEqual([]);
    expect(unfinishedWork([file('web/a.ts', `const a = 1; // ${'TO'}DO: b`)])).toEqual([
      'web/a.ts:1: unfinished work',
    ]);
  });
});

describe('allowed imports', () => {
  test('recognises every form of import', () => {
    const text = [
      "import { a } from './a.ts';",
      "import type { B } from './b.ts';",
      'import {\n  c,\n} from "./c.ts";',
      "import './d.css';",
      "export { e } from './e.ts';",
      "const f = await import('../f.ts');",
      "import { z } from 'zod';",
    ].join('\n');
    const seen = importsOf(file('web/ui/x.ts', text));
    expect(seen.map(({ to }) => to)).toEqual([
      'web/ui/a.ts',
      'web/ui/b.ts',
      'web/ui/c.ts',
      'web/ui/d.css',
      'web/ui/e.ts',
      'web/f.ts',
    ]);
    expect(seen.filter(({ typeOnly }) => typeOnly).map(({ to }) => to)).toEqual(['web/ui/b.ts']);
  });

  test('server and web share the contract only, and nothing imports tests', () => {
    expect(importsAcrossAreas(house)).toEqual([]);
    const bad = [
      importing('contract/a.ts', '../server/errors.ts'),
      importing('web/api/a.ts', '../../server/errors.ts'),
      importing('server/a.ts', '../web/paths.ts'),
      importing('server/b.ts', '../test/app.ts'),
    ];
    expect(importsAcrossAreas(bad)).toHaveLength(bad.length);
    expect(importsAcrossAreas([importing('server/a.test.ts', '../test/app.ts')])).toEqual([]);
    expect(callsInShared(house)).toEqual([]);
    expect(callsInShared([importing('contract/shared/a.ts', '../calls/b.ts', './c.ts')])).toHaveLength(1);
  });

  test('the browser and the contract build schemas from functions', () => {
    expect(heavySchemas(house)).toEqual([]);
    const bad = [
      file('contract/a.ts', "import * as z from 'zod';"),
      file('web/ui/a.tsx', "import { z } from 'zod/v4';"),
      file('web/a.ts', "const z = await import('zod');"),
    ];
    expect(heavySchemas(bad)).toHaveLength(bad.length);
    const fine = [
      file('web/a.ts', "import * as z from 'zod/mini';"),
      file('server/a.ts', "import * as z from 'zod';"),
    ];
    expect(heavySchemas(fine)).toEqual([]);
  });

  test('a server feature imports another one only through its doors, and each door is used', () => {
    expect(wallsInServer(house)).toEqual([]);
    const bad = [
      importing('server/search/a.ts', '../documents/routes.ts'),
      importing('server/search/a.ts', '../servers/list/queries.ts'),
      importing('server/documents/a.ts', '../app.ts'),
      importing('server/documents/a.ts', '../storage/disk.ts'),
      importing('server/db/a.ts', '../documents/queries.ts'),
    ];
    expect(wallsInServer(bad)).toHaveLength(bad.length);
    const fine = [
      importing('server/app.ts', './storage/disk.ts', './documents/routes.ts'),
      importing('server/documents/list/a.ts', '../save.ts', '../../accounts/queries.ts', '../../db/open.ts'),
      file('server/documents/a.ts', "import type { Storage } from '../storage/storage.ts';"),
    ];
    expect(wallsInServer(fine)).toEqual([]);
    expect(unusedDoors(house, DOORS)).toEqual([]);
    const doors = { a: ['queries.ts', 'save.ts', 'gone.ts'] };
    const users = [importing('server/b/x.ts', '../a/queries.ts'), importing('server/a/x.ts', './save.ts')];
    expect(unusedDoors(users, doors)).toHaveLength(2);
  });

  test('a server file exports what it defines', () => {
    expect(passedOn(house)).toEqual([]);
    const bad = ["export { a } from './a.ts';", "export * from './b.ts';", 'export type { C };'];
    expect(passedOn(bad.map((text) => file('server/a/x.ts', text)))).toHaveLength(bad.length);
  });

  test('a screen imports the components below it; only shell and dashboard combine features', () => {
    expect(wallsInWeb(house)).toEqual([]);
    const bad = [
      importing('web/ui/a.tsx', '../../contract/documents.ts'),
      importing('web/lib/a.ts', '../paths.ts'),
      importing('web/lib/a.ts', '../ui/overlays/toasts.ts'),
      importing('web/api/a.ts', '../documents/list.tsx'),
      importing('web/documents/a.tsx', '../servers/list.tsx'),
      importing('web/documents/a.tsx', '../routes.tsx'),
    ];
    expect(wallsInWeb(bad)).toHaveLength(bad.length);
    const fine = [
      importing('web/shell/a.tsx', '../documents/list.tsx'),
      importing(
        'web/documents/editor/a.tsx',
        '../list.tsx',
        '../../ui/button.tsx',
        '../../../contract/documents.ts',
      ),
      importing('web/ui/a.tsx', '../lib/class-names.ts'),
    ];
    expect(wallsInWeb(fine)).toEqual([]);
  });

  test('there are no import cycles', () => {
    expect(circlesOfFiles(house)).toEqual([]);
    expect(circlesOfFeatures(house)).toEqual([]);
    const files = [
      importing('web/a.ts', './b.ts'),
      importing('web/b.ts', './c.ts'),
      importing('web/c.ts', './a.ts'),
    ];
    expect(circlesOfFiles(files)).toEqual(['web/a.ts → web/b.ts → web/c.ts → web/a.ts']);
    const features = [
      importing('server/a/x.ts', '../b/queries.ts'),
      importing('server/b/y.ts', '../a/queries.ts'),
    ];
    expect(circlesOfFiles(features)).toEqual([]);
    expect(circlesOfFeatures(features)).toEqual(['a → b → a']);
  });
});

describe('dependencies', () => {
  test('every dependency has one exact version', () => {
    for (const folder of packageFolders) {
      expect(unpinnedDependencies(JSON.parse(readText(`${folder}package.json`)))).toEqual([]);
    }
    const bad = {
      dependencies: { a: '^1.0.0', b: '1.0.0' },
      devDependencies: { c: 'latest' },
      optionalDependencies: { d: '1.x' },
    };
    expect(unpinnedDependencies(bad)).toHaveLength(3);
  });

  test('no lock file names a registry', () => {
    for (const folder of packageFolders) {
      expect(packagesFromNamedHosts(JSON.parse(readText(`${folder}package-lock.json`)))).toEqual([]);
    }
    const bad = {
      packages: {
        a: { resolved: 'https://registry.example/a.tgz' },
        b: { resolved: 'git+ssh://host/b' },
        c: {},
      },
    };
    expect(packagesFromNamedHosts(bad)).toHaveLength(2);
  });

  test('the server has one reader of markdown', () => {
    expect(otherMarkdownReaders(house)).toEqual([]);
    const uses = (engine: string): string => `import { parse } from '${engine}';`;
    const engines = [
      'markdown-it',
      'micromark-extension-gfm',
      'mdast-util-from-markdown',
      'remark-parse',
      'marked',
    ];
    expect(
      engines.flatMap((engine) => otherMarkdownReaders([file('server/a.ts', uses(engine))])),
    ).toHaveLength(5);
    const fine = ['server/text/markdown/engine.ts', 'web/ui/markdown/safe-tree.ts'];
    expect(otherMarkdownReaders(fine.map((path) => file(path, uses('markdown-it'))))).toEqual([]);
    expect(otherMarkdownReaders([file('server/a.ts', uses('mdast-util-to-markdown'))])).toEqual([]);
  });

  test('decisions are numbered without a gap', () => {
    expect(numberingFaults(fileNamesIn('docs/decisions'))).toEqual([]);
    expect(numberingFaults(['001-one-language.md', '003-one-database.md'])).toHaveLength(1);
    expect(numberingFaults(['001-one-language.md', '001-one-database.md'])).toHaveLength(1);
    expect(numberingFaults(['001-one-language.md', '002-one-database.md'])).toEqual([]);
  });
});
