import { describe, expect, test } from 'vitest';
import { checkQuality, QUALITY, type Quality, summaryOf } from './quality.ts';

/** Words that no list knows, each different. */
const plain = (count: number): string =>
  Array.from({ length: count }, (_, n) => `qq${n.toString(36).padStart(3, 'q')}`).join(' ');
const GOOD = `First open the firewall console and check the certificate. Then restart the service on each server. Finally verify the result.`;
const messages = (text: string) => checkQuality(text).issues.map(({ message }) => message);
const has = (text: string, part: string) => messages(text).some((message) => message.includes(part));

test('QC-01 a good text loses nothing', () => {
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
    // 3 dates in 100 words are 0.3 for each ten words, which is not above it.
    ['3 dates in 100 words', `${plain(97)} 2026-01-05 05/01/2026 05.01.2026`, 'mostly dates', false],
    ['3 dates in 99 words', `${plain(96)} 2026-01-05 05/01/2026 05.01.2026`, 'mostly dates', true],
    ['addresses and versions are no dates', `${plain(8)} 10.0.12.55 10.0.19 1.2.33`, 'mostly dates', false],
    ['months are dates', `${plain(8)} 5 March`, 'mostly dates', true],
    ['no technical term', plain(10), 'no technical terms', true],
    ['one technical term', `${plain(10)} DNS,`, 'no technical terms', false],
    // 5 structure words are 15, 1 action word 2, 1 technical term 1.5; a second action word makes 20.5.
    ['18.5 points', 'first then next finally result restart server', 'lacks procedural structure...', true],
    ['20 points', 'open close check copy first then next finally', 'lacks procedural structure', false],
    ['repeating a word earns nothing', 'restart '.repeat(40), 'lacks procedural structure', true],
    ['a few words again', `${plain(12)} ${plain(5)}`, 'highly repetitive', false],
    ['the same sentence again and again', `${plain(6)} `.repeat(5), 'highly repetitive', true],
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

describe('QC-01 severities, penalties and the outcome', () => {
  test('all that is wrong with nothing at all', () => {
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

  test('one high issue makes it invalid, whatever the score; medium ones alone do not', () => {
    const noTerm = checkQuality(plain(20));
    expect(noTerm).toMatchObject({ score: 65, isValid: false });
    expect(noTerm.score).toBeGreaterThanOrEqual(QUALITY.passScore);
    expect(checkQuality(`${plain(20)} server`)).toMatchObject({ score: 85, isValid: true });
  });

  test('QC-02 each type of issue brings its suggestions once', () => {
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

test('QC-01 hostile text is checked in linear time', () => {
  for (const piece of ['!', 'a!', '1/', '\n', ' ', '2026-', 'jan ']) {
    expect(checkQuality(`a${piece.repeat(100_000)}a`).score).toBeLessThan(100);
  }
}, 30_000);
