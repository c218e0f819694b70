import { expect, test } from 'vitest';
import { articleFrom, enhancedDocument, withImages } from './article.ts';
import { tidyText, tidyTitle } from './tidy.ts';

const UNCLOSED = 'Run this on the server\n```\nsudo reboot';

test('AC-05 pasted images are below the text, also after an unclosed code block', () => {
  const image = { id: 'i1', name: 'screen [1].png', data: 'data:image/png;base64,AAAA' };
  const content = withImages(articleFrom(UNCLOSED, []).content, [image]);
  expect(content).toContain(
    'sudo reboot\n```\n\n<!-- width=300px height=auto -->\n![screen 1 .png](data:image/png',
  );
});

test('ED-09 reuses existing tags in any script, with any special characters', () => {
  const tags = ['Störung', 'ci/cd', 'сеть', 'São Paulo', 'Größe'];
  const text = 'Die Störung kam mit dem letzten Lauf von CI/CD in São Paulo.\n\nПроверить сеть.';
  expect(enhancedDocument('Störung', text, tags).extractedTags.toSorted()).toEqual(
    ['Störung', 'ci/cd', 'сеть', 'São Paulo'].toSorted(),
  );
});

test('ED-09 reuses existing tags; a tag that no text contains is not used', () => {
  const { extractedTags } = enhancedDocument('Fail over', 'Fail over mel-db-02 to the replica.', [
    'mel-db-02',
    'sap',
  ]);
  expect(extractedTags[0]).toBe('mel-db-02');
  expect(extractedTags).not.toContain('sap');
});

test('AC-05 proposes an existing category if the text contains its words', () => {
  const paste = 'The badge printer of the warehouse prints blank badges.';
  expect(articleFrom(paste, [], ['Badge printers', 'Data centre', 'The IT']).category).toBe('Badge printers');
  expect(articleFrom(paste, [], ['Data centre']).category).toBe(null);
  expect(articleFrom('The vpn on windows 11 drops.', [], ['Badge printers']).category).toBe('Windows 11');
});

test('ED-09 a good document stays unchanged', () => {
  const content = '# Fail over\n\nPromote the replica.';
  expect(enhancedDocument('Fail over the pool', content, [])).toMatchObject({
    improvedContent: content,
    suggestedTitle: 'Fail over the pool',
    summary: 'Promote the replica.',
  });
});

test.each([
  ['RE: FW:  restart dns  on mel-dns-01. ', 'Restart DNS on mel-dns-01'],
  ['mel-db-02 fails over', 'mel-db-02 fails over'],
  ['Rotate the signing key', 'Rotate the signing key'],
  ['read /var/log/sql/x.sql and `sql`', 'Read /var/log/sql/x.sql and `sql`'],
])('ED-09 the title %j becomes %j', (title, expected) => {
  expect(tidyTitle(title)).toBe(expected);
  expect(tidyTitle(expected)).toBe(expected);
});

test('ED-09 an excerpt gets its capital, names and end; a finished one stays', () => {
  expect(tidyText('how to  patch vmware hosts')).toBe('How to patch VMware hosts.');
  expect(tidyText('Done already.\n\nTwice!')).toBe('Done already.\n\nTwice!');
});

test.each([
  ['df -h shows 100 %', 'df -h shows 100 %'],
  ['kubectl get pods hangs', 'kubectl get pods hangs.'],
  ['see https://x.example/a', 'See https://x.example/a'],
  ['mail bob@x.example', 'Mail bob@x.example'],
  ['look under /var/log', 'Look under /var/log'],
  ['ask 10.0.0.1', 'Ask 10.0.0.1'],
  ['open C:\\Temp', 'Open C:\\Temp'],
])('ED-09 a command keeps its letters and an address gets no full stop: %j', (text, expected) => {
  expect(tidyText(text)).toBe(expected);
});

test('AC-05 the excerpt keeps a sign before a number', () => {
  expect(articleFrom('The VPN drops every ~8 min and uses ~5 % of the link.', []).excerpt).toContain(
    '~8 min and uses ~5 %',
  );
});

test.each([
  '[',
  '# ',
  '- ',
  '```\n',
  '$ ',
  'a@a:',
  'Step 1: ',
  '(1) ',
  '\n',
  ' ',
  '2026-',
  '<',
  '<a>\n',
  '<a b="c"\n',
  '<a>\nx\n',
  '{\n',
  'a {\n',
  'a: 1\n',
  'a: the b is of c\n',
  '[a]\n',
  'a=1\n\n',
  ';\n',
  'SELECT\n',
  'select *\n',
  'a  b  c\n',
  '| a |\n',
  '\\',
  '~',
  '*',
  '__a',
  '$ a\n\n',
  '● a.service\n',
  '  at a.b(',
  'at a:1',
  'Jan 5 08:00:01 a\n',
  '[09:12] Ann: a\n',
  'Ann: a\n',
  '1. a\n',
  '`',
  '``a',
  '&a;',
  'ls -',
  'http://a<',
  'Re: ',
  'Subject: Re: \n',
  'Hi ',
  'a. ',
  'A b\n',
  '<!-- ',
  '+--+\n',
  '-----\n',
  '<a>'.repeat(30) + '\n',
  'a\tb\n',
  '  a\n',
  '  - a\n',
  '> ',
  '# ls -la\n',
  '- a\n\nls -la\n',
  'ls \\\n',
  '![',
  '](https://',
  'a: 1\n  - b\n',
  '## A\n',
])('threat 89 reads a hundred thousand hostile characters in linear time: %j', (piece) => {
  const paste = piece.repeat(Math.ceil(100_000 / piece.length));
  for (const made of [articleFrom(paste, []).content, enhancedDocument('', paste, []).improvedContent])
    expect(made.length).toBeLessThanOrEqual(5 * paste.length);
});
