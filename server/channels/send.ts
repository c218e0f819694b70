import type { ChannelSettings } from '../../contract/calls/channels.ts';
import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import type { ChannelKind } from '../../contract/shared/alert-words.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Reach } from '../probe/reach.ts';
import { mailsOf } from './by-mail.ts';
import { FORMS } from './forms.ts';
import { post } from './post.ts';
import { addressesIn, masked } from './settings.ts';

/** How a channel is reached. */
export type Ways = { reach: Reach; mailer: Mailer; publicUrl: string };

/** One message to one channel. `to` are the addresses of a channel by mail, or of whoever is on duty. */
export type Sending = {
  id: string;
  kind: ChannelKind;
  settings: ChannelSettings;
  message: AlertMessage;
  to: string[];
};

/** `status` is null without a reply by HTTP. `retryAfter` is the header of that name. */
export type Outcome = {
  isSent: boolean;
  status: number | null;
  text: string;
  retryAfter?: string | undefined;
};

/** Sends a message. Never throws: whatever goes wrong is the outcome. */
export async function send({ kind, settings, message, ...sending }: Sending, ways: Ways): Promise<Outcome> {
  try {
    const form = formOf(kind);
    if (!form) return await sendMails(message, sending, ways);
    const { publicUrl, reach } = ways;
    const outgoing = form(message, { id: sending.id, at: new Date(), settings, publicUrl });
    const { status, body, retryAfter } = await post(outgoing, reach);
    const isSent = status >= 200 && status < 300;
    return { isSent, status, text: masked(body, settings), retryAfter };
  } catch (error) {
    return { isSent: false, status: null, text: masked(reasonOf(error), settings) };
  }
}

const formOf = (kind: ChannelKind) => (kind in FORMS ? FORMS[kind as keyof typeof FORMS] : undefined);

async function sendMails(
  message: AlertMessage,
  { id, to }: Pick<Sending, 'id' | 'to'>,
  { mailer, publicUrl }: Ways,
): Promise<Outcome> {
  if (to.length === 0) return { isSent: false, status: null, text: 'Nobody is on duty' };
  for (const mail of mailsOf(message, { id, to, publicUrl }))
    // oxlint-disable-next-line no-await-in-loop -- One connection to the mail server.
    await mailer.send(mail);
  return { isSent: true, status: null, text: `The mail server accepted it for ${to.join(', ')}` };
}

/** The addresses of a channel by mail. */
export const recipientsOf = ({ to }: ChannelSettings): string[] => addressesIn(to ?? '');

function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return 'The receiver did not answer in time';
  return code === 'ECONNREFUSED' ? 'The connection was refused' : message;
}
