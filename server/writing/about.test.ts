import { expect, test } from 'vitest';
import { articleFrom } from './article.ts';

test.each([
  [
    'From: Ann\nTo: Bob\n\nHi Bob,\n\nthe certificate of the vpn gateway expires on 3 March. Please renew it.',
    'The certificate of the VPN gateway expires on 3 March',
  ],
  [
    '[Yesterday 16:02] Priya Nair\nanyone else seeing vpn drops?\n[Yesterday 16:03] Lukas Weber\nyes',
    'Anyone else seeing VPN drops?',
  ],
  [
    'The tunnel of the office drops.\n\nconfig vpn ssl settings\n    set idle-timeout 3600\nend',
    'The tunnel of the office drops',
  ],
  ['Objet : Imprimante hors service\n\nBonjour,\n\nelle ne marche plus.', 'Imprimante hors service'],
  ['Betreff: AW: Drucker druckt nicht\n\nHallo', 'Drucker druckt nicht'],
  ['PURPOSE\nRenew the certificate.', 'Renew the certificate'],
  ['## Purpose\n\nRenew the certificate of web.', 'Renew the certificate of web'],
  ['[09:12] Ann Lee: morning all\n[09:13] Ann Lee: print queue hangs', 'Print queue hangs'],
  ['Ann Lee 09:12\nprint queue hangs on level 3\nBob Ray 09:13\nlooking', 'Print queue hangs on level 3'],
  ['Problem\nUsers cannot print.', 'Users cannot print'],
  ['Problem: users cannot print on level 3.\nCause: driver.', 'Users cannot print on level 3'],
  ['Symptoms\n- Outlook shows Disconnected', 'Outlook shows Disconnected'],
  ['Hi team\n\nThe backup of sql-01 failed last night.', 'The backup of sql-01 failed last night'],
  [
    'Hi team, please note that the VPN gateway moves on Friday.',
    'Please note that the VPN gateway moves on Friday',
  ],
  ['Good morning everyone,\nthe scanner on level 2 is broken', 'The scanner on level 2 is broken'],
  ['Subject: Re: Fwd: [EXTERNAL] INC0012345 printer offline', 'INC0012345 printer offline'],
  ['Subject: RE: INC0012345\n\nThe printer on level 3 is offline.', 'The printer on level 3 is offline'],
  ['Number: INC0012345\nShort description: Mailbox full\nState: New', 'Mailbox full'],
  ['[root@web-01 ~]# df -h\n/dev/sda1  40G  40G  0 100% /', 'df -h'],
  ['PS C:\\> Get-Service Spooler\nStopped  Spooler  Print Spooler', 'Get-Service Spooler'],
  ['sw-mel-01#show vlan brief\n10   office   active', 'show vlan brief'],
  [
    'Exception in thread "main" java.lang.IllegalStateException: Pool exhausted\n\tat a.B.c(B.java:1)',
    'Exception in thread "main" java.lang.IllegalStateException: Pool exhausted',
  ],
  [
    'Traceback (most recent call last):\n  File "/a.py", line 4, in <module>\n    main()\nRuntimeError: no route to postgres-01',
    'RuntimeError: no route to postgres-01',
  ],
  [
    '2026-01-05T02:00:01 INFO start\n2026-01-05T02:00:02 ERROR veeam: snapshot failed',
    'veeam: snapshot failed',
  ],
  ['05/01/2026 02:00:02 ERROR veeam: snapshot failed', 'veeam: snapshot failed'],
  [
    '05/01/2026 09:12 Ann restarted the print server.\n05/01/2026 09:30 It prints again.',
    'Ann restarted the print server',
  ],
  ['# Fail over the database\n\nIntro.', 'Fail over the database'],
  ['---\ntitle: Heap of the shop\nweight: 20\n---\n\nIntro text.', 'Heap of the shop'],
  ['# etcdNoLeader\n\nThe cluster has no leader.', 'etcdNoLeader'],
  ['Intro of the page.\n\n## Details\n\nMore.', 'Intro of the page'],
  ['Betreff: WG: Drucker im 3. OG\n\nHallo zusammen,\n\ner druckt nicht.', 'Drucker im 3. OG'],
  ['Hallo zusammen,\n\nder Drucker im Lager druckt nicht.', 'Der Drucker im Lager druckt nicht'],
  ['Name\tStatus\nSpooler\tRunning', 'Name Status'],
  [
    'How do I renew the token?\n\nSystem.Exception: it failed today\n   at A.B(C c)',
    'How do I renew the token?',
  ],
  ['Replace <server name> in the template', 'Replace <server name> in the template'],
  ['1. Open the console\n2. Restart the spooler', 'Open the console'],
  ['Switch im 2. OG ist tot\nNetzteil getauscht', 'Switch im 2. OG ist tot'],
  [
    'Seit heute sind ca. 50 Benutzer ohne Netz. Der Switch ist tot.',
    'Seit heute sind ca. 50 Benutzer ohne Netz',
  ],
  ['The disk of web-01 is full. 3 servers are down.', 'The disk of web-01 is full'],
  ['Anna Kowalska\n  10:14 AM\nhey, is grafana down?\nBen\n  10:15 AM\nyep', 'Is grafana down?'],
  ['[22.03.2024 14:02] Müller, Stefan\nDer Druckserver antwortet nicht.', 'Der Druckserver antwortet nicht'],
  [
    'Marek — Today at 11:02 AM\npve-2 left the cluster\nOla — Today at 11:05 AM\nyes',
    'pve-2 left the cluster',
  ],
  [
    'Log Name:      System\nEvent ID:      7031\nLevel:         Error\nDescription:\nThe spooler terminated unexpectedly.',
    'The spooler terminated unexpectedly',
  ],
  [
    'Problema: il server web non risponde\nCausa: certificato\nTeam: Web\n1. Rinnovare',
    'Il server web non risponde',
  ],
  ['Host: web-01\nTeam: Web team\nSite: Room 4\n- Open the console', 'Open the console'],
  ['Symptom: the shop freezes\nCause: disk\nFix: free it\nUse NFS 4.1 datastores', 'The shop freezes'],
  ['### What happened?\n\nThe kubelet does not start', 'The kubelet does not start'],
  ['**Describe the bug**\nBackups fail since 2.4\n\n**To Reproduce**\nRun one', 'Backups fail since 2.4'],
  ['#!/bin/bash\nset -euo pipefail', 'set -euo pipefail'],
  ['Schritt 1: Dienst stoppen\nÜber die Konsole.', 'Dienst stoppen'],
  ['Step 1: Remove the old snapshots\nOpen vCenter and delete them.', 'Remove the old snapshots'],
  [
    `The backup ${'of the server '.repeat(30)}failed.`,
    expect.stringMatching(/^The backup of the server .{20,100}…$/) as string,
  ],
])('AC-05 %j is about %j', (paste, title) => {
  expect(articleFrom(paste, []).title).toEqual(title);
});

test.each([
  [
    'From: Ann\nSubject: Re: disk full on web-01\n\nHi Bob,\n\nThe disk is full.\n\nRegards\nAnn',
    'The disk is full.',
  ],
  ['Subject: Re: disk full on web-01', 'Disk full on web-01.'],
  [
    'From: Ann\n\nThe disk is full.\n\nRegards,\nAnn\nIf you are not the recipient of the full disk, please delete this mail.',
    'The disk is full.',
  ],
  ['From: Ann\n\nThanks,\nAnn\n\nFrom: Bob\n\nThe disk of web-01 is full.', 'The disk of web-01 is full.'],
  ['Intro text here.\n\n- Check the disk of the server now.', 'Intro text here.'],
  ['[09:12] Ann Lee: hi\n[09:13] Ann Lee: vpn is down', 'VPN is down.'],
])('AC-05 the excerpt of %j is %j, without headers, greetings and times', (paste, excerpt) => {
  expect(articleFrom(paste, []).excerpt).toBe(excerpt);
});
