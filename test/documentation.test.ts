// Files, scripts and records that documents and comments name must exist. Each rule runs on the real documents and on one that breaks it.
import { expect, test } from 'vitest';
import {
  missingInComments,
  missingPaths,
  missingScripts,
  recordFaults,
  tooWideLines,
} from './documentation-rules.ts';
import { listProjectFiles, readDocuments, readText, type SourceFile } from './house-files.ts';

const documents = readDocuments();
const files = listProjectFiles();
const written = (text: string): SourceFile[] => [{ path: 'README.md', text }];

test('every path that a document names exists', () => {
  expect(documents.length).toBeGreaterThan(20);
  expect(missingPaths(documents, files)).toEqual([]);
  const wrong = [
    '`server/errors.ts`',
    '`gone.ts`',
    '`npm test -- server/gone`',
    '`web/gone/`',
    '[a picture](docs/gone.png)',
    '[a document](GONE.md)',
  ];
  for (const text of wrong)
    expect([text, missingPaths(written(text), files)]).toEqual([text, [expect.anything()]]);
  const right = [
    '`server/http/errors.ts`',
    '`http/errors.ts`',
    '`errors.ts`',
    '`web/ui/controls/`',
    '`npm test -- server/settings test/rules`',
    '`web/<feature>/<feature>-page.tsx`',
    '`docs/decisions/NNN-*.md`',
    '`/api/settings`',
    '`DATA_DIR/objects`',
    '[a section](docs/compatibility.md#checks)',
    '[another site](https://example.com/gone.md)',
  ];
  for (const text of right) expect([text, missingPaths(written(text), files)]).toEqual([text, []]);
});

test('every file that a comment names exists', () => {
  const texts = files
    .filter((file) => /\.(tsx?|mjs|css|html)$/.test(file))
    .map((file) => ({ path: file, text: readText(file) }));
  expect(missingInComments(texts, files)).toEqual([]);
  const found = (text: string) => missingInComments([{ path: 'web/a.ts', text }], files);
  const wrong = [
    '// See web/gone.tsx.',
    '/** Like gone.ts. */',
    ' * of gone.mjs',
    '<!-- As in web/gone.html -->',
  ];
  for (const text of wrong) expect([text, found(text)]).toEqual([text, [expect.anything()]]);
  const right = [
    '// See http/errors.ts.',
    "import './gone.ts';",
    "fetch('//gone.html');",
    '// Any *.ts file.',
  ];
  for (const text of right) expect([text, found(text)]).toEqual([text, []]);
});

test('every script that a document names exists', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  expect(missingScripts(documents, Object.keys(scripts))).toEqual([]);
  expect(missingScripts(written('`npm run gone` and `npm run check`'), Object.keys(scripts))).toEqual([
    'README.md: npm run gone does not exist',
  ]);
});

test('a line of a document fits on a screen', () => {
  expect(tooWideLines(documents)).toEqual([]);
  expect(tooWideLines(written(`${'word '.repeat(30)}\n| ${'cell '.repeat(30)}|`))).toHaveLength(1);
});

test('a decision record is short and has context, decision and consequence', () => {
  const records = documents.filter(({ path }) => path.startsWith('docs/decisions/'));
  expect(records.length).toBeGreaterThan(20);
  expect(recordFaults(records)).toEqual([]);
  const record = '# 001 A choice\n\n## Context\nA\n\n## Decision\nB\n\n## Consequence\nC\n';
  expect(recordFaults(written(record))).toEqual([]);
  expect(recordFaults(written(record.replace('## Context', 'Context')))).toHaveLength(1);
  expect(recordFaults(written(`${record}${'line\n'.repeat(30)}`))).toHaveLength(1);
});
