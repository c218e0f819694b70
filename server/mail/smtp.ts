import { createTransport } from 'nodemailer';
import type { Post } from './post.ts';

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
