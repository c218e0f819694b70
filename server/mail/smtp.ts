import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '../config.ts';
import type { Mailer } from './mailer.ts';

/** Timeout without any response of the mail server. */
const TIMEOUT_MS = 15_000;
/** Timeout of one mail, since a slow server could block the queue byte by byte. */
const LONGEST_MS = 120_000;

/** Many relays refuse an address, and expect a name that they can look up. */
export function ehloOf({ MAIL_EHLO, PUBLIC_URL }: Pick<Config, 'MAIL_EHLO' | 'PUBLIC_URL'>): string {
  if (MAIL_EHLO) return MAIL_EHLO;
  const { hostname } = new URL(PUBLIC_URL);
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`;
  return isIP(hostname) ? `[${hostname}]` : hostname;
}

type Settings = {
  url: string;
  from: string;
  /** The name in EHLO. */
  ehlo: string;
  longestMs?: number;
};

/** Sends through the mail server of SMTP_URL, with a timeout for every wait. */
export function smtpMailer({ url, from, ehlo, longestMs = LONGEST_MS }: Settings): Mailer {
  const closing = new AbortController();
  const transport = createTransport({
    url,
    name: ehlo,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, beforeEnd = async () => undefined) {
      const message = new MailComposer({ from, ...mail }).compile();
      const text = await message.build();
      let isHandedOver = false;
      const raw = Readable.from(
        (async function* () {
          yield text;
          await beforeEnd();
          isHandedOver = true;
        })(),
      );
      const signal = AbortSignal.any([AbortSignal.timeout(longestMs), closing.signal]);
      try {
        await transport.sendMail({ envelope: message.getEnvelope(), raw, signal });
        return undefined;
      } catch (error) {
        const { response, message: reason } = error as Error & { response?: string };
        if (isHandedOver && !response) return { unclear: `No reply to the mail: ${reason}` };
        throw error;
      }
    },
    close() {
      closing.abort();
      transport.close();
    },
  };
}
