import { expect, test } from 'vitest';
import { numberOf, withChanged, withoutNumber } from './entry-identity.ts';

const step = (title: string) => ({ title, image: '' });

test('ED-04 what comes late for a step finds it wherever it stands by then, and nothing else', () => {
  const steps = [step('One'), step('Two'), step('Three')];
  const [one = 0, two = 0] = steps.map(numberOf);
  const written = withChanged(steps, two, (before) => ({ ...before, title: 'Second' })) ?? [];
  const moved = withoutNumber([step('New'), ...written], one);
  expect(withChanged(moved, two, (before) => ({ ...before, image: '/shot' }))).toEqual([
    step('New'),
    { title: 'Second', image: '/shot' },
    step('Three'),
  ]);
  expect(withChanged(withoutNumber(moved, two), two, (before) => before)).toBeUndefined();
});
