import { describe, expect, test } from 'vitest';
import type { Source } from '../../contract/calls/assistant.ts';
import type { Condition, InventoryQuery } from '../../contract/shared/inventory-query.ts';
import { filterAddress, withFilter, withoutCondition } from './changed-query.ts';
import { isNotFromRecords, linkState } from './reply-links.ts';

const source = (url: string, verified: boolean): Source => ({ kind: 'document', title: 'T', url, verified });
const DOC = '/knowledge-base?doc=1';

describe('AI-11 links of a reply that can be opened', () => {
  test.each([
    ['a verified thing', { outcome: 'model', sources: [source(DOC, true)] }, DOC, 'followed'],
    [
      'a place in it',
      { outcome: 'model', sources: [source(DOC, true)] },
      `${DOC}&mode=preview#a`,
      'followed',
    ],
    ['a page of it', { outcome: 'model', sources: [source(DOC, true)] }, '/knowledge-base/1#a', 'followed'],
    ['a page that no source names', { outcome: 'model', sources: [] }, '/knowledge-base/1', 'notFound'],
    [
      'a thing that no source names',
      { outcome: 'model', sources: [source(DOC, true)] },
      '/team?member=2',
      'notFound',
    ],
    ['a thing that was not read', { outcome: 'model', sources: [source(DOC, false)] }, DOC, 'followed'],
    [
      'a server by its place in the list',
      { outcome: 'model', sources: [{ ...source('/infrastructure/1', true), kind: 'server' }] },
      '/infrastructure?server=1',
      'followed',
    ],
    [
      'another server',
      { outcome: 'model', sources: [{ ...source('/infrastructure/1', true), kind: 'server' }] },
      '/infrastructure/2',
      'notFound',
    ],
    ['a thing that was not found', { outcome: 'model', sources: [source('', false)] }, DOC, 'notFound'],
    ['after a break off', { outcome: 'model_failed', sources: [source('', false)] }, DOC, 'notFound'],
    ['of the built-in engine', { outcome: 'query', sources: [] }, '/infrastructure/1', 'followed'],
    ['of the built-in engine for a model', { outcome: 'model_failed', sources: [] }, DOC, 'followed'],
    ['of another answer', { outcome: undefined, sources: undefined }, DOC, 'followed'],
    ['a screen', { outcome: 'model', sources: [] }, '/infrastructure?filter=os:x', 'followed'],
    ['a name that every object has', { outcome: 'model', sources: [] }, '/constructor?doc=1', 'followed'],
  ] as const)('AI-11 %s', (_, { outcome, sources }, address, state) => {
    expect(linkState({ outcome, sources: sources && [...sources] }, address)).toBe(state);
  });

  test('AI-13 no link can be opened before it is verified', () => {
    expect(linkState({ isStreaming: true }, DOC)).toBe('unread');
    expect(linkState({ isStreaming: true }, '/infrastructure')).toBe('followed');
  });

  test('AI-11 only the reply of a model can have no source', () => {
    expect(isNotFromRecords({ outcome: 'model', sources: [] })).toBe(true);
    expect(isNotFromRecords({ outcome: 'model', sources: [source('', false)] })).toBe(true);
    expect(isNotFromRecords({ outcome: 'model', sources: [source('', false), source(DOC, true)] })).toBe(
      false,
    );
    for (const outcome of ['query', 'passages', 'nothing', 'model_failed', undefined] as const)
      expect(isNotFromRecords({ outcome, sources: [] })).toBe(false);
  });
});

describe('AI-10 changes of a question’s conditions', () => {
  const status: Condition = { kind: 'is', field: 'status', values: ['offline'] };
  const team: Condition = { kind: 'is', field: 'teamOwner', values: ['Network Operations'] };
  const system: Condition = { kind: 'is', field: 'operatingSystem', values: ['ubuntu'] };
  const query: InventoryQuery = {
    from: 'servers',
    where: [[status, team], [system]],
    ask: { kind: 'count' },
  };

  test('AI-10 removing a condition keeps the others of its group, and removes an empty group', () => {
    const { words, query: less } = withoutCondition(query, status);
    expect(words).toBe('Without Status: offline');
    expect(less).toEqual({ ...query, where: [[team], [system]] });
    expect(withoutCondition(less, team).query.where).toEqual([[system]]);
    expect(query.where).toHaveLength(2);
  });

  test('AI-10 a text form replaces the conditions and keeps the kind of question', () => {
    expect(withFilter(query, '-status:online')).toEqual({
      words: 'Servers with -status:online',
      query: { ...query, where: [[{ kind: 'is', field: 'status', values: ['online'], not: true }]] },
    });
    expect(withFilter(query, ' ')).toEqual({ words: 'All servers', query: { ...query, where: [] } });
  });

  test('AI-10 the filter opens the same servers', () => {
    expect(filterAddress('team:"A & B"')).toBe('/infrastructure?filter=team%3A%22A%20%26%20B%22');
    expect(filterAddress('')).toBe('/infrastructure');
  });
});
