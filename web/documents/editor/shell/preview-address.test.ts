import { expect, test } from 'vitest';
import { inPreview } from './preview-address.ts';

test.each([
  ['/knowledge-base?doc=1', '/knowledge-base?doc=1&mode=preview'],
  ['/knowledge-base?doc=1#step-2', '/knowledge-base?doc=1&mode=preview#step-2'],
  ['/knowledge-base?doc=1&mode=edit', '/knowledge-base?doc=1&mode=preview'],
  ['/knowledge-base?q=dns', '/knowledge-base?q=dns'],
  ['/infrastructure?server=1', '/infrastructure?server=1'],
])('ED-11 %s leads to %s', (address, expected) => {
  expect(inPreview(address)).toBe(expected);
});
