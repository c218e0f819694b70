import { describe, expect, test } from 'vitest';
import { snippetFor, termsIn } from './snippet.ts';

const snippetOf = (body: string, query: string) => snippetFor(body, termsIn(query));

const filler = 'lorem ipsum dolor sit amet '.repeat(40);

describe('SHELL-07 the text around a match', () => {
  test('contains the match and shows where it was cut', () => {
    const text = snippetOf(`Heading\n${filler}\nrun zpool scrub daily\n${filler}`, 'SCRUB');
    expect(text).toContain('run zpool scrub daily');
    expect(text.startsWith('…')).toBe(true);
    expect(text.endsWith('…')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(162);
  });

  test('is the whole text if it is short', () => {
    expect(snippetOf('Stop the spooler.', 'spooler')).toBe('Stop the spooler.');
    for (const query of ['text', 'title-only']) expect(snippetOf('Short\ntext', query)).toBe('Short text');
  });

  test('is around the first of several words', () => {
    expect(snippetOf(`${filler} alpha ${filler} omega`, 'omega alpha')).toContain('alpha');
  });

  test('is around the place with most of the words, whatever stop words come before', () => {
    const body = `The disk of the host. ${filler} Full disk alert on the host. ${filler}`;
    expect(snippetOf(body, 'what is the alert of a disk that is full')).toContain('Full disk alert');
    expect(snippetOf(`${filler} the end`, 'the')).toContain('the end');
  });

  test('is the beginning if the match is elsewhere, such as in the title', () => {
    expect(snippetOf(`The beginning. ${filler}`, '10.20.30.40')).toMatch(/^The beginning\. .*…$/);
    expect(snippetOf('The beginning.', 'elsewhere')).toBe('The beginning.');
  });

  test('begins and ends with whole words, wherever the match is', () => {
    const words = Array.from({ length: 600 }, (_, n) => `word${'x'.repeat(n % 7)}${n}end`);
    const isWhole = (text: string) => words.includes(text);
    for (const n of [3, 40, 180, 181, 182, 183, 184, 599]) {
      const cut = snippetOf(words.join(' '), words[n] ?? '');
      expect(cut).toContain(words[n]);
      expect(
        cut
          .replaceAll('…', '')
          .split(' ')
          .filter((word) => !isWhole(word)),
      ).toEqual([]);
    }
    const long = 'y'.repeat(3_000);
    expect(snippetOf(`${long} needle ${long}`, 'needle')).toContain('needle');
  });

  test.each(['ß', 'İ', 'ﬁ', 'é'])('finds its place after many %s', (letter) => {
    expect(snippetOf(`${`${letter} `.repeat(2_000)}needle ${filler}`, 'needle')).toContain('needle');
  });

  // If the work grew faster than the length, the test would time out.
  test.each(['<!--', '<a', '[', '[](', '![', '*', '`', '# ', '|', ' ', '\n', 'ß'])(
    'a million of %j',
    (part) => {
      const text = snippetOf(`${part.repeat(1_000_000)} needle`, 'needle');
      expect(text.length).toBeLessThanOrEqual(162);
    },
  );
});
