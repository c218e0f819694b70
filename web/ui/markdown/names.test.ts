import { toHtml } from 'hast-util-to-html';
import { expect, test } from 'vitest';
import { linkNames, type Names } from './names.ts';
import { partsOf } from './safe-tree.ts';

const NAMES: Names = new Map([
  ['mel-db-01', { address: '/infrastructure/1', state: 'Offline' }],
  ['syd.web', { address: '/infrastructure/2', state: 'Online' }],
]);
const linked = (text: string) =>
  partsOf(text)
    .map((part) => toHtml({ type: 'root', children: linkNames(part, NAMES) }))
    .join('');
const link = (name: string, id: number, state: string) =>
  `<a href="/infrastructure/${id}" class="named" data-tooltip="${state}">${name}</a>`;

test.each([
  ['Restart mel-db-01.', `<p>Restart ${link('mel-db-01', 1, 'Offline')}.</p>`],
  ['`MEL-DB-01`', `<p><code>${link('MEL-DB-01', 1, 'Offline')}</code></p>`],
  [
    'root@mel-db-01:5432, **syd.web**',
    `<p>root@${link('mel-db-01', 1, 'Offline')}:5432, <strong>${link('syd.web', 2, 'Online')}</strong></p>`,
  ],
])('KB-08 a name of a server leads to it and has its state: %s', (text, html) => {
  expect(linked(text)).toBe(html);
});

test.each([
  'mel-db-011 and xmel-db-01',
  'mel-db-01.example.com',
  '[mel-db-01](/team?q=a)',
  '```\nmel-db-01\n```',
  'syd',
])('KB-08 other words, links and blocks of code stay: %s', (text) => {
  const [part = []] = partsOf(text);
  expect(linkNames(part, NAMES)).toEqual(part);
});

test('KB-08 a link to a server shows its state as well', () => {
  const id = '0198a5f6-1111-7222-8333-444455556666';
  const names: Names = new Map([['x', { address: `/infrastructure/${id}`, state: 'Online' }]]);
  const [part = []] = partsOf(`[the server](/infrastructure?server=${id})`);
  expect(toHtml({ type: 'root', children: linkNames(part, names) })).toContain('data-tooltip="Online"');
});
