import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { createTransport } from 'nodemailer';

/** A letter as people read it, in both forms. */
export type Letter = { to: string; subject: string; text: string; html: string };

/** How letters leave: the port. `send` returns when the next server has taken the letter over, and throws otherwise. */
export type Post = {
  send(letter: Letter): Promise<void>;
  close(): void;
};

/** Without a mail server letters become .eml files, which any mail program opens; the log says that none left. */
export function outboxPost(folder: string, from: string, log: (message: string) => void): Post {
  return {
    async send(letter) {
      const message = await new MailComposer({ from, ...letter }).compile().build();
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(folder, `${name}.part`), message);
      await rename(join(folder, `${name}.part`), join(folder, name));
      log(`SMTP_URL is not set: a letter was written to the outbox folder instead of being sent (${name})`);
    },
    close: () => undefined,
  };
}

const TIMEOUT_MS = 15_000;

/** Sends through the mail server of SMTP_URL; every wait ends. */
export function smtpPost(url: string, from: string): Post {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (letter) => void (await transport.sendMail({ from, ...letter })),
    close: () => transport.close(),
  };
}
