import { expect, test } from 'vitest';
import { itemAt } from './item-address.ts';

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
