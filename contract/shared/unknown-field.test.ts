import { expect, test } from 'vitest';
import { operatorNames } from './filter-text.ts';
import { unknownField } from './unknown-field.ts';

test.each([
  ['oss:linux', 'oss', 'os'],
  ['team:Network sttaus:offline', 'sttaus', 'status'],
  ['cpi>80', 'cpi', 'cpu'],
  ['-evn:production', 'evn', 'env'],
  ['Locaton:Sydney', 'Locaton', 'location'],
  ['memry>=50', 'memry', 'memory'],
  ['hostnme:a', 'hostnme', 'hostname'],
  ['enviroment:production', 'enviroment', 'env'],
  ['rack:7b', 'rack', undefined],
  ['zz:', 'zz', undefined],
])('INFRA-04 %s: %s is not a field, but %s may be', (text, name, near) => {
  expect(unknownField(text)).toEqual({ name, near });
});

test.each([
  '',
  'web-01',
  'os:linux cpu>80 -status:online added<7d has:check id:x',
  'environment:production cpuUsage>80',
  'https://wiki.example.com/x',
  'web-01:8080',
  'web:443',
  'fe80::1',
  'ab:cd:ef:01:02:03',
  String.raw`C:\Windows`,
  '"oss:linux"',
  'team:"a oss:b"',
  'a>b c',
])('INFRA-04 %s names no unknown field', (text) => {
  expect(unknownField(text)).toBe(undefined);
});

test('INFRA-04 no field is taken for a slip', () => {
  for (const name of operatorNames) expect(unknownField(`${name}:x`)).toBe(undefined);
});
