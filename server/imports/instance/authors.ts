import { and, eq } from 'drizzle-orm';
import type { ImportReport } from '../../../contract/calls/imports.ts';
import type { Db } from '../../db/open.ts';
import { users } from '../../db/schema.ts';
import type { Author } from '../../documents/history.ts';
import { emailIn } from '../../exports/instance/layout.ts';

export type FindAuthor = (text: string, path: string, report: ImportReport) => Promise<Author>;

/** Finds accounts by the e-mail of `Name <e-mail>`. Reports each person without an account once. */
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
    reportOnce(
      report,
      path,
      `${text} has no account here; the name stays as text with what this person wrote`,
    );
    return { userId: importerId, elsewhere: text };
  };
}

/** Reports a change of many files once, with the first file. */
export function reportOnce(report: ImportReport, path: string, reason: string): void {
  if (!report.problems.some((problem) => problem.reason === reason))
    report.problems.push({ path, reason, isLeftOut: false });
}
