import { and, eq } from 'drizzle-orm';
import type { ImportReport } from '../../../contract/document-imports.ts';
import type { Db } from '../../db/open.ts';
import { users } from '../../db/schema.ts';
import { emailIn } from './layout.ts';

/** Who wrote something: an account of this instance, or the importer together with the name as text. */
export type Author = { userId: string; elsewhere: string | null };

export type FindAuthor = (text: string, path: string, report: ImportReport) => Promise<Author>;

/** Finds accounts by the e-mail of `Name <e-mail>`. Who has none here is told once. */
export function authorsOf(db: Db, importerId: string): FindAuthor {
  const known = new Map<string, Promise<string | undefined>>();
  const accountOf = async (email: string) => {
    const one = and(eq(users.email, email), eq(users.isDeleted, false));
    return (await db.select({ id: users.id }).from(users).where(one))[0]?.id;
  };
  return async (text, path, report) => {
    const email = emailIn(text);
    if (!email) return { userId: importerId, elsewhere: text };
    const account = known.get(email) ?? accountOf(email);
    known.set(email, account);
    const userId = await account;
    if (userId) return { userId, elsewhere: null };
    tellOnce(report, path, `${text} has no account here; the name stays as text with what this person wrote`);
    return { userId: importerId, elsewhere: text };
  };
}

/** A change that concerns many files is told with the first one. */
export function tellOnce(report: ImportReport, path: string, reason: string): void {
  if (!report.problems.some((problem) => problem.reason === reason))
    report.problems.push({ path, reason, isLeftOut: false });
}
