/** A mail as text and HTML. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** Port for sending mails. `send` returns when the next server has accepted the mail, and throws otherwise. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
};
