import { and, eq } from 'drizzle-orm';
import { Email, LIMITS } from '../../../contract/calls/accounts.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { identities } from '../../db/schema.ts';
import { found, Refusal, RefusalError } from '../../http/errors.ts';
import { queueMail } from '../../mail-queue/queries.ts';
import { displayName } from '../../http/session.ts';
import { askForApproval, moveAccount } from '../administration/lifecycle.ts';
import { voidAccountTokens } from '../one-time-tokens.ts';
import { createUser, findUser, findUserByEmail, replaceUnverified, type UserRow } from '../queries.ts';
import type { Claims } from './issuer.ts';

/** Whether the configured domains admit this person: by e-mail, and by the hosted domain if the issuer sends it. */
export function isAllowed({ email, domain }: Claims, domains: string[] | undefined): boolean {
  if (!domains) return true;
  const allowed = new Set(domains.map((name) => name.toLowerCase()));
  const ofEmail = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return allowed.has(ofEmail) && (domain === undefined || allowed.has(domain.toLowerCase()));
}

/**
 * Returns the account of a person who signed in at the issuer. Known people are found by issuer and subject alone. The
 * e-mail counts only at the first sign-in, and only if the issuer says that it is verified. Throws with the reason when
 * the person may not use any account.
 */
export async function findAccount(tx: Db, claims: Claims): Promise<UserRow> {
  const key = and(eq(identities.issuer, claims.issuer), eq(identities.subject, claims.subject));
  const [known] = await tx.select().from(identities).where(key);
  if (known) return found(await findUser(tx, known.userId), 'Account');
  const email = Email.safeParse(claims.email).data;
  // Only people may paste an address with more around it.
  if (email !== claims.email.toLowerCase()) throw new Error('the issuer tells no usable e-mail address');
  if (claims.doubt) throw new Error(claims.doubt);
  const local = await findUserByEmail(tx, email);
  if (!local) return open(tx, claims, email);
  return local.isEmailVerified ? link(tx, claims, local) : replace(tx, claims, local);
}

const name = (text: string) => text.trim().slice(0, LIMITS.name);

async function open(tx: Db, claims: Claims, email: string): Promise<UserRow> {
  const user = await createUser(tx, {
    email,
    firstName: name(claims.firstName),
    lastName: name(claims.lastName),
    passwordHash: null,
    authProvider: 'google',
  });
  return begin(tx, claims, found(user, 'Account'));
}

/** The local address was never verified, so a new account of its owner replaces the registration. */
async function replace(tx: Db, claims: Claims, local: UserRow): Promise<UserRow> {
  await voidAccountTokens(tx, local.id);
  const person = {
    firstName: name(claims.firstName),
    lastName: name(claims.lastName),
    passwordHash: null,
    authProvider: 'google',
  };
  return begin(tx, claims, await replaceUnverified(tx, local.id, person));
}

/** Creates an account with a verified address; it waits for approval like any other. */
async function begin(tx: Db, claims: Claims, user: UserRow): Promise<UserRow> {
  await remember(tx, claims, user.id);
  const actor = { userId: user.id, name: displayName(user) };
  const after = { email: user.email, via: 'google' };
  await record(tx, actor, { action: 'account.register', kind: 'account', subjectId: user.id, after });
  const moved = await moveAccount(tx, actor, user.id, 'verify');
  if (moved instanceof Refusal) throw new RefusalError(moved);
  await askForApproval(tx, actor);
  return moved;
}

/**
 * Links the account, since the same mailbox proves the same person. Another subject with the same address is a
 * different person.
 */
async function link(tx: Db, claims: Claims, local: UserRow): Promise<UserRow> {
  if (!(await remember(tx, claims, local.id))) {
    throw new Error('the account of this e-mail address belongs to another person of this issuer');
  }
  const actor = { userId: local.id, name: displayName(local) };
  await record(tx, actor, { action: 'account.link-google', kind: 'account', subjectId: local.id });
  await queueMail(tx, 'google-linked', local);
  return local;
}

async function remember(tx: Db, { issuer, subject }: Claims, userId: string): Promise<boolean> {
  const added = await tx
    .insert(identities)
    .values({ issuer, subject, userId })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return added.length === 1;
}
