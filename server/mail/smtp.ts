import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** Timeout without any response of the mail server. */
const TIMEOUT_MS = 15_000;
/** Timeout of one mail, since a slow server could block the queue byte by byte. */
const LONGEST_MS = 120_000;

/** Sends through the mail server of SMTP_URL, with a timeout for every wait. */
export function smtpMailer(url: string, from: string, longestMs = LONGEST_MS): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) =>
      void (await transport.sendMail({ from, ...mail, signal: AbortSignal.timeout(longestMs) })),
    close: () => transport.close(),
  };
}
