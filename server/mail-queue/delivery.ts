import type { Database, Db } from '../db/open.ts';
import { unlessUnavailable } from '../http/errors.ts';
import { withoutOverlap } from '../work/without-overlap.ts';
import type { Log } from '../jobs/run.ts';
import type { LiveEngine } from '../live/engine.ts';
import type { Mailer } from '../mail/mailer.ts';
import { oneLine } from '../text/one-line.ts';
import {
  markSent,
  noteHandover,
  noteUnclear,
  postpone,
  takeDueMail,
  type DueMail,
  type MailedInvitation,
} from './queries.ts';
import { writeMail, type MailKind } from './texts.ts';

/** Creates the secret of a mail's one-time link and stores its hash. */
type MakeToken = (
  tx: Db,
  purpose: 'verify' | 'reset' | 'invite' | 'email',
  userId: string | null,
  payload?: MailedInvitation | { email: string },
) => Promise<string>;

export type Delivery = {
  /** Sends everything that is due; returns when nothing more can be sent. */
  deliver(): Promise<void>;
  stop(): Promise<void>;
};

/** Interval of checking for retries; new mails are sent at once. */
const POLL_MS = 10_000;

const TOKENS: Partial<Record<MailKind, Parameters<MakeToken>[1]>> = {
  invitation: 'invite',
  'confirm-email': 'email',
  'verify-email': 'verify',
  'reset-password': 'reset',
};

/** Length of a problem on the System page. */
const MAX_REASON = 200;

/** How long a stop waits for the reply of the mail server. */
const STOP_MS = 2_000;

type Sending = { mailer: Mailer; makeToken: MakeToken; publicUrl: string };

/**
 * Sends queued mails one after the other. A mail is leased to one node while it is sent, so an outage or restart delays
 * mails but loses none. Before the mail server can accept a mail, the queue notes it: without a clear reply, a mail is
 * not sent again (decision 047).
 */
export function startDelivery(
  database: Database,
  live: LiveEngine,
  { mailer, makeToken, publicUrl }: Sending,
  log: Log,
): Delivery {
  const { db } = database;
  let stopped = false;

  async function sendOne(): Promise<boolean> {
    const mail = await db.transaction(takeDueMail);
    if (!mail) return false;
    try {
      const sent = await mailer.send(await written(mail), () => noteHandover(db, mail.id));
      if (sent) {
        log.error({ mail: mail.id }, sent.unclear);
        await noteUnclear(db, mail.id, oneLine(sent.unclear, MAX_REASON));
        return true;
      }
    } catch (error) {
      log.error({ err: error, mail: mail.id, attempts: mail.attempts + 1 }, 'a mail could not be sent yet');
      const { response, message } = error as Error & { response?: string };
      await postpone(db, mail, oneLine(response ?? message, MAX_REASON));
      return true;
    }
    await markSent(db, mail.id);
    return true;
  }

  async function written({ id, kind, to, userId, firstName: name, invitation, notice }: DueMail) {
    const purpose = TOKENS[kind];
    const token = purpose
      ? await db.transaction((tx) => makeToken(tx, purpose, userId, invitation ?? { email: to }))
      : '';
    const mail = writeMail(kind, to, { name, token, invitation, notice }, publicUrl);
    return { ...mail, messageId: `<${id}@${new URL(publicUrl).hostname}>` };
  }

  const deliver = withoutOverlap(async () => {
    try {
      while (!stopped && (await sendOne()));
    } catch (error) {
      unlessUnavailable(error, () => log.error({ err: error }, 'mails'));
    }
  });

  const unsubscribe = live.subscribe((message) => {
    if (message.nudge === 'mail') void deliver();
  });
  const timer = setInterval(() => void deliver(), POLL_MS);
  void deliver();
  return {
    deliver,
    async stop() {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      const closing = setTimeout(() => mailer.close(), STOP_MS);
      await deliver();
      clearTimeout(closing);
      mailer.close();
    },
  };
}
