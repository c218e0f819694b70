import { describe, expect, test } from 'vitest';
import { auditQuery, hasFilters, readAuditSearch } from './audit-search.ts';

describe('API-05 filters of the audit log', () => {
  test('API-05 a day lasts from its first to its last moment in the time zone of the browser', () => {
    const { from, to } = auditQuery({ from: '2026-11-20', to: '2026-11-20' });
    expect(new Date(from ?? '')).toEqual(new Date(2026, 10, 20, 0, 0, 0, 0));
    expect(new Date(to ?? '')).toEqual(new Date(2026, 10, 20, 23, 59, 59, 999));
  });

  test('API-05 an area matches every action with that prefix', () => {
    expect(auditQuery({ area: 'document' })).toEqual({ action: 'document.' });
    expect(readAuditSearch({ area: 'server' })).toEqual({ area: 'server' });
  });

  test('API-05 a person matches what the account did', () => {
    const person = '0b9e7a3c-5a52-4e0a-9a37-6f3f2a1c8d10';
    expect(auditQuery(readAuditSearch({ person }))).toEqual({ actorId: person });
    expect(hasFilters({ person })).toBe(true);
  });

  test('API-05 an invalid address filters nothing', () => {
    expect(readAuditSearch({ area: 'weather', person: 'Ann', from: '2026-02-31', to: 'yesterday' })).toEqual(
      {},
    );
    expect(readAuditSearch({ area: 'token', to: '2026-02-28' })).toEqual({ area: 'token', to: '2026-02-28' });
  });
});
