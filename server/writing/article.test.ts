import { describe, expect, test } from 'vitest';
import { articleFrom, enhancedDocument } from './article.ts';
import { structured } from './structure.ts';
import { tidyText, tidyTitle } from './tidy.ts';

const TICKET = `Subject: RE: users cannot reach the intranet, dns lookups fail

Symptoms:
Since 08:15 nslookup intranet.corp.example.com times out on every client in Melbourne.
• Outlook shows Disconnected
• Ping by address works

Resolution:
The DNS service on mel-dc-02 had stopped after the Windows Server patching. We restarted it and DNS answers again.

PS C:\\> Restart-Service DNS
PS C:\\> Get-Service DNS
Status   Name   DisplayName
Running  DNS    DNS Server

Then check the event log.`;

const CONSOLE = `admin@mel-web-01:~$ df -h
Filesystem      Size  Used Avail Use% Mounted on
/dev/sda1        40G   40G     0 100% /
admin@mel-web-01:~$ sudo journalctl --vacuum-size=200M

(1) Free space first.
(2) Then restart nginx.`;

const LOG = `The backup job fails every night.
2026-01-05T02:00:01 ERROR veeam: snapshot failed
2026-01-05T02:00:02 ERROR veeam: giving up

Step 1: Remove the old snapshots
Open vCenter and delete them.

Step 2: Run the job again
It ends with Success.`;

const MARKDOWN =
  '# Fail over\n\nIntro:\n\n```sh\nsudo reboot\n\n\n# not a heading\n```\n\n| a | b |\n| - | - |';
const UNCLOSED = 'Run this on the server\n```\nsudo reboot';
const MAIL = `From: Ann
To: Bob

Hi Bob,

the certificate of the vpn gateway expires on 3 March. Please renew it.

NEXT ACTIONS
– order the certificate
– install it on both gateways

> On Monday Bob wrote:
> which one?`;

const PASTES = { TICKET, CONSOLE, LOG, MARKDOWN, UNCLOSED, MAIL, windows: TICKET.replaceAll('\n', '\r\n') };

const wordsOf = (text: string): string[] =>
  text
    .replace(/^```(?:powershell|console|bash|text)$/gm, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

describe.each(Object.entries(PASTES))('AC-05 of the paste %s', (_name, paste) => {
  test('nothing is lost and all stays in its order', () => {
    expect(wordsOf(structured(paste))).toEqual(wordsOf(paste));
    expect(wordsOf(articleFrom(paste, [], []).content)).toEqual(wordsOf(paste));
  });

  test('ED-09 what was marked once is not marked again', () => {
    expect(structured(structured(paste))).toBe(structured(paste));
  });
});

test('AC-05 a ticket becomes an article with title, headings, lists, code, tags, category and excerpt', () => {
  const article = articleFrom(TICKET, [], []);
  expect(article.title).toBe('Users cannot reach the intranet, DNS lookups fail');
  expect(article.category).toBe('DNS');
  expect(article.tags).toEqual(expect.arrayContaining(['dns', 'windows', 'patching']));
  expect(article.content).toContain('## Symptoms\n\nSince 08:15');
  expect(article.content).toContain('- Outlook shows Disconnected\n- Ping by address works');
  expect(article.content).toContain(
    '```powershell\nPS C:\\> Restart-Service DNS\nPS C:\\> Get-Service DNS\nStatus ',
  );
  expect(article.content).toContain('DNS Server\n```\n\nThen check');
  expect(TICKET).toContain(article.excerpt.split('. ')[0]);
  expect(article.excerpt).not.toBe('');
});

test('AC-05 console output and log lines are code, and what follows is not', () => {
  expect(structured(CONSOLE)).toContain('vacuum-size=200M\n```\n\n1. Free space first.\n2. Then');
  expect(structured(CONSOLE)).toMatch(/^```console\nadmin@mel-web-01:~\$ df -h\nFilesystem/);
  expect(structured(LOG)).toContain('```text\n2026-01-05T02:00:01');
  expect(structured(LOG)).toContain('### Step 1: Remove the old snapshots\n\nOpen vCenter');
});

test('AC-05 pasted images stand under the text, also where a block of code was left open', () => {
  const image = { id: 'i1', name: 'screen [1].png', data: 'data:image/png;base64,AAAA' };
  const { content } = articleFrom(UNCLOSED, [image], []);
  expect(content).toContain(
    'sudo reboot\n```\n\n<!-- width=300px height=auto -->\n![screen 1 .png](data:image/png',
  );
});

test('ED-09 tags that documents have already are taken up; one that is in no text is not', () => {
  const { extractedTags } = enhancedDocument('Fail over', 'Fail over mel-db-02 to the replica.', [
    'mel-db-02',
    'sap',
  ]);
  expect(extractedTags[0]).toBe('mel-db-02');
  expect(extractedTags).not.toContain('sap');
});

test('ED-09 a good document stays as it is', () => {
  const content = '# Fail over\n\nPromote the replica.';
  expect(enhancedDocument('Fail over the pool', content, [])).toMatchObject({
    improvedContent: content,
    suggestedTitle: 'Fail over the pool',
    summary: 'Promote the replica.',
  });
});

test.each([
  ['RE: FW:  restart dns  on mel-dns-01. ', 'Restart DNS on mel-dns-01'],
  ['mel-db-02 fails over', 'mel-db-02 fails over'],
  ['Rotate the signing key', 'Rotate the signing key'],
  ['read /var/log/sql/x.sql and `sql`', 'Read /var/log/sql/x.sql and `sql`'],
])('ED-09 the title %j reads %j', (title, expected) => {
  expect(tidyTitle(title)).toBe(expected);
  expect(tidyTitle(expected)).toBe(expected);
});

test('ED-09 an excerpt gets its capital, names and end; a finished one stays', () => {
  expect(tidyText('how to  patch vmware hosts')).toBe('How to patch VMware hosts.');
  expect(tidyText('Done already.\n\nTwice!')).toBe('Done already.\n\nTwice!');
});

test('threat 89 a hundred thousand hostile characters are read in linear time', () => {
  for (const piece of ['[', '# ', '- ', '```\n', '$ ', 'a@a:', 'Step 1: ', '(1) ', '\n', ' ', '2026-']) {
    const paste = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(articleFrom(paste, [], []).content.length).toBeLessThanOrEqual(2 * paste.length);
  }
}, 60_000);
