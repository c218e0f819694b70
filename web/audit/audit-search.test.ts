import { describe, expect, test } from 'vitest';
import { auditQuery, hasFilters, readAuditSearch } from './audit-search.ts';

describe('API-05 filters of the audit log', () => {
  test('API-05 a day lasts from its first to its last moment in the time zone of the account', () => {
    const day = { from: '2026-11-20', to: '2026-11-20' };
    expect(auditQuery(day, 'Asia/Tokyo')).toEqual({
      from: '2026-11-19T15:00:00.000Z',
      to: '2026-11-20T14:59:59.999Z',
    });
    // The day on which summer time begins has 23 hours.
    expect(auditQuery({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T21:59:59.999Z',
    });
  });

  test('API-05 an area matches every action with that prefix', () => {
    expect(auditQuery({ area: 'document' }, 'UTC')).toEqual({ action: 'document.' });
    expect(readAuditSearch({ area: 'server' })).toEqual({ area: 'server' });
  });

  test('API-05 a person matches what the account did', () => {
    const person = '0b9e7a3c-5a52-4e0a-9a37-6f3f2a1c8d10';
    expect(auditQuery(readAuditSearch({ person }), 'UTC')).toEqual({ actorId: person });
    expect(hasFilters({ person })).toBe(true);
  });

  test('API-05 an invalid address filters nothing', () => {
    expect(readAuditSearch({ area: 'weather', person: 'Ann', from: '2026-02-31', to: 'yesterday' })).toEqual(
      {},
    );
    expect(readAuditSearch({ area: 'token', to: '2026-02-28' })).toEqual({ area: 'token', to: '2026-02-28' });
  });
});
