import { describe, expect, test } from 'vitest';
import { fc } from '../../test/properties.ts';
import { indexedWords, lexemesOf, wholeWordsIn } from './lexemes.ts';

describe('issue 6 the lexemes of a text', () => {
  test.each([
    ['The disks are failing', ['disk', 'fail']],
    ['KubeNodeNotReady', ['kubenodenotreadi', 'kube', 'node', 'readi']],
    ['HTTPServer2Down', ['httpserver2down', 'http', 'server2', 'down']],
    ['disk_full', ['disk_full', 'diskfull', 'disk', 'full']],
    ['add adds added adding, err erred', ['add', 'add', 'add', 'add', 'err', 'err']],
    ['AD setting', ['ad', 'set']],
    ['backed up, backs up, back-up', ['backup', 'backup', 'backup']],
    ['it came back up, the host is back up', ['came', 'back', 'host', 'back']],
    ['fail it over, failing over', ['failov', 'failov']],
    ['Log in as root; the log in Graylog', ['login', 'root', 'log', 'graylog']],
    ['shut down, set up, handed over', ['shutdown', 'setup', 'handov']],
    ['kept keep, paid pay, broken breaks, min', ['keep', 'keep', 'pai', 'pai', 'break', 'break', 'minimum']],
    ['Wi-Fi wifi', ['wi-fi', 'wifi', 'wi', 'fi', 'wifi']],
    ['E-mails, emails', ['e-mails', 'email', 'e', 'mail', 'email']],
    ['on-call, on call, oncall', ['on-call', 'oncal', 'call', 'on-call', 'oncal', 'call', 'oncal']],
    ['telephones, phone', ['phone', 'phone']],
    ['2026-08-14, 1999-12', ['2026-08-14', 'august', '2026', '08', '14', '1999-12', 'decemb', '1999', '12']],
    ['2026-13-01', ['2026-13-01', '2026', '13', '01']],
    ['srv-au-db01', ['srv-au-db01', 'srvaudb01', 'srv', 'au', 'db01']],
    ['10.20.30.4', ['10.20.30.4', '10', '20', '30', '4']],
    ['C:\\Temp', ['c', 'temp']],
    ['Größe Straße', ['gross', 'strass']],
    ['データベース', ['データベース']],
    ['', []],
    ['!?', []],
  ])('%s', (text, lexemes) => {
    expect(lexemesOf(text)).toEqual(lexemes);
  });

  test('a word of the title counts eight times, and is marked; a run only counts as present', () => {
    expect(indexedWords('Disk', 'disk disk disk-cable')).toEqual({
      words: "'disk':1,2,3,4,5,6,7,8,9,10,11 '=disk':1 'disk-cable':1 'diskcabl':1 'cabl':1",
      length: 13,
    });
  });

  test('no text exceeds the limits of PostgreSQL', () => {
    const { words, length } = indexedWords('a', `${'same '.repeat(10_000)} ${'x'.repeat(5_000)}`);
    expect(words).not.toContain('xxx');
    expect(length).toBe(200);
    const many = indexedWords('a', Array.from({ length: 50_000 }, (_, n) => `w${n}`).join(' '));
    expect(many.length).toBe(20_000);
  });
});

test('SHELL-07 no sign of any script is an empty word, which PostgreSQL refuses', () => {
  expect(lexemesOf('a \u0301 b ´ c')).not.toContain('');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => !lexemesOf(text).includes('')),
    {
      numRuns: 1_000,
    },
  );
});

test.each([
  ['disk otter', 'A disk otter.'],
  ['web-77 pool', 'of the.web-77 pool.example'],
  ['powershell script', 'A PowerShell script'],
  ['/var/log full', 'cd /srv/var/log full/of/logs'],
  ['10.0.0.1 down', 'from:10.0.0.1 down/up'],
  ['back up vole', 'it came back up vole'],
])('SHELL-07 a text that holds "%s" holds its whole words', (phrase, text) => {
  expect(wholeWordsIn(phrase).filter((word) => !lexemesOf(text).includes(word))).toEqual([]);
});
