import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** Without a sign of the mail server. */
const TIMEOUT_MS = 15_000;
/** One mail: the queue waits for it, and a server could say a byte now and then. */
const LONGEST_MS = 120_000;

/** Sends through the mail server of SMTP_URL; every wait ends. */
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
