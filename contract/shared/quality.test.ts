import { describe, expect, test } from 'vitest';
import { checkQuality, type Quality, summaryOf } from './quality.ts';

/** Distinct words that are in no list. */
const plain = (count: number): string =>
  Array.from({ length: count }, (_, n) => `qq${n.toString(36).padStart(3, 'q')}`).join(' ');
const GOOD =
  'First open the firewall console and check the certificate. Then restart the service on each ' +
  'server. Finally verify the result.';
const messages = (text: string) => checkQuality(text).issues.map(({ message }) => message);
const has = (text: string, part: string) => messages(text).some((message) => message.includes(part));

test('QC-01 a good text has no deductions', () => {
  expect(checkQuality(GOOD)).toEqual({ isValid: true, score: 100, issues: [], suggestions: [] });
});

describe('QC-01 each check begins exactly at its boundary', () => {
  test.each<[string, string, string, boolean]>([
    ['49 characters', 'x'.repeat(49), 'too short (49 characters)', true],
    ['50 characters', 'x'.repeat(50), 'too short', false],
    ['blanks around do not count', `  ${'x'.repeat(49)}\n\n`, 'too short (49 characters)', true],
    ['10000 characters', 'x'.repeat(10_000), 'very long', false],
    ['10001 characters', 'x'.repeat(10_001), 'very long (10001 characters)', true],
    ['7 words', `${plain(7)} is to`, 'too few words (7)', true],
    ['8 words', plain(8), 'too few words', false],
    // 3 dates in 100 words are exactly 0.3 for each ten words. Only more than that counts.
    ['3 dates in 100 words', `${plain(97)} 2026-01-05 05/01/2026 05.01.2026`, 'mostly dates', false],
    ['3 dates in 99 words', `${plain(96)} 2026-01-05 05/01/2026 05.01.2026`, 'mostly dates', true],
    ['addresses and versions are no dates', `${plain(8)} 10.0.12.55 10.0.19 1.2.33`, 'mostly dates', false],
    ['months are dates', `${plain(8)} 5 March`, 'mostly dates', true],
    ['no technical term', plain(10), 'no technical terms', true],
    ['one technical term', `${plain(10)} DNS,`, 'no technical terms', false],
    ['a technical term within a compound', `${plain(10)} Kerberos-Anmeldung`, 'no technical terms', false],
    ['a compound without one', `${plain(10)} well-known`, 'no technical terms', true],
    ['a term in German', `${plain(10)} „Laufwerk“`, 'no technical terms', false],
    ['a term in French', `${plain(10)} l’imprimante réseau`, 'no technical terms', false],
    [
      'a compound term counts once',
      'open close check copy first then next active-directory',
      'lacks proc',
      true,
    ],
    // 5 structure words give 15 points, 1 action word 2, and 1 technical term 1.5. A second action word makes 20.5.
    ['18.5 points', 'first then next finally result restart server', 'lacks procedural structure...', true],
    ['20 points', 'open close check copy first then next finally', 'lacks procedural structure', false],
    ['repeating a word earns nothing', 'restart '.repeat(40), 'lacks procedural structure', true],
    ['a few words repeated', `${plain(12)} ${plain(5)}`, 'highly repetitive', false],
    ['the same sentence repeated', `${plain(6)} `.repeat(5), 'highly repetitive', true],
    ['3 lines', 'Ann Smith\nBob Jones\nEve Stone', 'list of names', false],
    ['4 short lines', 'Ann Smith\nBob Jones\nEve Stone\none two three four', 'list of names', true],
    ['7 of 10 lines', `${'a b\n'.repeat(7)}${'one two three four five\n'.repeat(3)}`, 'list of names', false],
    ['8 of 10 lines', `${'a b\n'.repeat(8)}${'one two three four five\n'.repeat(2)}`, 'list of names', true],
    ['numbered lines', '1. one two three four five\n'.repeat(4), 'list of names', true],
    ['blank lines do not count', 'a b\n\n\n\n\nc d', 'list of names', false],
  ])('%s', (_name, text, part, expected) => {
    expect(has(text, part)).toBe(expected);
  });
});

/** A text without faults. Each test adds or removes something. */
const FINE =
  'first open the console then restart the server next verify the result finally close the certificate log';
const words = (text: string, count: number) =>
  `${text} ${plain(count - text.split(' ').filter(({ length }) => length > 2).length)}`;
/** A text of `different` distinct words, of which the first ones repeat. */
const repeated = (different: number, again: number) => {
  const all = words(FINE, different).split(' ').slice(0, different);
  return [...all, ...all.slice(0, again)].join(' ');
};
const SHORT = 'first open server then run next step fix dns';
const FEW = 'first then next finally result restart server if ip os';
const LINE = 'a longer line with more words in it\n';

describe('QC-01 each penalty alone, on both sides of its boundary', () => {
  test.each<[string, string, number, string[]]>([
    ['49 characters', `${SHORT} `.padEnd(49, 'q'), 70, ['length high']],
    ['50 characters', `${SHORT} `.padEnd(50, 'q'), 100, []],
    [
      '10001 characters',
      `${FINE} ${plain(3_000)}`.slice(0, 10_001).padEnd(10_001, 'q'),
      90,
      ['length medium'],
    ],
    ['10000 characters', `${FINE} ${plain(3_000)}`.slice(0, 10_000).padEnd(10_000, 'q'), 100, []],
    ['7 words', FEW, 75, ['length high']],
    ['8 words', `${FEW} qqq`, 100, []],
    ['3 dates in 99 words', `${words(FINE, 96)} 2026-01-05 05/01/2026 05.01.2026`, 65, ['technical high']],
    ['3 dates in 100 words', `${words(FINE, 97)} 2026-01-05 05/01/2026 05.01.2026`, 100, []],
    [
      'no technical term',
      'first then next finally result open verify close check wait',
      80,
      ['technical high'],
    ],
    ['1 technical term', 'first then next finally result open verify close check wait dns', 100, []],
    ['structure 19.5', `first then next finally result step dns ${plain(9)}`, 85, ['structure medium']],
    ['structure 20', `first then next finally result open dns server ${plain(9)}`, 100, []],
    ['7 of 20 repeated sequences', repeated(13, 9), 90, ['repetitive medium']],
    ['6 of 20 repeated sequences', repeated(14, 8), 100, []],
    ['8 of 10 lines', `${FINE}\n${LINE}${plain(8).replaceAll(' ', '\n')}`, 70, ['structure high']],
    ['7 of 10 lines', `${FINE}\n${LINE}${LINE.replace('a', 'no')}${plain(7).replaceAll(' ', '\n')}`, 100, []],
    [
      '4 lines',
      FINE.replaceAll('console', '\n')
        .replaceAll('next', '\n')
        .replaceAll('finally', '\n')
        .replaceAll('the ', '')
        .replaceAll(/ ?\n ?/g, '\n'),
      70,
      ['structure high'],
    ],
    ['3 lines', 'first open\nthen next step finally\nresult of dns and so on and so forth here', 100, []],
  ])('%s', (_name, text, score, found) => {
    const quality = checkQuality(text);
    expect(quality.issues.map(({ type, severity }) => `${type} ${severity}`)).toEqual(found);
    expect(quality.score).toBe(score);
    expect(quality.isValid).toBe(found.every((issue) => !issue.endsWith('high')));
  });
});

describe('QC-01 severities, penalties and the outcome', () => {
  test('writes counts as people say them', () => {
    const detectedIn = (text: string) => checkQuality(text).issues.map(({ detected }) => detected);
    expect(detectedIn('Outage since 2026-01-05')).toContain('1 date in 3 words');
    expect(detectedIn('x')).toContain('1 character');
    expect(detectedIn('Outage')).toContain('1 word of 3 or more characters');
  });

  test('lists every problem of an empty document', () => {
    const { score, isValid, issues } = checkQuality('');
    expect(issues.map(({ type, severity }) => `${type} ${severity}`)).toEqual([
      'length high',
      'length high',
      'technical high',
      'structure medium',
    ]);
    expect({ score, isValid }).toEqual({ score: 100 - 30 - 25 - 20 - 15, isValid: false });
  });

  test('the score never falls below 0', () => {
    const { score, issues } = checkQuality(`${'Al\nBo\n'.repeat(6)}2026-01-05`);
    expect(issues).toHaveLength(7);
    expect(score).toBe(0);
  });

  test('one high issue makes it invalid at any score; medium ones alone do not', () => {
    const noTerm = checkQuality(plain(20));
    expect(noTerm).toMatchObject({ score: 65, isValid: false });
    expect(noTerm.score).toBeGreaterThanOrEqual(50);
    expect(checkQuality(`${plain(20)} server`)).toMatchObject({ score: 85, isValid: true });
  });

  test('QC-02 each type of issue adds its suggestions once', () => {
    expect(checkQuality(GOOD).suggestions).toEqual([]);
    const { suggestions } = checkQuality('');
    expect(suggestions.length).toBeGreaterThanOrEqual(3);
    expect(new Set(suggestions).size).toBe(suggestions.length);
  });
});

test('QC-02 messages and summaries are those of the product', () => {
  expect(messages('short')[0]).toBe(
    'Content is too short (5 characters). Knowledge base articles should be at least 50 characters.',
  );
  expect(messages(`${plain(3000)}`)[0]).toBe(
    'Content is very long (17999 characters). Consider breaking it into smaller articles.'.replace(
      '17999',
      String(plain(3000).length),
    ),
  );
  const issue = (severity: 'high' | 'medium' | 'low') => ({
    type: 'length' as const,
    severity,
    message: '',
    detected: '',
  });
  const of = (part: Partial<Quality>) =>
    summaryOf({ isValid: false, score: 40, issues: [], suggestions: [], ...part });
  expect(of({ isValid: true, score: 90, issues: [issue('medium')] })).toBe(
    'Content looks good for knowledge base creation! (Score: 90/100)',
  );
  expect(of({ issues: [issue('high'), issue('medium'), issue('high')] })).toBe(
    'Content has 2 major issue(s) that should be addressed. (Score: 40/100)',
  );
  expect(of({ issues: [issue('medium')] })).toBe(
    'Content could be improved but may still work. (Score: 40/100)',
  );
  expect(of({ issues: [issue('low')] })).toBe('Content quality is borderline. (Score: 40/100)');
});

test('QC-01 checks hostile text in linear time', () => {
  for (const piece of ['!', 'a!', '1/', '\n', ' ', '2026-', 'jan ']) {
    expect(checkQuality(`a${piece.repeat(100_000)}a`).score).toBeLessThan(100);
  }
}, 30_000);
