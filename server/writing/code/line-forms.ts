import { commandLanguage, saidWords } from './commands.ts';

/** What a single line is by its form alone. Patterns look at its beginning, so that a long line costs no more than a short one. */

const SHELL = // prettier-ignore
  /^(?:\[[\w.-]{1,64}@[\w.-]{1,64}(?::|\s)[^\]\n]{0,200}\]\s?[$#%]?(?=\s|$)|\(?[\w.-]{0,40}\)?\s?[\w.-]{1,64}@[\w.-]{1,64}[: ][^$#%\n]{0,200}[$#%](?=\s|$)|\$ (?=\S)|% (?=[a-z]))/;
const POWERSHELL = /^(?:\[[^\]\n]{1,64}\]:\s)?PS(?:\s[^>\n]{0,200})?>/;
const WINDOWS = /^[A-Z]:\\[^>\n]{0,200}>/;
const DATABASE =
  /^(?:mysql|MariaDB \[[^\]\n]{0,60}\]|sqlite|SQL|DISKPART|ftp|sftp|redis [\d.:]+|[\d.]+:\d+|[\w-]{1,60}=[#>]|rs0:PRIMARY|>>)> ?|^[\w-]{1,60}=[#>] |^DISKPART>|^>>> /;
/** Switches, routers and firewalls; the word after `#` or `>` must be one of theirs unless the name is like that of a device. */
const DEVICE = /^([A-Za-z][\w.-]{0,62})(\([\w./ -]{1,40}\))?\s?([#>])\s?(\S+)?/;
const DEVICE_WORDS =
  /^(?:show|sh|conf|config|configure|copy|enable|en|exit|end|no|int|interface|ping|traceroute|write|wr|reload|get|set|diagnose|diag|execute|exec|debug|undebug|clear|term|terminal|request|display|edit|commit|save|switchport|ip|vlan|router|shutdown|description)$/i;

const isDevice = (line: string): boolean => {
  const [, name = '', mode, sign, word] = DEVICE.exec(line) ?? [];
  if (!sign) return false;
  if (mode && sign === '#' && /^\((?:conf|cfg|vlan|dhcp|\w*-)/.test(mode)) return true;
  const isNamed = /[-\d]/.test(name) && !/^[A-Z]{2,10}-\d+$/.test(name) && sign === '#' && /[A-Za-z]$|\d$/.test(name);
  return word === undefined ? isNamed : DEVICE_WORDS.test(word) || (isNamed && /^[a-z]/.test(word) && name.includes('-'));
}; // prettier-ignore

/** The language of a line that begins with a prompt. */
export function promptLanguage(full: string): 'powershell' | 'console' | undefined {
  // Under a step it stands further in.
  const line = full.slice(0, 500).trimStart();
  if (POWERSHELL.test(line)) return 'powershell';
  const isPrompt = SHELL.test(line) || WINDOWS.test(line) || DATABASE.test(line) || isDevice(line);
  return isPrompt || isRoot(line) ? 'console' : undefined;
}

/** `# systemctl restart nginx` is root at work, `# Restart nginx` a heading. */
const isRoot = (line: string): boolean =>
  /^#\s+\S/.test(line) && commandLanguage(line.slice(1)) !== undefined;

/** The command behind a prompt. */
export const withoutPrompt = (line: string): string =>
  [SHELL, POWERSHELL, WINDOWS, DATABASE].reduce((rest, prompt) => rest.replace(prompt, ''), line)
    .replace(/^[A-Za-z][\w.-]{0,62}(?:\([\w./ -]{1,40}\))?\s?[#>]\s?|^#\s+/, '').trim(); // prettier-ignore

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY = `(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{1,2}[- /]${MONTH}[a-z]*[- /]\\d{2,4}|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?${MONTH}[a-z]* {1,2}\\d{1,2}(?:,? \\d{4})?)`;
const TIME = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?[AaPp][Mm])?(?:Z| ?[+-]\d\d:?\d\d)?(?: \d{4})?`;
/** When something was: a day, a time, or both; with the brackets and dashes around it. */
export const STAMP = new RegExp(
  String.raw`^[[(]?(?:${DAY}(?:[T, :]{1,3}(?:at )?${TIME})?|${TIME})[\])]?(?=[\s,:;–-]|$)[\s,:;–-]*`,
);
const SECONDS = /\d:\d\d:\d\d/;
const LEVEL =
  /^[[(<]?(?:EMERG|ALERT|CRIT(?:ICAL)?|FATAL|ERR(?:OR)?|WARN(?:ING)?|NOTICE|INFO(?:RMATION)?|DEBUG|TRACE|VERBOSE|SEVERE|Error|Warning|Information|Critical)[\])>]?(?=[\s:|]|$)/;
/** A process or a key with its value, as programs write them. */
const PROGRAM =
  /^(?:[\w.-]+ )?[\w./@()-]+\[\d+\]:|^\[[\w .:/-]+\]|^\S+ \S+: |^[a-z][\w.-]*=\S|^[a-z][\w.]*\.[\w.]+[ :]/;
const SYSLOG = new RegExp(String.raw`^(?:<\d+>)?${MONTH} {1,2}\d{1,2} \d\d:\d\d:\d\d `);
const OTHER_LOG = new RegExp(
  [
    String.raw`^\S+ \S+ \S+ \[\d\d/${MONTH}/\d{4}:\d\d`,
    String.raw`^[EWIF]\d{4} \d\d:\d\d:\d\d`,
    String.raw`^\[ *\d+\.\d{6}\] `,
    String.raw`^(?:ts|time|level)=\S+ .*\b(?:msg|level)=`,
    String.raw`^-- (?:Logs|Journal) begin`,
    String.raw`^%[A-Z][A-Z0-9_]*-\d-[A-Z0-9_]+:`,
    String.raw`^\*?${MONTH} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)?:? %`,
    String.raw`^\[(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL)\] `,
  ].join('|'),
);

/** Who speaks in a chat. */
const SPEAKER =
  /^(?:<[^<>\n]{1,40}>\s+|\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,3}(?: \([^()\n]{1,30}\))?\s?[:>]\s+)/u;

/** What is said, without when and by whom; undefined for a line that is no message. */
export function messageIn(full: string): string | undefined {
  const line = full.slice(0, 500).trim();
  const [stamp] = STAMP.exec(line) ?? [];
  if (!stamp || !/\d:\d\d/.test(stamp)) return undefined;
  const rest = line.slice(stamp.length);
  const [speaker] = SPEAKER.exec(rest) ?? [];
  if (LEVEL.test(rest) || (speaker && /^(?:error|warning|info|notice|debug|critical|fatal)\b/i.test(speaker))) return undefined;
  return speaker ? rest.slice(speaker.length) : undefined;
} // prettier-ignore

/** A line of a log of programs, not of a chat nor of a diary. */
export function isLog(full: string): boolean {
  const line = full.slice(0, 500).trimStart();
  if (SYSLOG.test(line) || OTHER_LOG.test(line)) return true;
  const [stamp] = STAMP.exec(line) ?? [];
  if (!stamp || !/\d:\d\d/.test(stamp) || messageIn(line) !== undefined) return false;
  const rest = line.slice(stamp.length);
  if (LEVEL.test(rest) || PROGRAM.test(rest) || /\dT\d\d:\d\d:\d\d|:\d\d[.,]\d{3}/.test(stamp)) return true;
  // Who wrote, above what was written.
  if (/^\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+){0,3}(?: \([^()]{1,40}\))?$/u.test(rest)) return false;
  return SECONDS.test(stamp) && rest !== '' && !isSentence(rest);
}

/** Words that read as a sentence: an end mark, or several of the small words that only sentences have. */
export const isSentence = (line: string): boolean => {
  const text = line.slice(0, 500).trim();
  const said = saidWords(text);
  const words = text.split(/\s+/).length;
  return (words >= 3 && said >= 1 && /[.!?:]["')]?$/.test(text)) || (words >= 5 && said >= 2);
};

export const isEntry = (line: string): boolean =>
  /^\s*(?:[-*+•◦▪‣·–]|\(?\d{1,3}[.)])[ \t]+\S/.test(line.slice(0, 200));
