import * as z from 'zod';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { queueMail } from '../../mail-queue/queries.ts';
import { publish } from '../../live/publish.ts';
import { displayName } from '../../http/session.ts';
import { findAccountToken, spendAccountToken, voidAccountTokens } from '../one-time-tokens.ts';
import { findUser, findUserByEmail, setEmail } from '../queries.ts';

const RequestedEmail = z.object({ email: z.string() });
const DONE = { status: 'active' as const, message: 'Your new e-mail address is confirmed.' };

/**
 * Handles the link in the new mailbox: changes the address and sends a mail to the old one. Opening the link again
 * gives the same reply. Returns undefined when the link is invalid or another account has the address by now.
 */
export async function changeEmail(tx: Db, token: string): Promise<typeof DONE | undefined> {
  const known = await findAccountToken(tx, 'email', token);
  const user = known?.userId ? await findUser(tx, known.userId) : undefined;
  const email = RequestedEmail.safeParse(known?.payload).data?.email;
  if (!user || !email || user.accountStatus !== 'active') return undefined;
  if (user.email === email) return DONE;
  if (await findUserByEmail(tx, email)) return undefined;
  // The second of two concurrent requests waits here and gets the result of the first.
  if (!(await spendAccountToken(tx, 'email', token)))
    return (await findUser(tx, user.id))?.email === email ? DONE : undefined;
  await queueMail(tx, 'email-changed', user);
  await setEmail(tx, user.id, email);
  // Links in the old mailbox must no longer open this account.
  await voidAccountTokens(tx, user.id, 'email');
  const actor = { userId: user.id, name: displayName(user) };
  const change = { before: { email: user.email }, after: { email } };
  await record(tx, actor, { action: 'account.email', kind: 'account', subjectId: user.id, ...change });
  await publish(tx, { type: 'changed', topic: 'accounts', id: user.id });
  return DONE;
}
