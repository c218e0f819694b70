import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFilter, writeFilter } from './filter-text.ts';
import { EXTRA_FILLED, Filter, QueryEvent, type Condition } from './inventory-query.ts';
import { fieldOf, Figure, serverFields } from './server-fields.ts';

const not = fc.constantFrom({}, { not: true } as const);
const value = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      'a b',
      'OR',
      '-x',
      '=y',
      'os:b',
      '10.0.0.0/8',
      '10.0.0.1',
      'a,b',
      'a*',
      '"',
      '\\',
      '--force',
    ),
  )
  .map((text) => Filter.safeParse([[{ kind: 'text', text }]]).data?.[0]?.[0])
  .filter((read) => read?.kind === 'text')
  .map((read) => (read?.kind === 'text' ? read.text : ''));
const moment = fc.constantFrom('7d', '+30d', '12mo', '2026-02-28', '2026-01-31T10:00:00.000Z', '1h');

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .record({
      field: fc.constantFrom(...serverFields),
      exact: fc.constantFrom({}, { exact: true } as const),
      not,
    })
    .chain(({ field, exact, not: negation }) => {
      const { options } = fieldOf(field);
      const values = fc.array(options ? fc.constantFrom(...options) : value, { minLength: 1, maxLength: 3 });
      return values.map((texts) => ({ kind: 'is' as const, field, values: texts, ...exact, ...negation }));
    }),
  fc.record({
    kind: fc.constant('figure' as const),
    field: fc.constantFrom(...Figure.options),
    op: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
    value: fc.double({ min: 0, max: 1e10, noNaN: true }).map((figure) => Math.abs(figure)),
  }),
  fc
    .record({ field: fc.constantFrom(...serverFields, ...EXTRA_FILLED), not })
    .map(({ field, not: negation }) => ({ kind: 'filled' as const, field, ...negation })),
  fc
    .record({
      event: fc.constantFrom(...QueryEvent.options),
      from: fc.option(moment),
      to: fc.option(moment),
      not,
    })
    .filter(({ from, to }) => from !== null || to !== null)
    .map(({ event, from, to, not: negation }) => ({
      kind: 'time' as const,
      event,
      ...(from && { from }),
      ...(to && { to }),
      ...negation,
    })),
  fc
    .record({ cidr: fc.constantFrom('10.0.0.0/8', '192.168.4.0/24', 'fd00::/8'), not })
    .map(({ cidr, not: negation }) => ({ kind: 'address' as const, cidr, ...negation })),
  fc
    .record({ ids: fc.array(fc.uuid(), { minLength: 1, maxLength: 3 }), not })
    .map(({ ids, not: negation }) => ({ kind: 'server' as const, ids, ...negation })),
  fc
    .record({ text: value, exact: fc.constantFrom({}, { exact: true } as const), not })
    .map(({ text, exact, not: negation }) => ({ kind: 'text' as const, text, ...exact, ...negation })),
);
const filter = fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { maxLength: 4 });

describe('INFRA-04 the text form of a filter', () => {
  test('INFRA-04 reading a written filter gives the same filter', () => {
    fc.assert(
      fc.property(filter, (made) => {
        expect(readFilter(writeFilter(made))).toEqual(made);
      }),
      { numRuns: 10_000 },
    );
  });

  test('INFRA-04 every text is a filter, and writing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const read = readFilter(typed);
        expect(Filter.parse(read)).toEqual(read);
        expect(readFilter(writeFilter(read))).toEqual(read);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    ['os:ubuntu', { kind: 'is', field: 'operatingSystem', values: ['ubuntu'] }],
    ['team:"Network Operations"', { kind: 'is', field: 'teamOwner', values: ['Network Operations'] }],
    ['Env:prod,staging', { kind: 'is', field: 'environment', values: ['prod', 'staging'] }],
    ['-status:online', { kind: 'is', field: 'status', values: ['online'], not: true }],
    ['team:=Data', { kind: 'is', field: 'teamOwner', values: ['Data'], exact: true }],
    ['cpu>80', { kind: 'figure', field: 'cpuUsage', op: '>', value: 80 }],
    ['memory<=50%', { kind: 'figure', field: 'memoryUsage', op: '<=', value: 50 }],
    ['uptime>30d', { kind: 'figure', field: 'uptime', op: '>', value: 2_592_000 }],
    ['uptime>1y', { kind: 'figure', field: 'uptime', op: '>', value: 31_536_000 }],
    ['uptime<2mo', { kind: 'figure', field: 'uptime', op: '<', value: 5_184_000 }],
    ['environment:production', { kind: 'is', field: 'environment', values: ['production'] }],
    ['operatingSystem:ubuntu', { kind: 'is', field: 'operatingSystem', values: ['ubuntu'] }],
    ['cpuUsage>80', { kind: 'figure', field: 'cpuUsage', op: '>', value: 80 }],
    ['name:web*', { kind: 'is', field: 'name', values: ['web'] }],
    ['name:"web*"', { kind: 'is', field: 'name', values: ['web*'] }],
    ['checked<1h', { kind: 'time', event: 'checked', from: '1h' }],
    ['added>30d', { kind: 'time', event: 'added', to: '30d' }],
    ['certificate<30d', { kind: 'time', event: 'certificate', to: '+30d' }],
    ['outage:2026-01-31', { kind: 'time', event: 'outage', from: '2026-01-31', to: '2026-02-01' }],
    ['down>2h', { kind: 'time', event: 'down', to: '2h' }],
    ['has:team', { kind: 'filled', field: 'teamOwner' }],
    ['-has:document', { kind: 'filled', field: 'document', not: true }],
    ['ip:10.20.0.0/16', { kind: 'address', cidr: '10.20.0.0/16' }],
    ['ip:10.20.0.1', { kind: 'is', field: 'ipAddress', values: ['10.20.0.1'], exact: true }],
    ['ip:10.20.', { kind: 'is', field: 'ipAddress', values: ['10.20.'] }],
    ['"disk full', { kind: 'text', text: 'disk full' }],
    ['-tape', { kind: 'text', text: 'tape', not: true }],
    ['=pos', { kind: 'text', text: 'pos', exact: true }],
    ['="back up"', { kind: 'text', text: 'back up', exact: true }],
  ])('INFRA-04 %s', (typed, meant) => {
    expect(readFilter(typed)).toEqual([[meant]]);
  });

  test.each([
    'status:500',
    'server:8443',
    'cpu:80',
    'cpu>many',
    'has:wings',
    'os:',
    'id:7',
    '--force',
    'added<31',
    'a:b:c',
    'OR',
    '-',
  ])('INFRA-04 %s is no condition and is searched as text', (typed) => {
    expect(readFilter(typed)).toEqual([[{ kind: 'text', text: typed }]]);
  });

  test('INFRA-04 OR joins its neighbours', () => {
    expect(readFilter('env:production OR location:Auburn type:physical')).toEqual([
      [
        { kind: 'is', field: 'environment', values: ['production'] },
        { kind: 'is', field: 'serverLocation', values: ['Auburn'] },
      ],
      [{ kind: 'is', field: 'serverType', values: ['physical'] }],
    ]);
  });
});
