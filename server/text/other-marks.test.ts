import { expect, test } from 'vitest';
import { changeLinks, linksIn } from './markdown-links.ts';
import { withoutOtherMarks } from './other-marks.ts';

const LONG = 'words '.repeat(400);

test('threat 89 only marks of links and code stay, and everything stays in its place', () => {
  const text = [
    `[a](b) c] *d* \`e\` \`\`f \\[g [h ${LONG}`,
    '- [x] _i_ [j[k]](l)',
    '',
    '```sh',
    'if [[ -f x ]; then echo `date`',
    '```',
    '~~~',
    '[m](n)',
    '~~~',
  ].join('\n');
  const kept = withoutOtherMarks(text);
  expect(kept).toHaveLength(text.length);
  expect(kept.replace(LONG, '')).toBe(
    [
      '[a](b) cx xdx `e` xxf \\[g xh ',
      '- [x] xix [j[k]](l)',
      '',
      '```sh',
      'if x[ -f x ]; then echo `date`',
      '```',
      '~~~',
      '[m](n)',
      '~~~',
    ].join('\n'),
  );
});

test('DOC-03 links of a long text are found and changed as those of a short one', () => {
  const short =
    'See [the *page*](/a_b_c) and `[no](x)`, [two `]` parts](/d), ![i](/objects/1).\n\n<a href="/e">f</a> ]';
  const long = `${short}\n\n${LONG}\n\n${short}`;
  expect(linksIn(long)).toEqual(linksIn(short));
  expect(linksIn(short)).toEqual(['/a_b_c', '/d', '/objects/1', '/e']);
  const changed = (text: string) => changeLinks(text, (target) => `${target}?x`);
  expect(changed(long)).toBe(`${changed(short)}\n\n${LONG}\n\n${changed(short)}`);
});
