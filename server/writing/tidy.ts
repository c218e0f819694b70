import { beginsWithCommand, isPowerShell } from './line-kinds.ts';

const SPELLINGS =
  `ADFS API Azure Citrix CPU DHCP DNS ESXi GPO HTTP HTTPS IIS Intune Ivanti Kubernetes LDAP Linux MFA Microsoft MySQL NAS NTP
  OneDrive PostgreSQL PowerShell RAID RAM RDP SCCM SharePoint SMTP SQL SSH SSL SSO TLS Ubuntu URL vCenter VLAN VM VMs VMware VPN
  vSphere`.split(/\s+/);
const spelt = new Map(SPELLINGS.map((name) => [name.toLowerCase(), name]));

/** Lower-case words outside of host names, paths, addresses and code. */
const PLAIN_WORD = /(?<![\w./\\@`-])[a-z]{2,12}(?![\w/\\@`-]|\.\w|:\/\/)/g;

/** Spells product names correctly and capitalises the first word, unless that is a command or a name such as mel-db-01. */
function tidied(text: string): string {
  const named = text.replace(PLAIN_WORD, (word) => spelt.get(word) ?? word);
  const [first = ''] = text.split('\n');
  return isPowerShell(first) || beginsWithCommand(first)
    ? named
    : named.replace(/^[a-z](?=[a-z]*(?:[\s,:;.]|$))/, (letter) => letter.toUpperCase());
}

/** On one line, without mail prefixes. */
export const tidyTitle = (title: string): string =>
  tidied(
    title
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^(?:(?:re|fwd?|aw|wg):\s*){1,20}/i, '')
      .replace(/(?<=[^.])[.,;:]$/, ''),
  );

/** Scripts in which a sentence does not end with our full stop. */
const WITHOUT_STOP = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]$/u;

/** The same sentences with a final punctuation mark. */
export function tidyText(text: string): string {
  const lines = text.trim().split('\n');
  const made = tidied(lines.map((line) => line.replace(/[ \t]+/g, ' ').trimEnd()).join('\n'));
  const last = made.slice(-500).split(/\s/).at(-1) ?? '';
  // A full stop would look like part of an address, a path or an option.
  const isExact = /[\\/@:]|^--?\w|\w[._]\w/.test(last);
  return /[\p{L}\p{N})]$/u.test(made) && !isExact && !WITHOUT_STOP.test(made) ? `${made}.` : made;
}
