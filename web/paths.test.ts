import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('every path starts at the root and belongs to one screen', () => {
  const all = Object.values(paths);
  expect(new Set(all).size).toBe(all.length);
  for (const path of all) expect(path).toMatch(/^\/[a-z/-]*(\$[a-zA-Z]+)?$/);
});
