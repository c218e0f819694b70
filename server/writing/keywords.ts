import { LIMITS } from '../../contract/documents.ts';
import { saidWords } from './code/commands.ts';

/** Characters of a text whose words are counted. */
const LOOKED_AT = 100_000;
const MOST_TAGS = 6;

/** Each tag with the words that speak for it; a name of two words stands with a space. */
// prettier-ignore
const TAGS: Record<string, string[]> = {
  'active-directory': ['active directory', 'domain controller', 'gpo', 'group policy'], adfs: ['adfs'], ansible: ['ansible'],
  azure: ['azure', 'entra'], backup: ['backup', 'backups', 'veeam'], certificates: ['certificate', 'certificates', 'csr'],
  citrix: ['citrix', 'netscaler'], database: ['database', 'databases'], dhcp: ['dhcp'], disk: ['disk', 'disks', 'lun', 'raid'],
  dns: ['dns', 'nslookup'], docker: ['docker'], email: ['smtp', 'mailbox', 'outlook'], exchange: ['exchange'],
  failover: ['failover', 'fail over'], firewall: ['firewall', 'firewalls'], intune: ['intune'], ivanti: ['ivanti'],
  kubernetes: ['kubernetes', 'kubectl', 'k8s', 'pod', 'pods'], linux: ['linux', 'ubuntu', 'rhel', 'systemctl', 'debian'], mfa: ['mfa'],
  monitoring: ['monitoring', 'prometheus', 'grafana', 'zabbix'], network: ['network', 'vlan', 'subnet', 'switch', 'router'],
  nginx: ['nginx'], o365: ['o365', 'office 365', 'microsoft 365'], patching: ['patch', 'patches', 'patching', 'wsus'],
  postgresql: ['postgresql', 'postgres'], powershell: ['powershell'], printing: ['printer', 'printers', 'spooler'],
  replication: ['replication', 'replica'], sccm: ['sccm'], sql: ['sql', 'mssql'], ssh: ['ssh'], storage: ['storage', 'san', 'nas', 'datastore'],
  teams: ['microsoft teams', 'teams meeting', 'teams client'], tls: ['tls', 'ssl', 'https'], vmware: ['vmware', 'vcenter', 'vsphere', 'esxi', 'vmotion'],
  vpn: ['vpn'], windows: ['windows', 'windows server', 'powershell'],
};

/** The categories of the editor with the words that speak for them; of two with as many the first. */
// prettier-ignore
const CATEGORIES: Record<string, string[]> = {
  Azure: ['azure', 'entra', 'entra id'], O365: ['o365', 'office 365', 'microsoft 365', 'sharepoint', 'onedrive'],
  vMware: ['vmware', 'vcenter', 'vsphere', 'esxi', 'vmotion', 'datastore'],
  'Windows Server': ['windows server', 'active directory', 'domain controller', 'iis', 'gpo', 'group policy', 'hyper-v'],
  Teams: ['microsoft teams', 'teams meeting', 'teams client', 'teams channel'],
  'Exchange SE': ['exchange se', 'exchange server', 'mailbox database', 'ecp'],
  'Exchange Online': ['exchange online', 'mail flow', 'shared mailbox'], 'Windows 11': ['windows 11', 'win11'], ADFS: ['adfs', 'relying party'],
  Patching: ['patch', 'patches', 'patching', 'wsus', 'hotfix'], 'Enterprise Vault': ['enterprise vault', 'vault store'],
  POS: ['pos', 'point of sale', 'pos terminal', 'cash register'],
  'Server Hardware': ['idrac', 'ilo', 'firmware', 'raid', 'dimm', 'psu', 'power supply'], Citrix: ['citrix', 'netscaler', 'storefront', 'vda'],
  Ivanti: ['ivanti'], SCCM: ['sccm', 'configmgr', 'task sequence'], Intune: ['intune', 'autopilot'],
  DNS: ['dns', 'nslookup', 'cname', 'zone file', 'a record'],
};

/** What an article may be filed under. */
export const categories = Object.keys(CATEGORIES);

/** Words of any script that puts blanks between them; a hyphen holds a word together, every other sign parts it. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu) ?? [];

/** How often each word and each sequence of two or three words stands in a text. */
export function phrasesIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const words = wordsIn(text.slice(0, LOOKED_AT));
  const count = (phrase: string) => counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  for (const [index, word] of words.entries()) {
    const [next, third] = [words[index + 1], words[index + 2]];
    count(word);
    // The name of a machine often says what it does, as in postgres-01.
    if (/-\d/.test(word)) for (const part of word.split('-')) if (/\p{L}{3}/u.test(part)) count(part);
    if (next) count(`${word} ${next}`);
    if (next && third) count(`${word} ${next} ${third}`);
  }
  return counts;
}

type Phrases = ReadonlyMap<string, number>;

const timesOf = (phrases: Phrases, words: string[]): number =>
  words.reduce((sum, word) => sum + (phrases.get(word) ?? 0), 0);

/** What the text is about, most spoken of first; tags that documents have already come before new ones. */
export function tagsFor(phrases: Phrases, inUse: string[]): string[] {
  const known = inUse
    .filter((tag) => tag.length > 2 && tag.length <= LIMITS.tag)
    .map((tag) => ({ tag, times: 2 * timesOf(phrases, [wordsIn(tag).join(' ')]) }));
  const usual = Object.entries(TAGS).map(([tag, words]) => ({ tag, times: timesOf(phrases, words) }));
  const found = [...known, ...usual].filter(({ times }) => times > 0).toSorted((a, b) => b.times - a.times);
  const seen = new Set<string>();
  const each = found.filter(({ tag }) => !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()));
  return each.slice(0, MOST_TAGS).map(({ tag }) => tag);
}

/**
 * The category whose words stand most often in the text; null where none does. Those that other documents have are found
 * by their own name, whole or each of its words.
 */
export function categoryFor(phrases: Phrases, inUse: string[] = []): string | null {
  let best: { category: string | null; times: number } = { category: null, times: 0 };
  const own = inUse.filter((name) => !(name in CATEGORIES)).map((name) => ({ category: name, times: timesOfName(phrases, name) }));
  const known = Object.entries(CATEGORIES).map(([category, words]) => ({ category, times: timesOf(phrases, words) }));
  for (const candidate of [...known, ...own]) if (candidate.times > best.times) best = candidate;
  return best.category;
} // prettier-ignore

/** As often as the rarest of its words, one and many alike. */
function timesOfName(phrases: Phrases, name: string): number {
  const carrying = wordsIn(name).filter((word) => word.length > 2 && saidWords(word) === 0);
  if (carrying.length === 0) return 0;
  const forms = (word: string) => [word, `${word}s`, ...(/[^s]s$/.test(word) ? [word.slice(0, -1)] : [])];
  return Math.min(...carrying.map((word) => timesOf(phrases, forms(word))));
}
