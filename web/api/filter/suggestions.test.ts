import { describe, expect, test } from 'vitest';
import { readFilter } from '../../../contract/shared/filter-text.ts';
import { fieldOf, serverFields } from '../../../contract/shared/server-fields.ts';
import { isPlain, suggestionsFor, valueRequest } from './suggestions.ts';

const labels = (text: string, held: string[] = []) => suggestionsFor(text, held).map(({ label }) => label);
const texts = (text: string, held: string[] = []) => suggestionsFor(text, held).map((each) => each.text);

describe('INFRA-04 suggestions of the filter field', () => {
  test('INFRA-04 operators by their name, label and synonyms', () => {
    expect(labels('')).toEqual(expect.arrayContaining(['env:', 'cpu>', 'added<', 'has:']));
    expect(labels('fqdn')).toEqual(['hostname:']);
    expect(labels('Zone')).toEqual(['network:']);
    expect(texts('os:ubuntu te')).toEqual(['os:ubuntu team:', 'os:ubuntu function3:']);
    // Numeric fields cannot be excluded.
    expect(labels('-cp')).toEqual([]);
    expect(labels('-en')).toEqual(['-env:']);
    expect(labels('zzz')).toEqual([]);
  });

  test('INFRA-04 closed values, values of servers and values of the form', () => {
    expect(labels('env:')).toEqual(fieldOf('environment').options);
    expect(texts('-status:off')).toEqual(['-status:offline']);
    expect(texts('team:net', ['Network Operations', 'Storage'])).toEqual(['team:"Network Operations"']);
    const systems = labels('os:', ['Debian 12']);
    expect(systems[0]).toBe('Debian 12');
    expect(systems.length).toBeLessThanOrEqual(20);
    expect(labels('os:debian 12', ['DEBIAN 12'])).toEqual([]);
    expect(texts('os:"debian 12', ['Debian 12'])).toContain('os:"Debian 12"');
    expect(texts('location:"Hall 1",ha', ['Hall 2'])).toEqual(['location:"Hall 1","Hall 2"']);
    expect(texts('ip:10', ['10.0.0.1'])).toEqual(['ip:10.0.0.1']);
  });

  test('INFRA-04 examples of figures and times, and all of has:', () => {
    expect(texts('disk>')).toEqual(['disk>80', 'disk>90']);
    expect(texts('-added<7')).toEqual(['-added<7d']);
    expect(suggestionsFor('certificate<30', [])[0]?.hint).toBe('certificate expires within 30 days');
    expect(texts('has:docu')).toEqual(['has:document']);
    expect(labels('unknown:x')).toEqual([]);
    expect(texts('-cpu>')).toEqual([]);
  });

  test('INFRA-04 every suggested value reads back as a condition of its field', () => {
    const odd = ['a b', 'a,b', 'a"b', String.raw`a\b`, '=a', '10.0.0.0/8', '10.0.0.1', 'über'];
    for (const field of serverFields) {
      for (const { label, text } of suggestionsFor(`${fieldOf(field).operator}:`, odd))
        expect(readFilter(text)).toEqual([[expect.objectContaining({ field, values: [label] })]]);
    }
  });
});

test('INFRA-04 words are looked for while they are typed, conditions are not', () => {
  for (const text of ['', 'web-01', '-web', 'mel db', 'oss:x', 'http://a', '"a b"'])
    expect([text, isPlain(text)]).toEqual([text, true]);
  for (const text of [
    'os:ubuntu',
    'os:',
    'cpu>',
    'cpu>80',
    '-env:p',
    'web OR db',
    'OR db',
    'web team:a',
    'web te am:',
    'has:',
  ])
    expect([text, isPlain(text)]).toEqual([text, text === 'web te am:']);
});

test('INFRA-04 requests values of open fields only', () => {
  expect(valueRequest('cpu>80 team:"Net')).toEqual({ field: 'teamOwner', q: 'Net' });
  expect(valueRequest('os:ubuntu,"Win')).toEqual({ field: 'operatingSystem', q: 'Win' });
  expect(valueRequest('name:=web')).toEqual({ field: 'name', q: 'web' });
  for (const text of ['env:p', 'team', 'cpu>8', 'team:a ', 'nothing:a'])
    expect(valueRequest(text)).toBe(undefined);
});
