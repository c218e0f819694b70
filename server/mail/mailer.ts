/** A mail as people read it, in both forms. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** How mails leave: the port. `send` returns when the next server has taken the mail over, and throws otherwise. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
};
