import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StrengthBar } from './strength-bar.tsx';

const barOf = (level: string) => renderToStaticMarkup(<StrengthBar level={level} score={40} />);

test.each([
  ['very-weak', 'Very weak', 'red'],
  ['weak', 'Weak', 'orange'],
  ['fair', 'Fair', 'yellow'],
  ['good', 'Good', 'blue'],
  ['strong', 'Strong', 'green'],
])('AUTH-11 %s is shown as %s in %s', (level, word, colour) => {
  const bar = barOf(level);
  expect(bar).toContain(`<span>${word}</span> · 40`);
  expect(bar).toMatch(new RegExp(`\\btext-${colour}\\b`));
  expect(bar).toMatch(new RegExp(`\\bbg-${colour}-fill\\b`));
});

test.each(['', 'excellent', 'toString'])("AUTH-11 the unknown level '%s' is 'Unknown'", (level) => {
  expect(barOf(level)).toContain('<span>Unknown</span>');
});
