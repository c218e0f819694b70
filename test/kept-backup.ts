import type { KeptNote } from '../server/backup/queries.ts';

/** The data of a successful backup in the audit log. */
export const aKeptBackup = (fields: Partial<KeptNote> = {}): KeptNote => ({
  name: 'ops-hub-1a2b3c4d-2026-01-31-023000.zip',
  where: '/backups',
  madeAt: '2026-01-31T02:30:00.000Z',
  bytes: 1_000_000,
  seconds: 3,
  unverified: null,
  missingImages: 0,
  ...fields,
});
