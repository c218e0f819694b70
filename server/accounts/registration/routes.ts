import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { accounts, SIGN_IN_REFUSALS, type Register } from '../../../contract/calls/accounts.ts';
import { record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse, Refusal, RefusalError } from '../../http/errors.ts';
import { displayName, type Visit } from '../../http/session.ts';
import { sourcesOf } from '../../http/source.ts';
import { publish } from '../../live/publish.ts';
import { queueMail, MailedInvitation } from '../../mail-queue/queries.ts';
import { addInvitedMember } from '../../team/queries.ts';
import { askForApproval, moveAccount } from '../administration/lifecycle.ts';
import {
  limited,
  MAILS_BY_SOURCE,
  MAILS_TO_ADDRESS,
  REGISTER_BY_SOURCE,
  TOKENS_BY_SOURCE,
  limitedBySource,
} from '../limits.ts';
import {
  findAccountToken,
  replaceAccountTokens,
  spendAccountToken,
  wasReplaced,
  voidAccountTokens,
} from '../one-time-tokens.ts';
import { hashPassword, guessable } from '../passwords.ts';
import {
  createFirstAdministrator,
  createUser,
  findUser,
  findUserByEmail,
  replaceUnverified,
  setEmail,
} from '../queries.ts';
import { findPolicy } from '../policy/queries.ts';
import { admit } from '../sign-in/admit.ts';
import { recordVisit } from '../visitor-events.ts';

const CHECK_MAIL = 'Check your email: we have sent you a link to verify your address.';
const SENT_AGAIN = 'If this address waits for verification, we have sent the link again.';
const VERIFIED = 'Your email address is verified.';
const INVALID = 'This verification link is invalid or has expired.';
const REPLACED = 'A newer link has been sent since. Please open the one in the latest mail.';

export function registrationRoutes(mount: Mount, config: Config) {
  const scale = config.RATE_LIMIT_SCALE;

  // Hashes in every case, so that the time reveals nothing, and before the transaction, so that no connection waits.
  mount(
    accounts.register,
    async ({ db, body, request, reply }) => {
      const tooMany = await limitedBySource(db, REGISTER_BY_SOURCE, sourcesOf(request), scale);
      if (tooMany) return tooMany;
      const { email, firstName, lastName, setup, invitation } = body;
      if (!setup && (await findPolicy(db)).openIdOnly)
        return refuse(403, 'openid_only', SIGN_IN_REFUSALS.openid_only);
      const weak = await guessable('password', body.password, body);
      if (weak) return weak;
      const person = { email, firstName, lastName, passwordHash: await hashPassword(body.password) };
      return db.transaction((tx) => {
        if (setup) return setUp(tx, { config, request, reply }, person, setup);
        return invitation ? acceptInvitation(tx, person, invitation) : register(tx, person, request, scale);
      });
    },
    { transaction: 'own', roundedTime: true },
  );

  mount(
    accounts.verifyEmail,
    async ({ db, query, request }) => {
      const tooMany = await limitedBySource(db, TOKENS_BY_SOURCE, sourcesOf(request), scale);
      return tooMany ?? db.transaction((tx) => verify(tx, query.token));
    },
    { transaction: 'own' },
  );

  mount(
    accounts.resendVerification,
    async ({ db, body, request }) => {
      const tooMany = await limitedBySource(db, MAILS_BY_SOURCE, sourcesOf(request), scale);
      if (tooMany) return tooMany;
      await db.transaction(async (tx) => {
        const isEnough = await limited(tx, MAILS_TO_ADDRESS, body.email, scale);
        const user = await findUserByEmail(tx, body.email);
        const isMailed = !isEnough && user?.accountStatus === 'pending_verification';
        if (isMailed) {
          await replaceAccountTokens(tx, 'verify', user.id);
          await queueMail(tx, 'verify-email', user);
        }
        await recordVisit(tx, request, 'account.ask-verification', { user, more: { isMailed } });
      });
      return { message: SENT_AGAIN };
    },
    { transaction: 'own', roundedTime: true },
  );
}

/** Signs the new administrator in as well: the printed link is for the person who runs the server. */
async function setUp(tx: Db, visit: Visit, person: Person, setup: string) {
  const valid = await spendAccountToken(tx, 'setup', setup);
  const admin = valid && (await createFirstAdministrator(tx, person));
  if (!admin) return refuse(400, 'invalid_token', 'This one-time link is wrong or was used already.');
  const actor = { userId: admin.id, name: displayName(admin) };
  const after = { email: admin.email };
  await record(tx, actor, { action: 'account.setup', kind: 'account', subjectId: admin.id, after });
  await admit(tx, visit, admin);
  return { message: 'Account created successfully!', status: 'active' as const };
}

/** Visitors get the same reply in every case. The owner of an existing account gets a mail. */
async function register(tx: Db, person: Person, request: FastifyRequest, scale: number) {
  const isEnough = await limited(tx, MAILS_TO_ADDRESS, person.email, scale);
  const user = await createUser(tx, person);
  if (user) {
    const actor = { userId: user.id, name: displayName(user) };
    const after = { email: user.email };
    await record(tx, actor, { action: 'account.register', kind: 'account', subjectId: user.id, after });
    await queueMail(tx, 'verify-email', user);
  } else {
    const known = found(await findUserByEmail(tx, person.email), 'Account');
    const isUnproven = known.accountStatus === 'pending_verification';
    await recordVisit(tx, request, 'account.register-again', { user: known });
    if (!isEnough) await queueMail(tx, isUnproven ? 'verify-email' : 'already-registered', known);
  }
  return { message: CHECK_MAIL };
}

/** A repeated request within the life of the link gets the same reply: mail scanners open links before people do. */
async function verify(tx: Db, token: string) {
  const known = await findAccountToken(tx, 'verify', token);
  const user = known?.userId ? await findUser(tx, known.userId) : undefined;
  if (!user) {
    const changed = await changeEmail(tx, token);
    if (changed) return changed;
    return refuse(400, 'invalid_token', (await wasReplaced(tx, 'verify', token)) ? REPLACED : INVALID);
  }
  const actor = { userId: user.id, name: displayName(user) };
  if (user.accountStatus === 'pending_verification') {
    // The second of two concurrent requests waits here and gets the result of the first.
    const isFirst =
      (await spendAccountToken(tx, 'verify', token)) &&
      !((await moveAccount(tx, actor, user.id, 'verify')) instanceof Refusal);
    if (!isFirst) {
      return { status: found(await findUser(tx, user.id), 'Account').accountStatus, message: VERIFIED };
    }
    await askForApproval(tx, actor);
    return { status: 'pending_approval' as const, message: VERIFIED };
  }
  return { status: user.accountStatus, message: VERIFIED };
}

type Person = Pick<z.output<typeof Register>, 'email' | 'firstName' | 'lastName'> & {
  passwordHash: string;
};

const WRONG = 'This invitation is wrong or was used already.';
const TAKEN = 'This address has an account already. Sign in, or ask for a new password.';

/**
 * Registers an invited person, only under the invited address: the link proves the mailbox. An invitation by a current
 * administrator counts as approval. Other invitations still wait for one.
 */
async function acceptInvitation(tx: Db, person: Person, token: string) {
  const spent = await spendAccountToken(tx, 'invite', token);
  const invitation = MailedInvitation.safeParse(spent?.payload).data;
  if (!invitation || invitation.email !== person.email) giveBack(400, 'invalid_token', WRONG);
  const user = (await createUser(tx, person)) ?? (await replaceUnproven(tx, person));
  if (!user) giveBack(409, 'email_taken', TAKEN);

  const actor = { userId: user.id, name: displayName(user) };
  const after = { email: user.email, invitedBy: invitation.invitedBy };
  await record(tx, actor, { action: 'account.register', kind: 'account', subjectId: user.id, after });
  const proven = await moveAccount(tx, actor, user.id, 'verify');
  if (proven instanceof Refusal) throw new RefusalError(proven);
  await addInvitedMember(tx, { ...invitation, name: actor.name });

  const inviter = await findUser(tx, invitation.invitedBy);
  if (inviter?.role !== 'admin' || inviter.accountStatus !== 'active') {
    await askForApproval(tx, actor);
    return { message: 'Your account waits for approval.', status: 'pending_approval' as const };
  }
  const administrator = { userId: inviter.id, name: displayName(inviter) };
  const approved = await moveAccount(tx, administrator, user.id, 'approve');
  if (approved instanceof Refusal) throw new RefusalError(approved);
  return { message: 'Account created successfully!', status: 'active' as const };
}

/** Throws the refusal, so that the transaction rolls back and the invitation stays valid. */
function giveBack(...why: Parameters<typeof refuse>): never {
  throw new RefusalError(refuse(...why));
}

/** Replaces an earlier unverified registration of this address. */
async function replaceUnproven(tx: Db, { email, ...person }: Person) {
  const known = await findUserByEmail(tx, email);
  if (known?.accountStatus !== 'pending_verification') return undefined;
  await voidAccountTokens(tx, known.id);
  return replaceUnverified(tx, known.id, { ...person, authProvider: 'local' });
}

const RequestedEmail = z.object({ email: z.string() });
const DONE = { status: 'active' as const, message: 'Your new e-mail address is confirmed.' };

/**
 * Handles the link in the new mailbox: changes the address and sends a mail to the old one. Opening the link again
 * gives the same reply. Returns undefined when the link is invalid or another account has the address by now.
 */
async function changeEmail(tx: Db, token: string): Promise<typeof DONE | undefined> {
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
