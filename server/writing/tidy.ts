import { commandLanguage } from './code/commands.ts';

// prettier-ignore
const SPELLINGS = [
  'DNS', 'DHCP', 'VPN', 'SSL', 'TLS', 'SQL', 'SSH', 'RDP', 'API', 'URL', 'CPU', 'RAM', 'VM', 'VMs', 'HTTP', 'HTTPS', 'LDAP', 'MFA',
  'SSO', 'ADFS', 'SCCM', 'IIS', 'GPO', 'VLAN', 'NAS', 'RAID', 'NTP', 'SMTP', 'VMware', 'vSphere', 'vCenter', 'ESXi', 'Azure',
  'PowerShell', 'Linux', 'Kubernetes', 'PostgreSQL', 'MySQL', 'Citrix', 'Microsoft', 'Ubuntu', 'Intune', 'Ivanti', 'SharePoint',
  'OneDrive',
];
const spelt = new Map(SPELLINGS.map((name) => [name.toLowerCase(), name]));

/** Small letters alone; not within host names, paths, addresses and code. */
const plainWord = /(?<![\w./\\@`-])[a-z]{2,12}(?![\w/\\@`-]|\.\w|:\/\/)/g;

const withNames = (text: string): string => text.replace(plainWord, (word) => spelt.get(word) ?? word);

/** The first word gets its capital, unless it is a name with signs of its own, such as mel-db-01, or begins a command. */
const withCapital = (text: string): string =>
  isTyped(text) ? text : text.replace(/^[a-z](?=[a-z]*(?:[\s,:;.]|$))/, (letter) => letter.toUpperCase());

/** Words that people say as well, such as `find` and `test`, begin a command only where what follows is one. */
const isTyped = (text: string): boolean =>
  commandLanguage(text.split('\n')[0] ?? '') !== undefined ||
  /^[a-z][\w.-]* (?:--?[A-Za-z]|\/[A-Za-z?]\b)|^(?:kubectl|systemctl|docker|journalctl|esxcli|terraform|ansible|nslookup|ipconfig|netsh|openssl) /.test(
    text,
  );

/** One line, names spelt as their makers do, without what mail puts before a subject. */
export const tidyTitle = (title: string): string =>
  withCapital(
    withNames(
      title
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^(?:(?:re|fwd?|aw|wg):\s*)+/i, '')
        .replace(/(?<=[^.])[.,;:]$/, ''),
    ),
  );

/** The same sentences with capitals, names spelt right and an end. */
export function tidyText(text: string): string {
  const lines = text.trim().split('\n');
  const tidied = withCapital(
    withNames(lines.map((line) => line.replace(/[ \t]+/g, ' ').trimEnd()).join('\n')),
  );
  const last = /\S*$/.exec(tidied)?.[0] ?? '';
  // A full stop would be read as a part of an address, a path or an option.
  const isExact = /[\\/@:]|^--?\w|\w[._]\w/.test(last.slice(0, 500));
  return /[\p{L}\p{N})]$/u.test(tidied) && !isExact ? `${tidied}.` : tidied;
}
