import type { AuditAction } from '../../contract/shared/audit-words.ts';
import type { FastifyRequest } from 'fastify';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { addressOf } from '../http/source.ts';
import type { UserRow } from './queries.ts';

/** The actor of events by people who are not signed in. */
export const VISITOR = { userId: null, name: 'Visitor' };

type Attempt = {
  /** The affected account, if there is one. Other input identifies nobody and is not kept. */
  user?: Pick<UserRow, 'id'> | undefined;
  /** Further details; never a secret. */
  more?: Record<string, unknown>;
};

/** Records a visitor's request, in the same way for addresses with and without an account. */
export const recordVisit = (
  db: Db,
  request: Pick<FastifyRequest, 'ip' | 'raw'>,
  action: AuditAction,
  { user, more }: Attempt,
): Promise<void> =>
  record(db, VISITOR, {
    action,
    kind: 'account',
    subjectId: user?.id,
    after: { ...more, address: addressOf(request) },
  });

/** Records a refused sign-in of any kind. `reason` is an error code or a few words. */
export const recordFailedSignIn = (
  db: Db,
  request: Pick<FastifyRequest, 'ip' | 'raw'>,
  reason: string,
  { more, ...tried }: Attempt = {},
): Promise<void> =>
  recordVisit(db, request, 'session.fail', { ...tried, more: { reason: storable(reason), ...more } });

/** An error may quote an issuer; the database cannot store every character of it. */
const storable = (reason: string): string => reason.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200);
