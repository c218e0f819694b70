import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['Grace Brewster Hopper', 'x@example.com', 'Grace', 'Brewster Hopper'],
  ['Hopper, Grace B.', 'x@example.com', 'Grace', 'B. Hopper'],
  ['Grace Hopper, PhD', 'grace.hopper@example.com', 'Grace', 'Hopper, PhD'],
  ['Grace Hopper, PhD, PE', 'ghopper2@example.com', 'Grace', 'Hopper, PhD, PE'],
  ['Hopper, Grace, PhD', 'ghopper@example.com', 'Grace', 'Hopper, PhD'],
  ['José Peña, Jr.', 'jose.pena@example.com', 'José', 'Peña, Jr.'],
  ['Ludwig van Beethoven, MD', 'lvanbeethoven@example.com', 'Ludwig', 'van Beethoven, MD'],
  ['van Beethoven, Ludwig', 'lvanbeethoven@example.com', 'Ludwig', 'van Beethoven'],
  ['Garcia Lopez, Maria', 'mgarcia@example.com', 'Maria', 'Garcia Lopez'],
  ['Garcia Lopez, Maria', 'garcia.maria@example.com', 'Maria', 'Garcia Lopez'],
  // Nothing decides.
  ['Garcia Lopez, Maria', 'u1234@example.com', 'Maria', 'Garcia Lopez'],
  ['Hopper,', 'x@example.com', 'Hopper', ''],
  ['', 'x@example.com', '', ''],
])('AUTH-18 the name %s with the address %s', (name, email, first, last) => {
  expect(splitName(name, email)).toEqual({ first, last });
});
