const NAMES = String.raw`(?:\b|_)pass|password|passwd|pwd|passphrase|secret|token|(?:api|access)[ _-]?key`;

/**
 * Patterns of secrets that a model must not see: values after words such as password, known key formats, and
 * credentials in addresses and command lines.
 */
const SECRETS = [
  new RegExp(
    String.raw`(?<=(?:${NAMES})\b["']?[ \t]{0,3}(?:[:=]|\bis\b)[ \t]{0,3}["']?)[^\s"',;|]{3,200}`,
    'gi',
  ),
  /\b(?:sk|pk|ghp|gho|xox[abp]|glpat|AKIA|ohp)[-_]?[A-Za-z0-9_-]{16,200}/g,
  /\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}/g,
  /(?<=[ \t](?:-u|--user)[ \t]{1,3}["']?[^\s:"']{1,100}:)[^\s"']{1,200}/g,
  /(?<=\bsshpass[ \t]{1,3}-p[ \t]{0,3}["']?)[^\s"']{1,200}/g,
  /(?<=\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,200}[ \t]-p)[^\s"']{3,200}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,10000}?-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
  /(?<=\b(?:Bearer|Basic)[ \t])[A-Za-z0-9._~+/=-]{12,2000}/g,
  /(?<=:\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}(?=@)/g,
];

/** Replaces each secret in a text by a mark, and returns a function that restores them. */
export function withoutSecrets(text: string): { text: string; restored(answer: string): string } {
  const secrets: string[] = [];
  const hide = (secret: string) => {
    const known = secrets.indexOf(secret);
    return `[secret ${known >= 0 ? known + 1 : secrets.push(secret)}]`;
  };
  return {
    text: SECRETS.reduce((rest, pattern) => rest.replace(pattern, hide), text),
    restored: (answer) =>
      answer.replace(/\[secret (\d{1,6})\]/g, (mark, number) => secrets[Number(number) - 1] ?? mark),
  };
}
