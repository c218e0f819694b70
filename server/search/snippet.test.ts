import { expect, test } from 'vitest';
import { snippetOf } from './snippet.ts';

test('SHELL-06 a hit shows the text around the first word that matches, without markup', () => {
  const body = `${'Before. '.repeat(500)}Then **promote** [mel-db-02](x.md) and wait. ${'After. '.repeat(500)}`;
  expect(snippetOf(body, 'MEL-DB-02 promote')).toMatch(/^….*Then promote mel-db-02 and wait\. After\..*…$/);
  expect(snippetOf('# Short\n\ntext', 'text')).toBe('Short text');
  expect(snippetOf('# Short\n\ntext', 'title-only')).toBe('Short text');
});

test.each(['[', '<a ', '<!--', '`', '![]('])(
  'SHELL-06 a whole document of %s costs no more than another',
  (unit) => {
    const body = unit.repeat(5_000_000 / unit.length);
    expect(snippetOf(body, 'nothing').length).toBeLessThan(200);
  },
);
