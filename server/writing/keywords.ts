import { LIMITS } from '../../contract/shared/document-words.ts';
import { smallWordsIn } from './line-kinds.ts';

/** Characters of a text whose words are counted. */
const READ = 100_000;
const MOST_TAGS = 6;

/** Names with the words that indicate each; a name without words indicates itself. */
const table = (text: string): ReadonlyMap<string, string[]> =>
  new Map(
    text.split('\n').flatMap((line) =>
      line.split(';').flatMap((entry) => {
        const [name = '', words = name] = entry.split(':').map((part) => part.trim());
        return name === ''
          ? []
          : [[name, words.split(',').map((word) => word.trim().toLowerCase())] as const];
      }),
    ),
  );

const TAGS = table(`
  active-directory: active directory, domain controller, gpo, group policy; adfs; ansible; azure: azure, entra
  backup: backup, backups, veeam; certificates: certificate, certificates, csr; citrix: citrix, netscaler
  database: database, databases; dhcp; disk: disk, disks, lun, raid; dns: dns, nslookup; docker; email: smtp, mailbox, outlook
  exchange; failover: failover, fail over; firewall: firewall, firewalls; intune; ivanti
  kubernetes: kubernetes, kubectl, k8s, pod, pods; linux: linux, ubuntu, rhel, systemctl, debian; mfa
  monitoring: monitoring, prometheus, grafana, zabbix; network: network, vlan, subnet, switch, router; nginx
  o365: o365, office 365, microsoft 365; patching: patch, patches, patching, wsus; postgresql: postgresql, postgres; powershell
  printing: printer, printers, spooler, drucker; replication: replication, replica; sccm; sql: sql, mssql; ssh
  storage: storage, san, nas, datastore; teams: microsoft teams, teams meeting, teams client; tls: tls, ssl, https
  vmware: vmware, vcenter, vsphere, esxi, vmotion; vpn; windows: windows, windows server, powershell`);

/** Categories of the editor; the first wins a tie. */
const CATEGORIES = table(`
  Azure: azure, entra, entra id; O365: o365, office 365, microsoft 365, sharepoint, onedrive
  vMware: vmware, vcenter, vsphere, esxi, vmotion, datastore
  Windows Server: windows server, active directory, domain controller, iis, gpo, group policy, hyper-v
  Teams: microsoft teams, teams meeting, teams client, teams channel
  Exchange SE: exchange se, exchange server, mailbox database, ecp; Exchange Online: exchange online, mail flow, shared mailbox
  Windows 11: windows 11, win11; ADFS: adfs, relying party; Patching: patch, patches, patching, wsus, hotfix
  Enterprise Vault: enterprise vault, vault store; POS: pos, point of sale, pos terminal, cash register
  Server Hardware: idrac, ilo, firmware, raid, dimm, psu, power supply; Citrix: citrix, netscaler, storefront, vda
  Ivanti; SCCM: sccm, configmgr, task sequence; Intune: intune, autopilot; DNS: dns, nslookup, cname, zone file, a record`);

/** Available categories of an article. */
export const categories = [...CATEGORIES.keys()];

/** Words of scripts that use spaces; a hyphen joins a word, other signs separate. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu) ?? [];

type Phrases = ReadonlyMap<string, number>;

/** Counts each word and each sequence of two or three words. */
export function phrasesIn(text: string): Phrases {
  const counts = new Map<string, number>();
  const words = wordsIn(text.slice(0, READ));
  const count = (phrase: string) => counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  for (const [place, word] of words.entries()) {
    const [next, third] = [words[place + 1], words[place + 2]];
    count(word);
    // A server name often contains its role, as in postgres-01.
    if (/-\d/.test(word)) for (const part of word.split('-')) if (/\p{L}{3}/u.test(part)) count(part);
    if (next) count(`${word} ${next}`);
    if (next && third) count(`${word} ${next} ${third}`);
  }
  return counts;
}

const timesOf = (phrases: Phrases, words: string[]): number =>
  words.reduce((sum, word) => sum + (phrases.get(word) ?? 0), 0);

/** Topics of a text, most frequent first; existing tags come before new ones. */
export function tagsFor(phrases: Phrases, inUse: string[]): string[] {
  const known = inUse
    .filter((tag) => tag.length > 2 && tag.length <= LIMITS.tag)
    .map((tag) => ({ tag, times: 2 * timesOf(phrases, [wordsIn(tag).join(' ')]) }));
  const usual = [...TAGS].map(([tag, words]) => ({ tag, times: timesOf(phrases, words) }));
  const found = [...known, ...usual].filter(({ times }) => times > 0).toSorted((a, b) => b.times - a.times);
  const seen = new Set<string>();
  const each = found.filter(({ tag }) => !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()));
  return each.slice(0, MOST_TAGS).map(({ tag }) => tag);
}

/** The category with the most matching words; null without any. Categories of other documents match by their name. */
export function categoryFor(phrases: Phrases, inUse: string[] = []): string | null {
  const known = [...CATEGORIES].map(([category, words]) => ({ category, times: timesOf(phrases, words) }));
  const own = inUse
    .filter((name) => !CATEGORIES.has(name))
    .map((name) => ({ category: name, times: timesOfName(phrases, name) }));
  let best: { category: string | null; times: number } = { category: null, times: 0 };
  for (const candidate of [...known, ...own]) if (candidate.times > best.times) best = candidate;
  return best.category;
}

/** The count of its rarest word, singular or plural. */
function timesOfName(phrases: Phrases, name: string): number {
  const carrying = wordsIn(name).filter((word) => word.length > 2 && smallWordsIn(word) === 0);
  if (carrying.length === 0) return 0;
  const forms = (word: string) => [word, `${word}s`, ...(/[^s]s$/.test(word) ? [word.slice(0, -1)] : [])];
  return Math.min(...carrying.map((word) => timesOf(phrases, forms(word))));
}
