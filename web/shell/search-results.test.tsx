import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Highlighted } from './search-results.tsx';

describe('issue 6 highlights search terms', () => {
  test.each([
    ['The Disk is full', 'disk FULL', ['The ', 'Disk', ' is ', 'full', '']],
    ['a.b matches a.b only, not axb', 'a.b', ['', 'a.b', ' matches ', 'a.b', ' only, not axb']],
    ['type: how', 'type:how-to', ['type: how']],
    ['disk', '-disk', ['disk']],
    ['exact text here', '"exact text"', ['', 'exact', ' ', 'text', ' here']],
    ['a b', 'a', ['a b']],
    ['in São Paulo, cafe', 'sao CAFÉ', ['in ', 'São', ' Paulo, ', 'cafe', '']],
    ['cafe\u0301 Straße now', 'café now', ['', 'cafe\u0301', ' Straße ', 'now', '']],
    ['(a+)+$ and more', '(a+)+$', ['', '(a+)+$', ' and more']],
  ])('%s, of %s', (text, words, parts) => {
    const html = renderToStaticMarkup(<Highlighted text={text} words={words} />);
    expect(html.split(/<\/?mark[^>]*>/)).toEqual(parts);
  });
});
