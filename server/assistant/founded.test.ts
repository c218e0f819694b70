import { describe, expect, test } from 'vitest';
import { foundedOn } from './founded.ts';

const NOTES = `There are **12** servers in Dublin: 9 online, 3 offline. Usage: CPU 93.6 %, 64 GB.
- [dub-pos-01](/infrastructure?server=1) · \`10.4.0.7\` · fe80::1 · ledger.corp.example · 1,204 documents
> 1. Wait 30 seconds, then restart version 2.4.1 of the relay (since 2026-11-22 12:30).`;

function shown(reply: string, size = 1): string {
  const founded = foundedOn(() => [NOTES]);
  let text = '';
  for (let at = 0; at < reply.length; at += size) text += founded.add(reply.slice(at, at + size));
  return text + founded.end();
}

describe('AI-09 threat 83 what the model states about the inventory is in what it was given', () => {
  test.each([
    'There are **999** servers in Dublin.',
    'There are 10 offline production servers.',
    'There are fourteen servers.',
    'Hundreds of servers are down.',
    'Servers in Dublin: 14',
    'The number of servers in Dublin is **14**.',
    '| Place | Servers |\n|---|---|\n| Dublin | 14 |\n',
    'Its CPU is at 20 %.',
    'It has 128 GB of memory.',
    'Ledger DB has IP 10.9.9.9 and more.',
    'Its address is `10.4.0.70`.',
    'It is at fe80::2.',
    'Look at dub-pos-02 first.',
    'It is ledger.corp.invalid, I think.',
    'It is 42.',
    'It is **42**, I think.',
    'There are 42 of them.',
    'That makes 42 in all.',
    'It is forty-two now.',
    'Yes, 42.',
    '42',
    'Dublin:\n**42**.\n',
    'There are 1,205 documents.',
    'Dublin hosts 37.',
    'It is in Dublin (37).',
    '- Dublin – 37',
    'Of these ~37.',
    'There are 3 dozen servers.',
    'Dublin houses thirty-seven.',
    'There are 9 + 3 = 13 servers.',
    'That is 9 + 12 = 21 servers.',
    'That is 9 of 12, so 80 % of the servers.',
    'There are 0 servers.',
  ])('%j is not', (reply) => {
    for (const size of [1, 7, 1_000]) expect(() => shown(reply, size)).toThrow('was not given');
  });

  test.each([
    'There are 12 servers in Dublin, of which **nine** are online and three offline.',
    'Dublin has three offline servers; dub-pos-01 (`10.4.0.7`, fe80::1) is ledger.corp.example.',
    '| Place | Servers |\n|---|---|\n| Dublin | 12 |\n',
    'Its CPU is at 94 %, of 64 GB.',
    'There are 1204 documents.',
    'That is 9 of 12, so 75 % of the servers.',
    'It is 12, of which nine are online. 9 of them, so twelve in all.',
    '12',
    '1. Stop it.\n2. Restart the server\n3) Servers first.\n\nStep 4: servers. Version 2.4.1, since 12:30 on 22 November 2026.',
    'Use UTF-8, sha-256 and port 443 on the servers; edit app.prod.yml on Windows Server 2019 hosts.',
    'See <b>10</b> things, 3 of 5, at 10:00, in 2 minutes, 4-5 times.',
  ])('%j is', (reply) => {
    for (const size of [1, 7, 1_000]) expect(shown(reply, size)).toBe(reply);
  });

  test.each(['sudo a ', '$ ', '`a;b` ', '`a-1` '])(
    'the worst commands are read in time: %j',
    (part) => {
      expect(() => shown(`${part.repeat(5_000 / part.length)}\n\`made up\`\n`, 100)).toThrow('was not given');
    },
    60_000,
  );

  const GROUPS = `There are **20** servers in the inventory.

**20** servers by location:

- dublin: **9**
- leeds: **4**
- oslo: **7**

**5** servers by status:

- online: **3**
- offline: **2**`;

  const summed = (reply: string) => {
    const founded = foundedOn(() => [GROUPS]);
    return founded.add(reply) + founded.end();
  };

  test.each([
    'Dublin and Leeds have 9 + 4 = 13 servers.',
    'Leeds and Oslo together: 11 servers.',
    'All of them are 20 servers.',
  ])('the parts of one grouping may be added up: %s', (reply) => expect(summed(reply)).toBe(reply));

  test.each([
    'Leeds and those online are 4 + 3 = 8 servers.',
    'There are 20 + 9 = 29 servers.',
    'There are 25 servers in all.',
    'Oslo and those online are 10 servers.',
  ])('and nothing else may: %s', (reply) => expect(() => summed(reply)).toThrow('was not given'));

  test('none may be told as 0', () => {
    const founded = foundedOn(() => ['There is no server with status offline.']);
    expect(founded.add('There are 0 offline servers.') + founded.end()).toBe('There are 0 offline servers.');
  });

  const DOCUMENTS = `**[Restart DNS](/knowledge-base?doc=1)**
> Restart the dns service. Then check "nslookup" twice.
> sudo rm -rf /var/cache/dns && systemctl   restart dns
> cat a \\| grep b
**[Mail](/knowledge-base?doc=2)**
> Stop the mail relay first.
> ssh web-01
[web-02](/infrastructure?server=2)`;
  const quoting = (reply: string, size: number) => {
    const founded = foundedOn(() => [DOCUMENTS], 'how do I stop the mail relay');
    let text = '';
    for (let at = 0; at < reply.length; at += size) text += founded.add(reply.slice(at, at + size));
    return text + founded.end();
  };

  test.each([
    'It says "wipe all of the disks first" [Restart DNS](/knowledge-base?doc=1).',
    '[Restart DNS](/knowledge-base?doc=1) says: “Stop the mail relay first.”',
    'See [Restart DNS](/knowledge-base?doc=1).\n\nIt says "Restart the dns. Then wipe it all."\nDone',
    'Somebody wrote "wipe all of the disks".',
    'Run `rm -rf /` on it.',
    'Run `rm -rf /var`.',
    'Press ``echo `x` all`` here.',
    'Run\n```sh\nsystemctl restart dns\nrm -rf /\n```\nDone',
    '- ~~~\n  shutdown -h now\n  ~~~\n',
    'Run `echo a. b\nand c` now.',
    'Run this:\n\n    shutdown -h now\n',
    '```\n> shutdown -h now\n```\n',
    '````\n```\nshutdown -h now\n````\n',
    'Run sudo rm -rf /srv now.',
    'Run **sudo reboot**.',
    '| sudo reboot | it |\n',
    '$ rm -rf /srv\n',
    'Run `systemctl restart dns && rm -rf /srv`.',
    'Run `systemctl restart dns | reboot`.',
    '```\n# rm -rf /srv\n```\n',
    'Run <code>rm -rf /srv</code> now.',
    '<pre>\nsystemctl restart dns\nrm -rf /srv\n</pre>\nDone',
    'Run <code>\n<b>rm</b> -rf /srv\n</code>',
    'Run **rm -rf /srv** now.',
    'Run __systemctl stop web__ or *systemctl stop web*.',
    'Press <b>Stop-Service spooler</b> here.',
    '**Run: kubectl delete pods --all**',
    '| Step | Command |\n|---|---|\n| 1 | systemctl stop web |\n',
    '1. systemctl stop web\n',
    'systemctl stop web\n',
    '```\n# Delete every backup of payroll\nsystemctl restart dns\n```\n',
    '```\n# Systemctl stop payroll\n```\n',
    'Run `ssh web-09`.',
    'Run `ping <host>`.',
    'Run `<host>`, then `systemctl restart mail.service`.',
  ])('nobody wrote %j', (reply) => {
    for (const size of [1, 7, 1_000]) expect(() => quoting(reply, size)).toThrow('was not given');
  });

  test.each([
    'It says "restart the dns service" [Restart DNS](/knowledge-base?doc=1).',
    '[Restart DNS](/knowledge-base?doc=1)\n> Then check "nslookup" twice\n\nIn [Mail](/knowledge-base?doc=2): “Stop the mail relay first.”\n',
    'You asked "how do I stop the mail relay"; press "OK, go on".',
    'Run `systemctl restart  dns`; `cat a | grep b`, then\n```sh\nsudo rm -rf /var/cache/dns\n\nsystemctl restart dns\n```\nDone `nslookup`',
    'Run `cat a | grep b && systemctl restart dns; nslookup`, which needs sudo rights.',
    'Run `$ systemctl restart dns.service` or\n```\n# systemctl restart dns\n# Then look after it (twice)\n$ nslookup\n```\n',
    '$ systemctl restart dns\n',
    'Run **systemctl restart dns** or <code>cat a | grep b</code>.\n<pre>\nsystemctl restart dns\n</pre>\nThen it is **done on web-02**.',
    '| Step | Command |\n|---|---|\n| Stop the **mail relay** | systemctl restart dns |\n',
    '- Restart the dns service\n- **Mail relay**: find it in the list, and/or reboot it - with care',
    'First **sudo rm -rf /var/cache/dns** and nothing else.',
    'Run sudo rm -rf /var/cache/dns on it. Then `ssh web-02`, or `ssh <host>`.',
    '1. Do this:\n\n    restart the dns service, then\n\n    systemctl restart dns\n',
    '> Restart the `dns` service.\n> ```\n> Then check "nslookup" twice.\n> ```\n',
  ])('somebody wrote %j', (reply) => {
    for (const size of [1, 7, 1_000]) expect(quoting(reply, size)).toBe(reply);
  });

  test('words that state nothing go out before the sentence is whole', () => {
    const founded = foundedOn(() => [NOTES]);
    expect(founded.add('There are 12')).toBe('There are ');
    expect(founded.add(' servers. And the')).toBe('12 servers. And ');
  });

  test('the worst of them are read in time', () => {
    for (const part of ['1*', '*', '1 a', 'a.', 'a-', '9.', ':', '2 * ', 'ten ', 'a (1) ', '~1 ', 'a - '])
      expect(shown(part.repeat(10_000 / part.length), 100)).not.toBe('');
  }, 60_000);
});
