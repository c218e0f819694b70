import { expect, test } from 'vitest';
import { itemAt, readingAddress } from './item-address.ts';

test.each([
  ['/infrastructure/5', { kind: 'server', id: '5' }],
  ['/infrastructure/5/', { kind: 'server', id: '5' }],
  ['/infrastructure/5?tab=log#top', { kind: 'server', id: '5' }],
  ['/infrastructure?server=5', { kind: 'server', id: '5' }],
  ['/knowledge-base?doc=7&mode=preview#a', { kind: 'document', id: '7' }],
  ['/knowledge-base/7', { kind: 'document', id: '7' }],
  ['/team?member=9', { kind: 'member', id: '9' }],
  ['/team?member=', { kind: 'member', id: '' }],
  ['/infrastructure', undefined],
  ['/infrastructure?filter=os:x', undefined],
  ['/infrastructure/5/checks', undefined],
  ['/constructor/5', undefined],
  ['/constructor?doc=1', undefined],
  ['https://elsewhere.example/infrastructure/5', undefined],
  ['http://[', undefined],
])('INFRA-12 %s opens the item that it names', (address, item) => {
  expect(itemAt(address)).toEqual(item);
});

const ID = '0198a5f6-1111-7222-8333-444455556666';

test.each([
  [`/knowledge-base?doc=${ID}`, `/knowledge-base/${ID}`],
  [`/documents?doc=${ID}`, `/knowledge-base/${ID}`],
  [`/knowledge-base/?doc=${ID}#step-2`, `/knowledge-base/${ID}#step-2`],
  [`/knowledge-base?doc=${ID}&mode=preview#step-2`, `/knowledge-base/${ID}#step-2`],
  [`/infrastructure?server=${ID}`, `/infrastructure/${ID}`],
])('KB-08 a link in a text leads from %s to what is read: %s', (written, address) => {
  expect(readingAddress(written)).toBe(address);
});

test.each([
  `/knowledge-base/${ID}`,
  `/knowledge-base?doc=${ID}&mode=edit`,
  '/knowledge-base?q=relay',
  '/knowledge-base?doc=7',
  '/knowledge-base?create=how-to-guide',
  `/infrastructure?filter=name:${ID}`,
  `/team?member=${ID}`,
  `https://example.com/knowledge-base?doc=${ID}`,
  '#step-2',
])('KB-08 a link in a text stays as it is: %s', (written) => {
  expect(readingAddress(written)).toBe(written);
});
