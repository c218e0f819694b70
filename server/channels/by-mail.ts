import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import type { Mail } from '../mail/mailer.ts';

/** One mail for each address. All mails about one cause are one thread, in every mail program that reads `References`. */
export function mailsOf(
  message: AlertMessage,
  { id, to, publicUrl }: { id: string; to: string[]; publicUrl: string },
): Mail[] {
  const { host } = new URL(publicUrl);
  const thread = `<alert-${message.group}@${host}>`;
  const lines = [
    message.summary,
    ...(message.text ? [message.text] : []),
    ...(message.owner ? [`Owner: ${message.owner}`] : []),
    ...message.runbooks.map(({ title, url }) => `${title}: ${url}`),
    `Alert: ${message.url}`,
    ...(message.acknowledgeUrl ? [`Acknowledge: ${message.acknowledgeUrl}`] : []),
  ];
  return to.map((address, n) => ({
    to: address,
    subject: message.summary,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${linked(line)}</p>`).join('\n'),
    messageId: `<delivery-${id}-${n}@${host}>`,
    references: thread,
  }));
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
const linked = (line: string) =>
  escaped(line).replace(/https?:\/\/\S+$/, (url) => `<a href="${url}">${url}</a>`);
