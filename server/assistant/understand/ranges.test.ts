import { expect, test } from 'vitest';
import { fc } from '../../../test/properties.ts';
import { rangesIn } from './ranges.ts';

test.each([
  ['servers in 10.20.0.0/16', ['10.20.0.0/16']],
  ['hosts in 10.20.*', ['10.20.0.0/16']],
  ['hosts in 10.20.30.x', ['10.20.30.0/24']],
  ['the 10.20 range', ['10.20.0.0/16']],
  ['the 10.20.30 subnet', ['10.20.30.0/24']],
  ['addresses starting with 10.20.30.', ['10.20.30.0/24']],
  ['10.0.0.4-10.0.0.7', ['10.0.0.4/30']],
  ['10.0.0.4-7', ['10.0.0.4/30']],
  ['between 10.0.0.10 and 10.0.0.12', ['10.0.0.10/31', '10.0.0.12/32']],
  ['from 10.0.0.255 to 10.0.1.0', ['10.0.0.255/32', '10.0.1.0/32']],
])('AI-10 %s', (text, cidrs) => {
  expect(rangesIn(text).flatMap((range) => range.cidrs)).toEqual(cidrs);
});

test.each([
  'is 10.0.0.4 up?',
  'the status of 10.0.0.4 and 10.0.0.9',
  'kernel 5.15.0',
  'version 10.20 of the agent',
  'cpu between 10 and 20',
  '10.0.0.9-10.0.0.4',
  '10.0.0.300-10.0.0.400',
  'addresses starting with 10.20.30.40',
])('AI-10 %s names no range', (text) => {
  expect(rangesIn(text)).toEqual([]);
});

test('AI-10 the networks of a range hold its addresses and no other', () => {
  const address = fc.tuple(fc.constantFrom(0, 1), fc.nat(255)).map(([net, host]) => net * 256 + host);
  const written = (number: number) => `10.0.${Math.floor(number / 256)}.${number % 256}`;
  fc.assert(
    fc.property(address, address, (one, other) => {
      const [first, last] = one < other ? [one, other] : [other, one];
      const held = rangesIn(`${written(first)}-${written(last)}`).flatMap(({ cidrs }) =>
        cidrs.flatMap((cidr) => {
          const [, net, host, bits] = /^10\.0\.(\d+)\.(\d+)\/(\d+)$/.exec(cidr) ?? [];
          const start = Number(net) * 256 + Number(host);
          return Array.from({ length: 2 ** (32 - Number(bits)) }, (_, place) => start + place);
        }),
      );
      expect(held).toEqual(Array.from({ length: last - first + 1 }, (_, place) => first + place));
    }),
  );
});
