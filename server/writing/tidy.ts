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

/** The first word gets its capital, unless it is a name with signs of its own, such as mel-db-01. */
const withCapital = (text: string): string =>
  text.replace(/^[a-z](?=[a-z]*(?:[\s,:;.]|$))/, (letter) => letter.toUpperCase());

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
  return /[\p{L}\p{N})]$/u.test(tidied) ? `${tidied}.` : tidied;
}
