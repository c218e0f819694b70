import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../../contract/calls/documents.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { withApp } from '../../../test/app.ts';
import { aDocument, ANYBODY } from '../../../test/factories.ts';
import { sourcesOf, rememberThings, thingLinksIn } from './sources.ts';

const at = withApp();
const GUIDE =
  '# Rotate logs\n\nRun **logrotate** by hand,\nthen check the free space.\n\n' +
  '1. Stop the shipper.\n2. Start it again.\n\n```sh\nlogrotate -f /etc/logrotate.conf\n' +
  '```\n\npassword: Hunter2!x is in the vault.';
let [guide, other, gone, host] = ['', '', '', ''];

beforeAll(async () => {
  const ann = await at.current.signedIn();
  const { db } = at.current.database;
  guide = await aDocument(db, ann.user, {
    title: 'Rotate logs',
    content: GUIDE,
  });
  other = await aDocument(db, ann.user, { title: 'Holiday plan', content: 'The office closes on Friday.' });
  gone = await aDocument(db, ann.user, { title: 'Old page', content: 'Nothing here.' });
  await ann.call(documents.remove, { params: { id: gone } });
  host = (await ann.call(servers.create, { body: { name: 'mel-log-01' } })).id;
});

const doc = (id: string) => `/knowledge-base?doc=${id}`;
/** What the tools read for the reply. */
function allRead() {
  const things = rememberThings();
  things.add({ kind: 'document', id: guide, title: 'Rotate logs', text: GUIDE });
  things.add({ kind: 'document', id: other, title: 'Holiday plan', text: 'The office closes on Friday.' });
  things.add({ kind: 'server', id: host, title: 'mel-log-01', text: 'mel-log-01' });
  return things;
}
const resultOf = (reply: string, things = allRead()) =>
  sourcesOf(at.current.database.db, ANYBODY, reply, things);
const sources = async (reply: string, things = allRead()) => (await resultOf(reply, things)).sources;

describe('AI-11 sources of a reply: links', () => {
  test('AI-11 a link to an item that was read is verified and gets its real title', async () => {
    const reply = `See [this](${doc(guide)}&mode=preview#rotate-logs) and [that](/infrastructure?server=${host}).`;
    expect(await sources(reply)).toEqual([
      { kind: 'document', title: 'Rotate logs', url: doc(guide), verified: true },
      { kind: 'server', title: 'mel-log-01', url: `/infrastructure/${host}`, verified: true },
    ]);
  });

  test('A12 a link that was not read for this reply is a link, and its quotation is not verified', async () => {
    const reply = `[Rotate logs](${doc(guide)}) says:\n\n> Run logrotate by hand,\n`;
    const url = doc(guide);
    const link = { kind: 'document', title: 'Rotate logs', url, verified: false };
    expect(await sources(reply, rememberThings())).toEqual([
      link,
      { ...link, quote: 'Run logrotate by hand,' },
    ]);
    const part = rememberThings();
    part.add({ kind: 'document', id: guide, title: 'Rotate logs', text: 'Stop the shipper.' });
    expect(await sources(reply, part)).toEqual([
      { ...link, verified: true },
      { ...link, quote: 'Run logrotate by hand,' },
    ]);
  });

  test.each([
    ['an invented id', () => doc(randomUUID())],
    ['no id at all', () => doc("x' or 1=1")],
    ['a page in the bin', () => doc(gone)],
    ['a person who does not exist', () => `/team?member=${randomUUID()}`],
  ])('AI-11 a link to %s is not verified and leads nowhere', async (_, address) => {
    const [source, ...more] = await sources(`See [the page](<${address()}>).`);
    expect(more).toEqual([]);
    expect(source).toMatchObject({ title: 'the page', url: '', verified: false });
  });

  test('AI-11 other addresses, code and plain text are no sources', async () => {
    const reply =
      `[a](https://example.com/knowledge-base?doc=${guide}) [b](/dashboard) ` +
      `[c](//x.invalid${doc(guide)})\n\n\`\`\`\n[d](${doc(guide)})\n> quoted\n\`\`\`\n`;
    expect(await sources(reply)).toEqual([]);
  });

  test('AI-11 finds a link in every form of Markdown', () => {
    const forms = [
      '[x](/team?member=1)',
      '[x](</team?member=1> "Title")',
      '[x]: /team?member=1',
      '[a \\] b](/team?member=1)',
      '[x](/team/1)',
    ];
    expect(forms.map((form) => thingLinksIn(form).map(({ kind, id }) => [kind, id]))).toEqual(
      forms.map(() => [['member', '1']]),
    );
  });
});

describe('AI-11 sources of a reply: quotations', () => {
  const verified = async (reply: string) => (await sources(reply)).find(({ quote }) => quote)?.verified;

  test.each([
    ['word for word', '> Run logrotate by hand, then check the free space.'],
    ['across other line breaks', '> Run logrotate\n> by hand,\n> then check'],
    ['with an omission', '> Run logrotate … the free space.'],
    ['of a list', '> 1. Stop the shipper.\n> 2. Start it again.'],
    ['of code', '> ```sh\n> logrotate -f /etc/logrotate.conf\n> ```'],
    ['with a secret as the tool returned it', '> password: [secret 1] is in the vault.'],
  ])('AI-11 a quotation %s is verified in the linked page', async (_, quote) => {
    expect(await verified(`[Rotate logs](${doc(guide)}) says:\n\n${quote}\n`)).toBe(true);
    expect(await verified(`${quote}\n> — [Rotate logs](${doc(guide)})\n`)).toBe(true);
  });

  test.each([
    ['invented', '> Reboot the server first.'],
    ['with a word changed', '> Run logrotate by script, then check the free space.'],
    ['in another order', '> the free space … Run logrotate'],
    ['of another page', '> The office closes on Friday.'],
    ['with the secret itself', '> password: Hunter2!x is in the vault.'],
  ])('AI-11 a quotation that is %s is not verified; its link still is', async (_, quote) => {
    const found = await sources(`[Rotate logs](${doc(guide)}) says:\n\n${quote}\n`);
    expect(found.map((source) => [source.url, 'quote' in source, source.verified])).toEqual([
      [doc(guide), false, true],
      [doc(guide), true, false],
    ]);
  });

  test('AI-11 a quotation without a link is searched in the results of the tools', async () => {
    const quote = '> The office closes on Friday.\n';
    const things = rememberThings();
    expect(await sources(quote, things)).toEqual([
      {
        kind: 'document',
        title: 'Quotation',
        url: '',
        quote: 'The office closes on Friday.',
        verified: false,
      },
    ]);
    things.add({ kind: 'document', id: other, title: 'Holiday plan', text: 'The office closes on Friday.' });
    expect(await sources(quote, things)).toEqual([
      {
        kind: 'document',
        title: 'Holiday plan',
        url: doc(other),
        quote: 'The office closes on Friday.',
        verified: true,
      },
    ]);
  });

  test('AI-11 two pages have separate quotations', async () => {
    const reply = `[Rotate logs](${doc(guide)}):\n> Stop the shipper.\n\n[Holiday plan](${doc(other)}):\n> The office closes on Friday.\n`;
    expect((await sources(reply)).map(({ title, quote, verified: is }) => [title, quote, is])).toEqual([
      ['Rotate logs', 'Stop the shipper.', true],
      ['Holiday plan', 'The office closes on Friday.', true],
    ]);
  });

  test('A12 a quotation that is not in its source is marked where it stands', async () => {
    const link = `[Rotate logs](${doc(guide)})`;
    const right = `${link} says:\n\n> Stop the shipper.\n\nand`;
    const reply = `${right}\n\n> Reboot\n> the server.\n\n1. > Burn it.\n\nThat is all.`;
    const mark = '*(not found in the source)*';
    expect((await resultOf(reply)).text).toBe(
      `${right}\n\n> Reboot\n> the server.\n> ${mark}\n\n1. > Burn it.\n   > ${mark}\n\nThat is all.`,
    );
    expect((await resultOf(right)).text).toBe(right);
    const unread = `${link} says:\n\n> Stop the shipper.`;
    expect((await resultOf(unread, rememberThings())).text).toBe(`${unread}\n> ${mark}`);
  });

  test('AI-11 a general reply has no source', async () => {
    expect(await sources('Use `df -h`.\n\n```sh\ndf -h\n```\n')).toEqual([]);
  });
});
