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

const CHAT = `[09:12] Ann Lee: vpn is down for everyone in Sydney
[09:13] Bob Ray: same here, firewall fw-syd-01 shows 100% cpu
[09:20] Ann Lee: I restarted the IPsec service:
fw-syd-01# diagnose vpn tunnel flush
[09:24] Bob Ray: works again, thanks`;

const THREAD = `From: Bob Ray
Sent: Tuesday, 3 March 2026 10:02
To: Ann Lee
Subject: FW: Mailbox database on ex-mel-02 does not mount

Ann, this is how we solved it:

1) Check the state with Get-MailboxDatabase -Status
2) Run eseutil /mh against the file
3) Mount the database again

Regards
Bob

-----Original Message-----
From: Ann Lee
The mailbox database DB07 is dismounted since 09:40.`;

const STACK = `Deployment of the billing service failed on k8s-prod-3.

Traceback (most recent call last):
  File "/srv/billing/app.py", line 41, in <module>
    main()
  File "/srv/billing/app.py", line 12, in main
    raise RuntimeError("no route to postgres-01:5432")
RuntimeError: no route to postgres-01:5432

The network policy was missing. Apply it and restart the pod.`;

const SCREENSHOT = `Setup failed
Windows Installer
Error 1935. An error occurred during the installation of assembly
component {97F81AF1-0E47-DC99-FF1F-C8B3B9A1E18E}.
HRESULT: 0x80070005

Restart the Windows Modules Installer service and run setup again.`;

const RUNBOOK = `PURPOSE
Renew the TLS certificate of the load balancer.

PREREQUISITES
* access to the CA
* the private key

STEPS
1. Create the request:
openssl req -new -key lb.key -out lb.csr
2. Send it to the CA.
3. Install the answer and reload nginx.

ROLLBACK
Put the old certificate back.`;

const NOTES = `citrix farm notes
vda registration fails after patching
- check the ListOfDDCs key
- restart BrokerAgent
  - on all VDAs
see https://support.example.com/ctx/136668 and C:\\Windows\\Temp\\vda.log`;

const PASTES = {
  CHAT,
  THREAD,
  STACK,
  SCREENSHOT,
  RUNBOOK,
  NOTES,
  TICKET,
  CONSOLE,
  LOG,
  MARKDOWN,
  UNCLOSED,
  MAIL,
  windows: TICKET.replaceAll('\n', '\r\n'),
};

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

test.each([
  ['CHAT', CHAT, /vpn is down/i, null, ['vpn']],
  ['THREAD', THREAD, /^Mailbox database on ex-mel-02 does not mount$/, 'Exchange SE', ['database']],
  ['STACK', STACK, /^Deployment of the billing service failed/, null, ['kubernetes']],
  ['SCREENSHOT', SCREENSHOT, /^Setup failed$/, null, ['windows']],
  ['RUNBOOK', RUNBOOK, /TLS certificate|Purpose/i, null, ['certificates', 'tls']],
  ['NOTES', NOTES, /^Citrix farm notes$/, 'Citrix', ['citrix']],
])('AC-05 of the paste %s: title, category and tags', (_name, paste, title, category, tags) => {
  const article = articleFrom(paste, [], []);
  expect(article.title).toMatch(title);
  expect(article.category).toBe(category);
  expect(article.tags).toEqual(expect.arrayContaining(tags));
  expect(article.excerpt).not.toBe('');
});

test('AC-05 headings and code of a runbook and of a stack trace', () => {
  expect(structured(RUNBOOK)).toMatch(/^## Purpose$|^## PURPOSE$/m);
  expect(structured(RUNBOOK)).toContain('* access to the CA\n* the private key');
  expect(structured(STACK)).toMatch(/```[a-z]*\nTraceback/);
  expect(structured(THREAD)).toContain('1) Check the state');
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
