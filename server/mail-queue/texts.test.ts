import { describe, expect, test } from 'vitest';
import { writeMail, type MailKind } from './texts.ts';

const HUB = 'https://hub.example.com';
const kinds = Object.keys({
  'verify-email': true,
  invitation: true,
  'confirm-email': true,
  'email-changed': true,
  'already-registered': true,
  'reset-password': true,
  'password-changed': true,
  'google-linked': true,
  'two-factor-on': true,
  'two-factor-off': true,
  'passkey-added': true,
  'passkey-removed': true,
  approved: true,
  notification: true,
  rejected: true,
} satisfies Record<MailKind, true>) as MailKind[];
const mail = (kind: MailKind, name: string) =>
  writeMail(
    kind,
    'to@example.com',
    {
      name,
      token: 'tok-en_1',
      invitation: { email: 'to@example.com', firstName: name, lastName: '', inviter: name },
      notice: { title: 'Bea changed <Restart & go>', link: '/knowledge-base?doc=1' },
    },
    HUB,
  );

describe('AUTH-20 every mail', () => {
  test.each(kinds)('AUTH-20 %s reads the same in both forms, and links to PUBLIC_URL only', (kind) => {
    const { subject, text, html } = mail(kind, 'Zoë O’Hara-Núñez Jr.');
    expect(subject).toMatch(/^[\p{L}].{5,120}$/u);
    expect(html).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">/);
    expect(text).toContain('Zoë O’Hara-Núñez Jr.');
    expect(text).not.toMatch(/undefined|null|<p>/);
    const addresses = text.match(/https?:\S+/g) ?? [];
    const [, shown] = /<a href="([^"]*)"/.exec(html) ?? [];
    expect(addresses).toEqual(shown === undefined ? [] : [shown.replaceAll('&amp;', '&')]);
    for (const address of addresses) expect(new URL(address).origin).toBe(HUB);
    // The mail also shows the address as text, for readers who cannot use the button.
    expect(shown === undefined || html.split(shown).length === 3).toBe(true);
  });

  test.each(kinds)('threat 14 threat 16 %s contains no link and no markup from a name', (kind) => {
    for (const name of [
      'Win at http://evil.example/now',
      'evil.example',
      'a@evil.example',
      'a@evil',
      '<a href=//evil>',
    ]) {
      const { subject, text, html } = mail(kind, name);
      const plain = `${subject}\n${text}\n${html}`.replaceAll(/https:\/\/hub\.example\.com\S*/g, '');
      expect(plain).not.toMatch(/evil/);
    }
  });

  test('threat 59 no title or address becomes markup', () => {
    const notice = { title: '<b>"R" & D</b>', link: '/knowledge-base?q="><img src=x>' };
    const { html } = writeMail('notification', 'to@example.com', { name: 'Bea', token: '', notice }, HUB);
    expect(html).toContain('&lt;b&gt;&quot;R&quot; &amp; D&lt;/b&gt;');
    expect(html).toContain(`href="${HUB}/knowledge-base?q=&quot;&gt;&lt;img src=x&gt;"`);
  });
});
