import { describe, expect, test } from 'vitest';
import { auditQuery, readAuditSearch } from './audit-search.ts';

describe('API-05 filters of the audit log', () => {
  test('API-05 a day lasts from its first to its last moment in the time zone of the browser', () => {
    const { from, to } = auditQuery({ from: '2026-11-20', to: '2026-11-20' });
    expect(new Date(from ?? '')).toEqual(new Date(2026, 10, 20, 0, 0, 0, 0));
    expect(new Date(to ?? '')).toEqual(new Date(2026, 10, 20, 23, 59, 59, 999));
  });

  test('API-05 an area matches every action with that prefix', () => {
    expect(auditQuery({ area: 'document' })).toEqual({ action: 'document.', from: undefined, to: undefined });
  });

  test('API-05 an invalid address filters nothing', () => {
    expect(readAuditSearch({ area: 'weather', from: '2026-02-31', to: 'yesterday' })).toEqual({});
    expect(readAuditSearch({ area: 'token', to: '2026-02-28' })).toEqual({ area: 'token', to: '2026-02-28' });
  });
});
