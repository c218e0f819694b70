import type { Mail } from '../mail/mailer.ts';

/** Content of a mail. The address of its button always starts with PUBLIC_URL. */
type Content = {
  subject: string;
  paragraphs: string[];
  button?: { label: string; path: string };
};

export type MailKind = keyof typeof MAILS;

type Facts = {
  name: string;
  token: string;
  invitation?: Invited | undefined;
  notice?: { title: string; link: string } | undefined;
};
type Invited = { email: string; firstName: string; lastName: string; inviter: string };

/** Omits names that mail programs would turn into a link: anybody can register someone else's address with any name. */
const greeted = (name = ''): string | undefined => (/[:/@]|\.\S/.test(name) ? undefined : name || undefined);
const hello = (name: string) => `Hello${greeted(name) ? ` ${name}` : ''},`;

/** Prefills the form; only the token authorises the registration. */
const registration = (invitation: string, person: Invited | undefined) =>
  new URLSearchParams({
    invitation,
    email: person?.email ?? '',
    firstName: person?.firstName ?? '',
    lastName: person?.lastName ?? '',
  }).toString();

/** Sent to the owner whenever the sign-in methods of an account change. */
const notice = (name: string, what: string): Content => ({
  subject: `Your Ops Hub account: ${what}`,
  paragraphs: [
    hello(name),
    `${what} for your account just now. If it was not you, set a new password at once and tell an administrator.`,
  ],
  button: { label: 'Set a new password', path: '/forgot-password' },
});

/** Every mail of the product. Tokens appear only in addresses, never in the text. */
const MAILS = {
  'verify-email': ({ name, token }: Facts): Content => ({
    subject: 'Confirm your e-mail address for Ops Hub',
    paragraphs: [
      hello(name),
      'somebody, probably you, asked for an Ops Hub account with this address. Open the link to confirm ' +
        'that it is yours. It works for 24 hours.',
      'If it was not you, do nothing: without the link there is no account.',
    ],
    button: { label: 'Confirm e-mail address', path: `/verify-email?token=${token}` },
  }),
  invitation: ({ name, token, invitation }: Facts): Content => ({
    subject: `${greeted(invitation?.inviter) ?? 'A colleague'} invites you to Ops Hub`,
    paragraphs: [
      hello(name),
      `${greeted(invitation?.inviter) ?? 'A colleague'} invites you to Ops Hub, where your team ` +
        'keeps its documentation and servers. Open the link to register. It works once, for 7 ' +
        'days, and only for this address.',
    ],
    button: { label: 'Register', path: `/register?${registration(token, invitation)}` },
  }),
  'confirm-email': ({ name, token }: Facts): Content => ({
    subject: 'Confirm your new e-mail address for Ops Hub',
    paragraphs: [
      hello(name),
      'somebody, probably you, wants to use this address for an Ops Hub account. Open the link to confirm it. It works once, for 24 hours.',
      'If it was not you, do nothing: nothing changes without the link.',
    ],
    button: { label: 'Confirm e-mail address', path: `/verify-email?token=${token}` },
  }),
  'email-changed': ({ name }: Facts): Content => ({
    subject: 'Your Ops Hub e-mail address was changed',
    paragraphs: [
      hello(name),
      'your account has another e-mail address now, and this one does not open it any more. If it was ' +
        'not you, tell an administrator at once.',
    ],
  }),
  'already-registered': ({ name }: Facts): Content => ({
    subject: 'You already have an Ops Hub account',
    paragraphs: [
      hello(name),
      'somebody, probably you, tried to register with this address, which has an account already. Nothing was changed.',
      'If you do not know your password any more, ask for a new one.',
    ],
    button: { label: 'Set a new password', path: '/forgot-password' },
  }),
  'reset-password': ({ name, token }: Facts): Content => ({
    subject: 'Set a new password for Ops Hub',
    paragraphs: [
      hello(name),
      'somebody, probably you, asked for a new password. The link works once, for 60 minutes. All ' +
        'sessions and API tokens end when the new password is set.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    button: { label: 'Set a new password', path: `/reset-password?token=${token}` },
  }),
  'password-changed': ({ name }: Facts): Content => ({
    subject: 'Your Ops Hub password was changed',
    paragraphs: [
      hello(name),
      'the password of your account was changed just now. If it was not you, set a new one at once and tell an administrator.',
    ],
    button: { label: 'Set a new password', path: '/forgot-password' },
  }),
  'google-linked': ({ name }: Facts): Content => ({
    subject: 'Your Ops Hub account can be opened with Google',
    paragraphs: [
      hello(name),
      'somebody, probably you, signed in to Ops Hub with a Google account of this address. From now on ' +
        'it opens your account. If it was not you, tell an administrator at once.',
    ],
  }),
  'two-factor-on': ({ name }: Facts) => notice(name, 'two-factor authentication was switched on'),
  'two-factor-off': ({ name }: Facts) => notice(name, 'two-factor authentication was switched off'),
  'passkey-added': ({ name }: Facts) => notice(name, 'a passkey was added'),
  'passkey-removed': ({ name }: Facts) => notice(name, 'a passkey was removed'),
  approved: ({ name }: Facts): Content => ({
    subject: 'Your Ops Hub account was approved',
    paragraphs: [hello(name), 'an administrator approved your account. You can sign in now.'],
    button: { label: 'Sign in', path: '/login' },
  }),
  notification: ({ name, notice }: Facts): Content => ({
    subject: notice?.title ?? 'News in Ops Hub',
    paragraphs: [
      hello(name),
      notice?.title ?? 'there is something new for you.',
      'You can switch these mails off in the settings, under Notifications.',
    ],
    button: { label: 'Open in Ops Hub', path: notice?.link ?? '/' },
  }),
  rejected: ({ name }: Facts): Content => ({
    subject: 'Your Ops Hub account was not approved',
    paragraphs: [
      hello(name),
      'an administrator rejected your request for an account. If you think that this is a mistake, talk to your administrator.',
    ],
  }),
} as const satisfies Record<string, (facts: Facts) => Content>;

/** The mail as text and HTML. Names come from people, so the HTML form escapes them. */
export function writeMail(kind: MailKind, to: string, facts: Facts, publicUrl: string): Mail {
  const { subject, paragraphs, button } = MAILS[kind](facts) as Content;
  const address = button && `${publicUrl}${button.path}`;
  const text = [...paragraphs, ...(button ? [`${button.label}:\n${address}`] : []), 'Ops Hub'].join('\n\n');
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  const href = escapeHtml(address ?? '');
  // The address is also shown as text, for mail programs that show no links.
  const link = button
    ? `<p><a href="${href}">${escapeHtml(button.label)}</a></p>\n<p style="word-break:break-all">${href}</p>`
    : '';
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>' +
    `<body style="font-family:sans-serif;line-height:1.5">\n${body}\n${link}\n` +
    '<p>Ops Hub</p></body></html>';
  return { to, subject, text, html };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
