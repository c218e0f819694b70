import { describe, expect, test } from 'vitest';
import { readSearchWords } from './search-words.ts';

describe('issue 6 search queries', () => {
  test.each([
    ['disk full', ['disk', 'full']],
    ['  Disk\tFULL disk\n ', ['disk', 'full']],
    ['"disk full" now', ['now', 'disk full']],
    ['"not closed yet', ['not closed yet']],
    ['rm --force', ['rm', '--force']],
    ['-rf', ['-rf']],
    ['- -', ['-']],
    [
      'updated:2026-02-31 updated:0000-01-01 updated:>9999y',
      ['updated:2026-02-31', 'updated:0000-01-01', 'updated:>9999y'],
    ],
    ['C:\\Temp user@host:/var https://x.example', ['c:\\temp', 'user@host:/var', 'https://x.example']],
    [
      'colour:red type: updated:soon updated:2026-13-45',
      ['colour:red', 'type:', 'updated:soon', 'updated:2026-13-45'],
    ],
  ])('%s are the search terms', (typed, terms) => {
    expect(readSearchWords(typed)).toMatchObject({ terms, excluded: [], operators: [] });
  });

  test.each([
    ['srv-app-04*', ['srv-app-04'], ['srv-app-04']],
    ['disk f-* now', ['disk', 'f-', 'now'], ['f-']],
    ['SRV* "exact*"', ['srv', 'exact*'], ['srv']],
    ['*.log * ** *p **bold** a*b', ['*.log', '*', '**', '*p', '**bold**', 'a*b'], []],
    ['/var/log/*', ['/var/log/'], ['/var/log/']],
  ])('N18 %s stands for words that begin so', (typed, terms, beginnings) => {
    expect(readSearchWords(typed)).toMatchObject({ terms, beginnings });
  });

  test('words after - are excluded if the query has other words', () => {
    expect(readSearchWords('backup -tape -"old site"')).toMatchObject({
      terms: ['backup'],
      excluded: ['tape', 'old site'],
    });
  });

  test('operators, with quoted values, and negated', () => {
    expect(
      readSearchWords('Status:offline category:"Disaster Recovery" -tag:old updated:>30d'),
    ).toMatchObject({
      terms: [],
      typed: [],
      quoted: [],
      excluded: [],
      operators: [
        { name: 'status', value: 'offline', isNot: false, text: 'status:offline' },
        { name: 'category', value: 'Disaster Recovery', isNot: false, text: 'category:"disaster recovery"' },
        { name: 'tag', value: 'old', isNot: true, text: 'tag:old' },
        { name: 'updated', value: '>30d', isNot: false, text: 'updated:>30d' },
      ],
    });
  });

  test('reads only the beginning of an endless text', () => {
    expect(readSearchWords('x '.repeat(9) + 'y: '.repeat(500)).terms).toHaveLength(2);
    expect(readSearchWords(Array.from({ length: 500 }, (_, n) => `w${n}`).join(' ')).terms).toHaveLength(64);
  });
});
