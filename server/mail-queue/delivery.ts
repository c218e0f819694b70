import type { Database, Db } from '../db/open.ts';
import { unlessUnavailable } from '../http/errors.ts';
import { inTurn } from '../turns.ts';
import type { Log } from '../jobs/run.ts';
import type { LiveEngine } from '../live/engine.ts';
import type { Mailer } from '../mail/mailer.ts';
import { markSent, postpone, takeDueMail, type MailedInvitation } from './queries.ts';
import { writeMail, type MailKind } from './texts.ts';

/** Creates the secret of a mail's one-time link and stores its hash. */
export type MakeToken = (
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

/**
 * Sends queued mails one after the other. A row stays locked while its mail is sent, and the same transaction marks it
 * as sent. So an outage or restart delays mails but loses none, and two nodes never send the same one.
 */
export function startDelivery(
  database: Database,
  live: LiveEngine,
  { mailer, makeToken, publicUrl }: { mailer: Mailer; makeToken: MakeToken; publicUrl: string },
  log: Log,
): Delivery {
  let stopped = false;

  const sendOne = () =>
    database.db.transaction(async (tx) => {
      const mail = await takeDueMail(tx);
      if (!mail) return false;
      const purpose = TOKENS[mail.kind];
      // In a transaction of its own, so that the link works when the mail arrives.
      const token = purpose
        ? await database.db.transaction((own) =>
            makeToken(own, purpose, mail.userId, mail.invitation ?? { email: mail.to }),
          )
        : '';
      try {
        await mailer.send(
          writeMail(
            mail.kind,
            mail.to,
            { name: mail.firstName, token, invitation: mail.invitation, notice: mail.notice },
            publicUrl,
          ),
        );
        await markSent(tx, mail.id);
      } catch (error) {
        log.error({ err: error, mail: mail.id, attempts: mail.attempts + 1 }, 'a mail could not be sent yet');
        await postpone(tx, mail);
      }
      return true;
    });

  const deliver = inTurn(async () => {
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
      await deliver();
      mailer.close();
    },
  };
}
