import { expect, test } from 'vitest';
import { imageKind, linkKind } from './addresses.ts';

test.each([
  ['#step-2', 'here'],
  ['/knowledge-base?doc=1', 'inside'],
  ['/', 'inside'],
  ['/apis-of-the-pool', 'inside'],
  ['/100%', 'inside'],
  ['/objects/1', 'outside'],
  ['https://x.example/a b', 'outside'],
  ['HTTP://x.example', 'outside'],
  ['mailto:ops@x.example', 'outside'],
])('ED-11 the link %s can be opened', (address, kind) => {
  expect(linkKind(address)).toBe(kind);
});

test.each([
  '',
  'page.md',
  '../page.md',
  '?doc=1',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  ' /\\evil.example',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u00a0https://x.example',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://x.example/1',
  'ftp://x.example',
  'https:x.example',
  'https:/x.example',
  '/api/logout',
  '/api',
  '/auth/google',
  '/%61pi/logout',
  '/API/logout',
  '/x/..//api/logout',
  '/knowledge-base/../api/logout',
  '/knowledge-base/%2e%2E/api/logout',
])('ED-11 threat 63 the link %j cannot be opened', (address) => {
  expect(linkKind(address)).toBeUndefined();
});

test.each([
  ['/objects/1', 'own'],
  ['data:image/png;base64,iVBOR', 'own'],
  ['data:image/jpeg;base64,x', 'own'],
  ['data:image/gif;base64,x', 'own'],
  ['data:image/webp;base64,x', 'own'],
  ['https://x.example/a.png', 'remote'],
])('ED-11 accepts the image %s', (address, kind) => {
  expect(imageKind(address)).toBe(kind);
});

test.each([
  '',
  'a.png',
  '//evil.example/a.png',
  '/api/logout',
  '/objects/../api/logout',
  '/objects/%2E%2e/api/logout',
  '/\\evil.example/objects/1',
  'data:image/svg+xml,<svg/>',
  'data:image/pngx,',
  'data:text/html,x',
  'javascript:alert(1)',
  'https://x.example/a\n.png',
  'ftp://x.example/a.png',
  'https:x.example/a.png',
])('ED-11 drops the image %j', (address) => {
  expect(imageKind(address)).toBeUndefined();
});
