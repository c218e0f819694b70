import { administration } from '../../contract/calls/administration.ts';
import type { Mount } from '../http/endpoint.ts';
import { listAuditEntries } from './queries.ts';

export function auditRoutes(mount: Mount) {
  mount(administration.audit, ({ db, query }) => listAuditEntries(db, query));
}
