import { expect, test } from 'vitest';
import { articleFrom } from './article.ts';

test.each([
  ['From: Ann\nTo: Bob\n\nHi Bob,\n\nthe certificate of the vpn gateway expires on 3 March. Please renew it.', 'The certificate of the VPN gateway expires on 3 March'],
  ['[Yesterday 16:02] Priya Nair\nanyone else seeing vpn drops?\n[Yesterday 16:03] Lukas Weber\nyes', 'Anyone else seeing VPN drops?'],
  ['The tunnel of the office drops.\n\nconfig vpn ssl settings\n    set idle-timeout 3600\nend', 'The tunnel of the office drops'],
  ['PURPOSE\nconfig vpn ssl settings\n    set idle-timeout 3600\nend', 'Settings of vpn ssl'],
  ['Windows PowerShell\nCopyright (C) Microsoft Corporation. All rights reserved.\n\nPS C:\\> Get-Service Spooler\nStopped  Spooler  Print Spooler', 'Get-Service Spooler'],
  ['Microsoft Windows [Version 10.0.20348.2322]\n(c) Microsoft Corporation. All rights reserved.\n\nC:\\Windows>ipconfig /flushdns', 'ipconfig /flushdns'],
  ['<!DOCTYPE html>\n<html>\n<head>\n  <title>503 Service Unavailable</title>\n</head>\n<body>\n<h1>x</h1>\n</body>\n</html>', '503 Service Unavailable'],
  ['; /etc/odbc.ini on app02\n[ERP]\nDriver = /opt/lib/a.so\nServer = sqlprod02,1433', '/etc/odbc.ini on app02'],
  ['Objet : Imprimante hors service\n\nBonjour,\n\nelle ne marche plus.', 'Imprimante hors service'],
  ['Betreff: AW: Drucker druckt nicht\n\nHallo', 'Drucker druckt nicht'],
  ['config system interface\n    edit "wan2"\n        set mode dhcp\n    next\nend', 'Settings of system interface'],
  ['PURPOSE\nRenew the certificate.', 'Renew the certificate'],
  ['## Purpose\n\nRenew the certificate of web.', 'Renew the certificate of web'],
  ['[09:12] Ann Lee: morning all\n[09:13] Ann Lee: print queue hangs', 'Print queue hangs'],
  ['Ann Lee 09:12\nprint queue hangs on level 3\nBob Ray 09:13\nlooking', 'Print queue hangs on level 3'],
  ['Problem\nUsers cannot print.', 'Users cannot print'],
  ['Problem: users cannot print on level 3.\nCause: driver.', 'Users cannot print on level 3'],
  ['Symptoms\n- Outlook shows Disconnected', 'Outlook shows Disconnected'],
  ['Hi team\n\nThe backup of sql-01 failed last night.', 'The backup of sql-01 failed last night'],
  ['Hi team, please note that the VPN gateway moves on Friday.', 'Please note that the VPN gateway moves on Friday'],
  ['Good morning everyone,\nthe scanner on level 2 is broken', 'The scanner on level 2 is broken'],
  ['Subject: Re: Fwd: [EXTERNAL] INC0012345 printer offline', 'INC0012345 printer offline'],
  ['Subject: RE: INC0012345\n\nThe printer on level 3 is offline.', 'The printer on level 3 is offline'],
  ['Number: INC0012345\nShort description: Mailbox full\nState: New', 'Mailbox full'],
  ['[root@web-01 ~]# df -h\n/dev/sda1  40G  40G  0 100% /', 'df -h on web-01'],
  ['PS C:\\> Get-Service Spooler\nStopped  Spooler  Print Spooler', 'Get-Service Spooler'],
  ['sw-mel-01#show vlan brief\n10   office   active', 'show vlan brief on sw-mel-01'],
  ['Exception in thread "main" java.lang.IllegalStateException: Pool exhausted\n\tat a.B.c(B.java:1)', 'IllegalStateException: Pool exhausted'],
  ['Traceback (most recent call last):\n  File "/a.py", line 4, in <module>\n    main()\nRuntimeError: no route to postgres-01', 'RuntimeError: no route to postgres-01'],
  ['2026-01-05T02:00:01 INFO start\n2026-01-05T02:00:02 ERROR veeam: snapshot failed', 'veeam: snapshot failed'],
  ['05/01/2026 02:00:02 ERROR veeam: snapshot failed', 'veeam: snapshot failed'],
  ['apiVersion: v1\nkind: Deployment\nmetadata:\n  name: billing', 'Deployment billing'],
  ['On Monday Bob wrote:\n> The switch in rack 4 has no power.', 'The switch in rack 4 has no power'],
  ['05/01/2026 09:12 Ann restarted the print server.\n05/01/2026 09:30 It prints again.', 'Ann restarted the print server'],
  ['# Fail over the database\n\nIntro.', 'Fail over the database'],
  ['Teams chat\n\nAnn Lee\n10:02 AM\nHey, who moved the print server to Sydney?', 'Who moved the print server to Sydney?'],
  ['# Access denied on \\\\fs01\\hr$\n\n**x**', 'Access denied on \\\\fs01\\hr$'],
  ['How do I renew the token?\n\nSystem.Exception: it failed today\n   at A.B(C c)', 'How do I renew the token?'],
  ['Notification Type: PROBLEM\n\nService: Disk\nHost: mel-fs-02\n\nAdditional Info:\n\nDisk C: is nearly full', 'Disk C: is nearly full'],
  ['Replace <server name> in the template', 'Replace <server name> in the template'],
  ['1. Open the console\n2. Restart the spooler', 'Open the console'],
  ['Step 1: Remove the old snapshots\nOpen vCenter and delete them.', 'Remove the old snapshots'],
  [`The backup ${'of the server '.repeat(30)}failed.`, expect.stringMatching(/^The backup of the server .{20,100}…$/) as string],
])('AC-05 %j is about %j', (paste, title) => {
  expect(articleFrom(paste, []).title).toEqual(title);
}); // prettier-ignore

test.each([
  ['From: Ann\nSubject: Re: disk full on web-01\n\nHi Bob,\n\nThe disk is full.\n\nRegards\nAnn', 'The disk is full.'],
  ['Subject: Re: disk full on web-01', 'Disk full on web-01.'],
  ['[09:12] Ann Lee: hi\n[09:13] Ann Lee: vpn is down', 'VPN is down.'],
])('AC-05 the excerpt of %j is %j, without heads, greetings and times', (paste, excerpt) => {
  expect(articleFrom(paste, []).excerpt).toBe(excerpt);
}); // prettier-ignore
