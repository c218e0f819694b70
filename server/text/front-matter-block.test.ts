import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isInstalled } from '../../test/programs.ts';
import { readFrontMatter } from '../imports/front-matter.ts';
import { frontMatterBlock } from './front-matter-block.ts';

const TEXTS = [
  'Restart the web server',
  'Zürich / 東京 (old)',
  'Ann Smith <ann@example.com>',
  './Other%20one.md',
  '/documents?doc=1&x=2',
  'a, b; c',
  "it's",
  'yes',
  'No',
  'off',
  'y',
  'null',
  '~',
  '1.10',
  '017',
  '0x1f',
  '1_000',
  '1:30',
  '12:30:45',
  '+1',
  '.inf',
  'NaN',
  '1e3',
  '2026-11-28',
  '2026-11-28T10:00:00Z',
  '=',
  '<<',
  '---',
  '...',
  '--- x',
  '+++',
  'a\n---\nb',
  'a\n\n\nb\n',
  '!!python/object/apply:os.system ["touch mark"]',
  '!!js/function "function () {}"',
  '!x',
  '&a',
  '*a',
  '%YAML 1.1',
  '- x',
  '? y',
  'k: v',
  '# c',
  'a #b',
  '@x',
  '`x`',
  '|',
  '>',
  '{{ 7*7 }}',
  '{% x %}',
  '"q"',
  "'q'",
  'a\\nb',
  'trailing ',
  '\ttab',
  '[a, b]',
  '{a: b}',
  'a\u2028b',
  'a\u0085b',
  '\ufeffa',
  'a\u007fb',
  'a\u009bb',
  'a\u001bb',
  'a\ufffeb',
  'a\u202eb',
  '😀',
  `${'x'.repeat(300)} ${'y'.repeat(300)}`,
];
const FIELDS = { ...Object.fromEntries(TEXTS.map((text, n) => [`k${n}`, text])), tags: TEXTS };
const BLOCK = frontMatterBlock(FIELDS);
const YAML = BLOCK.slice(4, -5);

test('F1 front matter keeps every text, each on one line', () => {
  expect(BLOCK.split('\n')).toHaveLength(2 * TEXTS.length + 5);
  expect(readFrontMatter(`${BLOCK}Text`)).toEqual({ data: FIELDS, repeated: [], content: 'Text' });
  for (const version of ['1.1', '1.2'] as const) expect(parse(YAML, { version })).toEqual(FIELDS);
});

test('F1 front matter of plain texts looks as people write it', () => {
  expect(frontMatterBlock({ title: 'Restart nginx', tags: ['web', 'on-call'], domain: null })).toBe(
    '---\ntitle: Restart nginx\ntags:\n  - web\n  - on-call\n---\n\n',
  );
});

// python3-yaml comes with Ansible.
test.skipIf(!isInstalled('ansible'))(
  'F1 a reader of YAML 1.1 in another language reads the same texts',
  () => {
    const program = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin.buffer)))';
    const output = execFileSync('/usr/bin/python3', ['-c', program], {
      input: YAML,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(JSON.parse(output)).toEqual(FIELDS);
  },
);
