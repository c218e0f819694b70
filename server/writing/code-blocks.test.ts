import { describe, expect, test } from 'vitest';
import { blocksIn } from './code-blocks.ts';
import { kindOf } from './line-kinds.ts';

const found = (text: string) =>
  blocksIn(text.split('\n'), text.split('\n').map(kindOf)).map(({ language, from, to }) => [
    language,
    from,
    to,
  ]);

describe('AC-05 recognises code by its form', () => {
  test.each([
    ['console', '[root@web ~]# systemctl status nginx'],
    [
      'text',
      '# m h dom mon dow command\n0 2 * * * /usr/local/bin/backup.sh --full\n*/15 * * * 1-5 /opt/check.sh',
    ],
    ['ini', 'concurrent = 4\n\n[[runners]]\n  name = "a"\n  [runners.docker]\n    image = "b"'],
    ['text', '{"level":"error","ts":1730621662.114,"msg":"bind: address already in use"}'],
    ['json', '[\n  {"name": "a"},\n  {"name": "b"}\n]'],
    [
      'text',
      '; <<>> DiG 9.18.28 <<>> mail.example.com MX\n;; Got answer:\n\n;; QUESTION SECTION:\n;mail.example.com.\tIN\tMX',
    ],
    ['yaml', 'imageScans:\n# what to scan\n- policy:\n    semver:\n      range: "*"\n  image: "a/b"'],
    [
      'yaml',
      '---\n- hosts: web\n  become: true\n  tasks:\n    - name: Install\n      apt:\n        name: nginx',
    ],
    ['text', 'terraform {\n  backend "s3" {\n    bucket = "b"\n    # not a variable\n  }\n}'],
    ['yaml', '- hosts: web\n  become: true\n  tasks:\n    - name: Install\n      apt:\n        name: nginx'],
    ['text', 'backend app\n    balance roundrobin\n    server app1 10.0.0.1:8080 check'],
    ['xml', '<VirtualHost *:443>\n    ServerName www.example.com\n    SSLEngine on\n</VirtualHost>'],
    [
      'text',
      '10.0.0.11   web-01.corp   web-01\n10.0.0.12   web-02.corp   web-02\n# storage\n10.0.0.50   stor-01',
    ],
    ['ini', '[HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Services\\Tcpip]\n"MaxUserPort"=dword:0000fffe'],
    ['yaml', 'repos:\n# the default\n- id: /.*/\n  apply_requirements: [approved]'],
    ['ini', '[mysqld]\nport = 1\n; a remark of it\n# slow log\nslow_query_log = 1'],
    ['console', 'net stop spooler\ndel /Q /F /S "%systemroot%\\spool\\*.*"\nnet start spooler'],
    [
      'console',
      'root@web:/etc/nginx# nginx -t\nnginx: the configuration file /etc/nginx/nginx.conf syntax is ok',
    ],
    ['console', 'ann@mac ~ % brew install wget'],
    ['console', '[root@esx-01:~] esxcli storage core path list'],
    ['console', '$ sudo reboot'],
    ['text', 'resource "aws_instance" "web" {\n  ami = "x"\n}'],
    ['text', 'listen 80;\nreturn 301 https://$host;'],
    ['console', '# systemctl restart nginx'],
    ['console', 'sw-mel-01#show version\nCisco IOS Software'],
    ['console', 'sw-mel-01(config)#interface gi0/1\nsw-mel-01(config-if)#no shutdown'],
    ['console', 'rtr1>enable\nrtr1#conf t'],
    ['console', 'fw-syd-01 # diagnose sys top'],
    ['console', 'mysql> select 1;\n+---+\n| 1 |\n+---+'],
    ['console', 'billing=# \\dt'],
    ['powershell', 'PS C:\\> Get-Service DNS\nStatus   Name   DisplayName'],
    ['powershell', 'PS /home/ann> Get-Process'],
    ['powershell', 'PS C:\\> Get-Service |\n>>   Sort-Object Name\nName\n----\nSpooler'],
    ['console', '$ cat > notes <<EOF\n> first\n> EOF\n$ cat notes'],
    ['powershell', '[srv-01]: PS C:\\> Restart-Computer'],
    ['powershell', 'Get-ADUser -Filter * | Select-Object Name\nRestart-Service DNS'],
    ['powershell', '$servers = Get-Content servers.txt'],
    ['bash', 'openssl x509 -in web.pem -noout -dates'],
    ['bash', 'kubectl rollout restart deployment billing -n billing'],
    ['bash', 'docker run -d \\\n  --name web \\\n  nginx:1.27'],
    ['bash', '#!/bin/bash\nset -e\necho done'],
    ['bash', '# stop first\nsystemctl stop nginx'],
    [
      'text',
      '● nginx.service - web server\n     Loaded: loaded\n     Active: failed\n\nNov 22 08:00:01 web systemd[1]: x',
    ],
    ['text', 'Nov 22 08:00:01 web nginx[812]: started'],
    ['text', '2026-01-05T02:00:01Z ERROR snapshot failed'],
    ['text', '2026-01-05 02:00:01,123 WARN retry'],
    ['text', '05/01/2026 02:00:01 ERROR veeam: snapshot failed'],
    ['text', '1/5/2026 2:00:01 AM Error backup[12]: failed'],
    ['text', '05-Jan-2026 02:00:01.123 SEVERE [main] failed'],
    ['text', '[Sun Nov 22 08:00:01.123 2026] [core:error] failed'],
    ['text', '2026/11/22 08:00:03 [error] 812#812: connect() failed'],
    ['text', '10.0.0.9 - - [22/Nov/2026:08:00:04 +0000] "GET / HTTP/1.1" 502 157'],
    ['text', '[    1.234567] usb 1-1: new device'],
    ['text', '%LINK-3-UPDOWN: Interface Gi0/1, changed state to down'],
    [
      'text',
      'Exception in thread "main" java.lang.Error: x\n\tat a.B.c(B.java:1)\nCaused by: java.io.IOException: y\n\t... 3 more',
    ],
    [
      'text',
      'Traceback (most recent call last):\n  File "/a.py", line 4, in <module>\n    main()\nRuntimeError: no route',
    ],
    [
      'text',
      'System.NullReferenceException: not set\n   at Web.Orders.Get(Int32 id) in C:\\src\\a.cs:line 41',
    ],
    [
      'text',
      'TypeError: x is not a function\n    at Object.<anonymous> (/srv/app.js:1:2)\n    at node:internal/main:3:1',
    ],
    ['text', 'Filesystem      Size  Used Avail Use% Mounted on\n/dev/sda1        40G   40G     0 100% /'],
    [
      'text',
      'Proto Recv-Q Send-Q Local Address   Foreign Address   State\ntcp        0      0 0.0.0.0:22      0.0.0.0:*         LISTEN',
    ],
    ['text', 'NAME     READY   STATUS    AGE\nweb-1    1/1     Running   3d'],
    ['text', 'total 8\n-rw-r--r-- 1 root root 40 Jan  5 08:00 a\ndrwxr-xr-x 2 root root 40 Jan  5 08:00 b'],
    ['text', ' id | name\n----+------\n  1 | x'],
    ['yaml', 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web'],
    ['yaml', 'services:\n  web:\n    image: nginx\n    ports:\n      - "80:80"'],
    [
      'console',
      'sudo nginx -t\nnginx: the file /etc/nginx/nginx.conf is ok\nnginx: successful\nsudo systemctl reload nginx',
    ],
    ['bash', '/etc/init.d/hostd restart && /etc/init.d/vpxa restart'],
    ['ini', '[Unit]\nDescription=Billing\n\n[Service]\nRestart=always'],
    ['ini', 'max_connections = 200\nshared_buffers = 4GB'],
    ['json', '{\n  "name": "web",\n  "ports": [80, 443]\n}'],
    ['json', '[\n  {"a": 1}\n]'],
    ['sql', "SELECT id, name\nFROM orders\nWHERE state = 'open';"],
    ['sql', 'ALTER DATABASE billing SET RECOVERY SIMPLE\nGO'],
    ['xml', '<?xml version="1.0"?>\n<a>\n  <b c="d"/>\n</a>'],
    ['xml', '<add key="x"\n     value="y" />'],
    [
      'powershell',
      '   PS C:\\> Get-PSDrive C\n\n   Name    Used (GB)   Free (GB)\n   ----    ---------   ---------\n   C           60.00       39.66',
    ],
    ['bash', 'hponcfg -w /tmp/ilo.cfg'],
    ['bash', 'wanlinkctl set-route 10.4.0.0/16 10.0.0.1'],
    ['bash', 'tapelib load /dev/sg3\nsudo tapelib inventory'],
    ['powershell', 'Rotate-BackupKey -Vault prod'],
    ['powershell', 'Mount-TapeDrive E:\\lib'],
    [
      'console',
      'ann@web:~$ sudo journalctl --vacuum-size=500M\nVacuuming done, freed 3 GB of archived journals.\nann@web:~$ exit',
    ],
    ['python', '#!/usr/bin/env python3\nimport os\n\nos.remove("a")\n\nprint("the file is gone")'],
    [
      'python',
      'import sys\n\nhosts = ["a", "b"]\n\ndef check(name):\n    # by name\n    return True\n\n' +
        'for host in hosts:\n    if not check(host):\n        sys.exit(1)',
    ],
    ['bash', '#!/bin/bash\nset -e\n\nfor i in 1 2; do\n  mv a.$i b.$i\ndone\n\nrotate'],
    ['ini', '[mysqld]\nmax_connections = 800\nskip-name-resolve\nsql_mode = STRICT_TRANS_TABLES'],
    [
      'console',
      'C:\\>ipconfig\n\nWindows IP Configuration\n\nEthernet adapter 0:\n\n   IPv4 Address. . . : 10.0.0.15\n\nC:\\>hostname',
    ],
    [
      'text',
      'Enter-PSSession : Connecting to srv-01 failed: WinRM cannot process the\nrequest. The host is not known.\n' +
        'At C:\\a.ps1:14 char:1\n+ Enter-PSSession -ComputerName srv-01\n+ ~~~~~~~\n    + CategoryInfo          : InvalidArgument',
    ],
    [
      'powershell',
      'PS C:\\> Get-ADUser\nGet-ADUser : Unable to find a server.\nAt line:1 char:1\n+ Get-ADUser\n+ ~~~~',
    ],
    [
      'powershell',
      '$all = Get-Service\nforeach ($one in $all) {\n    Write-Host "Stopping $($one.Name)"\n    $one | Stop-Service\n}',
    ],
    ['bat', '@echo off\nREM print service\nnet stop spooler\nif exist C:\\t del /q C:\\t\\*\n\necho done'],
    ['text', '+----+-------+\n| id | state |\n+----+-------+\n|  1 | it is down |\n+----+-------+'],
    [
      'text',
      'Type     Reason  Age  From     Message\nWarning  Failed  2m   kubelet  It failed to pull the image',
    ],
    ['dockerfile', 'FROM node:24 AS build\nWORKDIR /app\nCOPY --from=base /a /b\nCMD ["node", "a.js"]'],
    ['sql', "USE ERP;\nGO\nBACKUP LOG ERP TO DISK = N'D:\\ERP.trn';\nGO\nDBCC SHRINKFILE (ERP_log, 1024);"],
    ['text', '0 2 * * * /opt/backup.sh\n@reboot /opt/mount-all.sh'],
    ['text', '-- Logs begin at Mon 2024-03-04. --\nMar 04 11:02:31 web nginx[1]: failed\n-- Reboot --'],
    ['text', 'TASK [common : Install] *********\nok: [web-01]\nfatal: [web-02]: FAILED! => {"rc": 1}'],
    ['text', '╷\n│ Error: creating EC2 Instance\n│ \n╵'],
    [
      'diff',
      'diff --git a/b.ini b/b.ini\nindex 83db48f..bf269f4 100644\n--- a/b.ini\n+++ b/b.ini\n@@ -1,4 +1,3 @@\n [b]\n-x = 1\n\n-- a\n+y = 1',
    ],
    [
      'diff',
      '--- b.ini.orig\t2024-03-04\n+++ b.ini\t2024-03-04\n@@ -1 +1 @@\n-x = 1\n+x = 2\n\\ No newline at end of file',
    ],
  ])('%s: %s', (language, text) => {
    expect(found(text)).toEqual([[language, 0, text.split('\n').length]]);
  });
});

describe('AC-05 prose stays prose', () => {
  test.each([
    'docker is used for the print service, so restart the container.',
    'ping the server and wait for an answer',
    'Get-Service shows that it is stopped',
    'Follow-Up Meeting',
    'restart gateway first',
    'replace `web-01.example.com` soon',
    'nslookup intranet.corp.example.com times out on every client',
    'curl is in the path of the agent',
    'Select the server from the list',
    'for each server:\n- check the disk',
    'if it fails again:\ncall the provider',
    'import the certificate\nrestart the service',
    'SELECT all of the options',
    'UPDATE: the server is back',
    'Use the console of mel-web-01 > settings > network',
    'Ticket INC-4711# was closed',
    'C# and F# are installed',
    '# Restart the web server',
    '#1 is the primary',
    '[09:12] Ann Lee: vpn is down',
    '[09:12:33] Ann Lee: vpn is down',
    '05/01/2026, 09:12 - Bob Ray: same here',
    '05/01/2026 Bob called the provider and they fixed the line.',
    '22 November 2026 10:00 the provider fixed the line',
    'Problem: users cannot print\nCause: the driver was updated',
    'Symptoms:\n  - Outlook shows Disconnected\n  - Ping works',
    'Environment: Production\nServer: mel-prt-01\nContact: Ann Lee',
    'steps:\n- open the console',
    '<server name> is the name of the server',
    '<YOUR-TOKEN>',
    'We met at 10:00 (in the office).',
    'at the end (see above) it works',
    'The price is 5 < 6 {maybe}',
    'a = b is what we want',
    '1. Open the console\n2. Restart the service',
    '* a   b   c',
    'Regards\nAnn Lee\nIT Operations',
    'import the certificate into the store',
    'from the console, open the settings',
    '2026-11-22 09:05:11 - Bob Ray (Work notes)',
    'return the laptop to the office',
    'if (and only if) the pool is empty, restart it',
    'let us know when it is done;',
    'FROM the console of the server',
    'note: this is important\nowner: the network team',
    'First we stop it.  Then we wait.  Then it works.\nIt is up again.  We are done.  The end.',
    'Owner = the team of the network\nState = it is up and running',
    'Der Dienst ist down.\nBitte den Server neu starten.',
    'check the disk;\nrestart the server;\nclose the ticket;',
    'Ping: 10.0.0.1\nHost: web-01\nOwner: Ann Lee',
    'git is the tool that we use',
    'Docker build fails on every runner',
    'Post-Mortem : the outage of Sunday',
    '<jo> anyone touched dns-01?\n<lena> yes, bind is new',
    '-- Jo Park --\n@daily meeting of the team',
    'COPY THE LIST OF SERVERS TO\nUSER IS IN THE WRONG GROUP',
    '- name: the name of the server\n- owner: who owns it',
    'Ann Lee\n  9:02 AM',
    '<your name>\n<your password>',
    'Save the file that you downloaded\n   at `C:\\runner\\zone.zip`. (Restart afterwards.)',
    '- Catalogue the libraries in use\n  at your organization.\n  at once (in March)',
    'Navigate to the metrics of the\nconsole:\n  - Note the labels',
    'It may be that the resize has not happened\nyet:\n  One of the reasons is that\n  it was done before',
  ])('%s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

test('AC-05 prose beside code stays prose', () => {
  expect(
    found('We ran this:\n$ df -h\n/dev/sda1  40G  40G  0 100% /\nThen we deleted the logs.\n\nAll is well.'),
  ).toEqual([['console', 1, 3]]);
  expect(found('2026-01-05T02:00:01 ERROR failed\nThe job ran out of space on the disk.')).toEqual([
    ['text', 0, 1],
  ]);
});

test('AC-05 words above the next statement end the one before', () => {
  const text = 'SELECT pid\nFROM pg_stat_activity\nORDER BY pid;\nKill one:\nSELECT pg_terminate_backend(1);';
  expect(found(text)).toEqual([['sql', 0, 3]]);
});

test('AC-05 a diff ends after the lines that its last part counts', () => {
  expect(found('--- a\n+++ b\n@@ -1,2 +1,2 @@\n-x\n+y\n z\n- check the disk\n+ 1 more')).toEqual([
    ['diff', 0, 6],
  ]);
  expect(found('--- a\n+++ b\n@@ -1,9 +1,9 @@\nprose')).toEqual([['diff', 0, 3]]);
});

test('AC-05 sentences between two prompts are no output', () => {
  const text = 'C:\\>hostname\n\nThe name is right:\n\n   srv-01\n\nC:\\>exit';
  expect(found(text).at(-1)).toEqual(['console', 6, 7]);
  expect(found(text.replace('The name is right:', 'Name:').replace('   srv', 'srv'))).toHaveLength(2);
});

test('AC-05 an explanation between typed commands is no output', () => {
  expect(found('$ sudo ufw allow 443\nThen restart the proxy:\n$ sudo systemctl restart nginx')).toEqual([
    ['console', 0, 1],
    ['console', 2, 3],
  ]);
});
