import { describe, expect, test } from 'vitest';
import { resolverFor } from './resolve.ts';

const resolve = resolverFor([
  'index.md',
  'top.md',
  'docs/_index.md',
  'docs/network/vlans.md',
  'docs/network/Trunk Ports.md',
  'docs/On%2DCall.md',
  'docs/network/100% full.md',
  'docs/network/README.md',
  'docs/storage/index.md',
  'docs/storage/notes.markdown',
  'docs/img/rack.png',
  'docs/img/Patch.PNG',
  'twice/Same.md',
  'twice/same.md',
]);
const from = 'docs/network/vlans.md';

describe('OPS-04 finds the file that the address of a page means', () => {
  test.each([
    ['README.md', 'docs/network/README.md'],
    ['./README.md', 'docs/network/README.md'],
    ['README', 'docs/network/README.md'],
    ['../img/rack.png', 'docs/img/rack.png'],
    ['../../top.md', 'top.md'],
    ['Trunk%20Ports.md', 'docs/network/Trunk Ports.md'],
    ['Trunk%20Ports', 'docs/network/Trunk Ports.md'],
    ['/docs/On%2DCall', 'docs/On%2DCall.md'],
    ['Trunk Ports.md', 'docs/network/Trunk Ports.md'],
    ['100% full.md', 'docs/network/100% full.md'],
    ['../storage', 'docs/storage/index.md'],
    ['../storage/', 'docs/storage/index.md'],
    ['../storage/notes', 'docs/storage/notes.markdown'],
    ['..', 'docs/_index.md'],
    ['.', 'docs/network/README.md'],
    ['/top.md', 'top.md'],
    ['/docs/img/rack.png', 'docs/img/rack.png'],
    ['/', 'index.md'],
    ['../IMG/Rack.PNG', 'docs/img/rack.png'],
    ['../img/patch.png', 'docs/img/Patch.PNG'],
    ['notes.markdown', 'docs/storage/notes.markdown'],
    ['../img/rack.png?width=200', 'docs/img/rack.png'],
  ])('OPS-04 %s', (address, path) => {
    expect(resolve(from, address)).toEqual({ path, anchor: '' });
  });

  test.each(['/top?server=1f', '/top?q=a&member=1f', '/index?doc=1f#a'])(
    'KB-11 an address of the product matches no page of the zip: %s',
    (address) => expect(resolve(from, address)).toBeUndefined(),
  );

  test('OPS-04 keeps the fragment', () => {
    expect(resolve(from, '../storage/#raid')).toEqual({ path: 'docs/storage/index.md', anchor: '#raid' });
    expect(resolve(from, 'README.md?plain=1#top')).toEqual({
      path: 'docs/network/README.md',
      anchor: '#top',
    });
  });

  test.each([
    'https://example.com/top.md',
    'HTTPS://example.com',
    '//example.com/top.md',
    'mailto:ops@example.com',
    'data:image/png;base64,xx',
    '#only-an-anchor',
    '',
    './missing.md',
    '../../../top2.md',
  ])('OPS-04 leaves %s unchanged', (address) => {
    expect(resolve(from, address)).toBeUndefined();
  });

  test('KB-11 uses none of several possible files', () => {
    expect(resolve(from, '../../twice/SAME.md')).toBeNull();
  });

  test('KB-11 an address from the top of a site is one below the folder that holds the site', () => {
    const find = resolverFor([
      'content/en/docs/_index.md',
      'content/en/docs/dns.md',
      'content/en/v1/docs/dns.md',
      'content/de/docs/dns.md',
      'content/en/docs/img/dns.png',
      'guide/intro.mdx',
    ]);
    expect(find('content/en/docs/a.md', '/docs/dns/#zones')).toEqual({
      path: 'content/en/docs/dns.md',
      anchor: '#zones',
    });
    expect(find('content/en/v1/docs/a.md', '/docs/dns')?.path).toBe('content/en/docs/dns.md');
    expect(find('content/de/docs/a.md', '/docs/dns/')?.path).toBe('content/de/docs/dns.md');
    expect(find('content/en/docs/a.md', '/en/docs/')?.path).toBe('content/en/docs/_index.md');
    expect(find('content/en/docs/a.md', '/docs/img/dns.png')?.path).toBe('content/en/docs/img/dns.png');
    expect(find('guide/a.md', '../intro/')?.path).toBe('guide/intro.mdx');
    expect(find('other/a.md', '/docs/dns')).toBeNull();
  });

  test('OPS-04 of two files that differ in case uses the one as written', () => {
    expect(resolve('top.md', 'twice/same.md')?.path).toBe('twice/same.md');
    expect(resolve('top.md', 'twice/Same.md')?.path).toBe('twice/Same.md');
  });
});
