import { expect, test } from 'vitest';
import { keepNumbers, numberOf, withChanged, withoutNumber } from './entry-identity.ts';

const step = (title: string) => ({ title, image: '' });

test('ED-04 a late result finds its step wherever it moved, and no other', () => {
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

test('ED-10 a merge keeps the identity of steps: by title, else by position', () => {
  const before = [step('One'), step(''), step('Three')];
  const [one, blank, three] = before.map(numberOf);
  const after = [step('New'), step('One'), step('Three'), step('')];
  keepNumbers(before, after);
  expect(after.slice(1).map(numberOf)).toEqual([one, three, blank]);
  expect([one, blank, three]).not.toContain(numberOf(after[0] ?? {}));
  const renamed = [step('Eins'), step('Zwei'), step('Three')];
  keepNumbers(before, renamed);
  expect(renamed.map(numberOf)).toEqual([one, blank, three]);
});

test('ED-10 steps without titles, or with equal ones, are matched by their other fields', () => {
  const described = (title: string, description: string) => ({ title, description });
  for (const title of ['', 'Check']) {
    const before = ['Do a', 'Do b, mine ', 'Do c'].map((text) => described(title, text));
    const [a, b, c] = before.map(numberOf);
    const inserted = ['New', 'Do a', 'Do b, mine', 'Do c'].map((text) => described(title, text));
    keepNumbers(before, inserted);
    expect(inserted.slice(1).map(numberOf)).toEqual([a, b, c]);
    const shortened = ['Do b, mine', 'Do c'].map((text) => described(title, text));
    keepNumbers(inserted, shortened);
    expect(shortened.map(numberOf)).toEqual([b, c]);
  }
});

test('ED-10 a step keeps its identity while its title is typed', () => {
  const described = (title: string) => ({ title, description: `Do ${title[0]}` });
  const before = [described('A'), described('B new ')];
  const after = [described('First'), described('A'), described('B new')];
  const [a, b] = before.map(numberOf);
  keepNumbers(before, after);
  expect(after.slice(1).map(numberOf)).toEqual([a, b]);
  const retitled = [described('First'), described('A'), described('Better')];
  keepNumbers(after, retitled);
  expect(retitled.slice(1).map(numberOf)).toEqual([a, b]);
});
