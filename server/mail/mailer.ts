import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail as text and HTML. Every try of one mail has the same `messageId`. Mails with the same `references` are one thread. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId?: string;
  references?: string;
};

/** The mail server did not reply to the end of the mail, so it may arrive. */
type Unclear = { unclear: string };

/** Port for sending mails. */
export type Mailer = {
  /**
   * Resolves when the next server has accepted the mail or may have; throws when it has not. Runs `beforeEnd` after the
   * text and before its end, which makes the server accept the mail.
   */
  send(mail: Mail, beforeEnd?: () => Promise<void>): Promise<Unclear | undefined>;
  /** Ends a running attempt. */
  close(): void;
};

/** Without a mail server, writes mails as .eml files, which any mail program opens, and logs that none was sent. */
export function outboxMailer(folder: string, from: string, log: (message: string) => void): Mailer {
  return {
    async send(mail) {
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const message = await new MailComposer({ from, ...mail }).compile().build();
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(folder, `${name}.part`), message);
      await rename(join(folder, `${name}.part`), join(folder, name));
      log(`SMTP_URL is not set: a mail was written to the outbox folder instead of being sent (${name})`);
      return undefined;
    },
    close: () => undefined,
  };
}
