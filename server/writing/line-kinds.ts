/**
 * Classifies a line by its form alone; the default is text. Reads only the start of a line and limits every repetition,
 * so the time is linear.
 */
export type LineKind =
  | 'blank'
  /** Starts with a markdown mark: a list item, heading or quotation. */
  | 'marked'
  /** A prompt of a shell, database or device, with the input. */
  | 'prompt'
  | 'command'
  | 'log'
  /** A tab-separated row, as copied from spreadsheets. */
  | 'row'
  /** Aligned columns, as printed by programs. */
  | 'columns'
  /** A line of a configuration file, script or SQL statement. */
  | 'file'
  | 'indented'
  | 'sentence'
  | 'text';

const READ = 500;

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that occur in sentences but not in commands. */
const SMALL_WORDS = wordSet(`
  the a an is are was were and or of to that this it then it's when if because but should must can will would has have had does
  do not we you i they he she my our your there their them with which who what why how also again already still only every shows
  fails failed works worked says said returns hangs times reports takes needs looks seems don't doesn't isn't can't didn't won't
  for into about after before until while been be so as at on by in from
  der die das den dem ein eine und oder ist sind war nicht mit von zu auf im wir sie ich wenn dann bitte nach für`);

export const smallWordsIn = (text: string): number =>
  text
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .filter((word) => SMALL_WORDS.has(word)).length;

/** Meaningful words; ticket numbers do not count. */
export const contentWordsIn = (text: string): number =>
  text.split(/[^\p{L}\p{N}'-]+/u).filter((word) => {
    const isTicket = /^\p{Lu}{2,6}-?\d{3,}$/u.test(word);
    return (
      /\p{L}{3}/u.test(word) && !isTicket && (!SMALL_WORDS.has(word.toLowerCase()) || /^fail/i.test(word))
    );
  }).length;

/** Programs that are mostly called with plain words; all others are known by the form of what they are given. */
const PROGRAMS = wordSet(`
  ansible apt apt-get aws az brew crm dnf docker docker-compose etcdctl firewall-cmd gcloud git helm ip journalctl kubeadm kubectl
  net netdom netplan netsh nmcli npm pcs pip podman rabbitmqctl sc service snap systemctl terraform ufw vault yum zypper`);
const TASKS = wordSet(`
  add addr apply build cat checkout clone commit compose config create cp daemon-reload delete describe destroy disable drain
  edit enable exec fetch get images import info init inspect install link list login logs mask merge plan ps pull purge push query
  reload remove restart rollback rollout route run scale search set show start stash stats status stop switch top uninstall update
  upgrade use user view volume network purge_queue list_queues`);
/** Options, paths, addresses, file and host names, quoted words, pipes, variables. */
const ARGUMENT =
  /^(?:[a-z]+:\/\/|[A-Z]:\\|--?\w|\/[\w?]|[|<>&;]|[\w~.$%{]*[/\\](?![*_`])|["'$%@{]|\w[\w-]*[.:=@]\w|[\w-]+\*|\*\.|\.{1,2}$)/;
/** A name in lower case, one blank, and what it is given; a setting has a sign or aligned columns behind its name. */
const CALL = /^[a-z][\w.+-]* (?![ \t=|])/;

/** Whether a line is clearly a shell command, not a sentence or a setting. Its form decides, since nobody knows all programs. */
export function isCommand(line: string): boolean {
  const command = line.slice(0, READ).trim();
  if (/[.!?:,;{]$|`/.test(command) && !/\s\.{1,2}$/.test(command)) return false;
  const isRoot = /^sudo +\S/.test(command);
  const unquoted = command.replace(/"[^"]*"|'[^']*'/g, '""').replace(/^sudo +/, '');
  const [first = '', ...rest] = unquoted.split(/\s+/);
  if (rest.some((word) => SMALL_WORDS.has(word.toLowerCase()))) return false;
  if (isPowerShell(command) || /^(?:\.|~)?\/[\w.-]+\/[\w./-]+$|^\.{1,2}[\\/][\w.-]+$/.test(first))
    return true;
  return (
    isRoot || beginsWithCommand(command) || (CALL.test(unquoted) && rest.some((word) => ARGUMENT.test(word)))
  );
}

/** Whether a line has an option or a path, and no word of a sentence. */
export const hasArgument = (line: string): boolean =>
  smallWordsIn(line) === 0 &&
  line
    .slice(0, READ)
    .trim()
    .split(/\s+/)
    .slice(1)
    .some((word) => ARGUMENT.test(word));

/** Whether a line starts with a program and its task or option; a sentence about it may follow. */
export function beginsWithCommand(line: string): boolean {
  const [, name = '', next = ''] = /^(?:sudo +)?([a-z][\w.-]*) +(\S+)/.exec(line.slice(0, READ)) ?? [];
  return /^--?[A-Za-z]/.test(next) || (PROGRAMS.has(name) && TASKS.has(next));
}

/** An assignment to a variable, or a name of verb and noun with nothing or an argument behind it. */
export function isPowerShell(command: string): boolean {
  if (/^\$[A-Za-z_][\w:.]{0,60}\s*[-+]?=\s*\S/.test(command)) return true;
  const name = /^[A-Z][A-Za-z]{1,20}-[A-Z][A-Za-z]{1,60}(?:\s+(\S+)|$)/.exec(command);
  return name !== null && (name[1] === undefined || ARGUMENT.test(name[1]));
}

const POWERSHELL_PROMPT = /^(?:\[[^\]]{1,64}\]:\s)?PS(?:\s[^>]{0,200})?>/;
const PROMPTS = [
  POWERSHELL_PROMPT,
  // [root@web ~]# and ann@web:~$
  /^(?:\([\w.-]{1,40}\)\s?)?\[?[\w.-]{1,64}@[\w.-]{1,64}[:\s]\S{0,200}\s?[$#%\]](?=\s|$)/,
  /^\$ (?=\S)/,
  /^[A-Z]:\\[^>]{0,200}>/,
  /^(?:mysql> |sqlite> |SQL> |MariaDB \[[^\]]{1,60}\]> |[\w-]{1,60}=[#>] )/,
  // Switches, routers and firewalls.
  /^[A-Za-z][\w.-]{0,62}\((?:conf|cfg|vlan)[\w/-]{0,30}\)\s?#/,
  /^[A-Za-z][\w.-]{0,62}\s?[#>]\s?(?=(?:conf|configure|copy|diagnose|enable|end|execute|exit|get|ping|reload|sh|show|write)\b)/,
];

export const isPowerShellPrompt = (line: string): boolean => POWERSHELL_PROMPT.test(line.trimStart());

/** The input after a prompt; a line without prompt is returned unchanged. */
export function withoutPrompt(line: string): string {
  const text = line.trim();
  const prompt = PROMPTS.find((pattern) => pattern.test(text.slice(0, READ)));
  return prompt ? text.replace(prompt, '').trim() : isRootCommand(text) ? text.slice(1).trim() : text;
}

/** `# systemctl restart nginx` is a root command, `# Restart nginx` a heading. */
const isRootCommand = (line: string): boolean => /^#\s/.test(line) && isCommand(line.slice(1));

const LOGS = [
  /^\W?\d{4}-\d\d-\d\d(?:T| (?=[\d:]{8}[.,Z]))\d\d:\d\d:\d\d/,
  /^(?:<\d{1,3}>)?[A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d \S{1,64} \S{1,64}:/,
  /^\S{1,64} \S{1,64} \S{1,64} \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d/,
  /^[EWIF]\d{4} \d\d:\d\d:\d\d|^\[ *\d{1,9}\.\d{6}\] |^%[A-Z][A-Z0-9_]*-\d-[A-Z0-9_]+:/,
  /^(?:ts|time|level)=\S{1,64} .{0,400}\b(?:msg|level)=|^\[(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL)\] /,
  // systemctl status
  /^[●○×]\s+[\w@.:\\-]{1,200}\.(?:service|timer|socket|mount|target)\b|^[├└│╷╵]/,
  // Remarks of journalctl, and Ansible.
  /^-- (?:Logs begin|Journal begins|Boot |Reboot --|No entries)/,
  /^[A-Z].{0,200} \*{8,300}$|^(?:ok|changed|fatal|failed|skipping): \[[^\]]{1,200}\]/,
  // Errors of PowerShell
  /^At .{1,300}:\d{1,6} char:\d{1,6}$|^\+ (?:~+$|CategoryInfo\b|FullyQualifiedErrorId\b)/,
  // Stack traces
  /^File "[^"]{1,300}", line \d|^Caused by: \S|^Traceback \(most recent|^Exception in thread "/,
  // JSON on one line, and the output of DNS tools.
  /^\{"[^"]{1,80}"\s?:\s?["\d[{tfn-]/,
  /^;+\s*\S/,
  /^(?:Unhandled exception[.:]? )?[\w$.]{1,200}(?:Exception|Error)(?::|$)|^panic: |^goroutine \d+ \[/,
];
const SECONDS = /\d{1,2}:\d\d:\d\d/;
const LEVEL = /\b(?:EMERG|ALERT|CRIT(?:ICAL)?|FATAL|ERROR|WARN(?:ING)?|NOTICE|INFO|DEBUG|TRACE|SEVERE)\b/;
/** A lower-case level in brackets, or a process with its id. */
const LEVEL_OR_PROCESS = /\[(?:\w{1,30}:)?(?:emerg|crit|error|warn|notice|info|debug)\]|\w\[\d{1,10}\]:/;

/** `at a.b.C(…)`, `at run (file.js:1:2)` or `at file.js:1:2` of a stack trace. Sentences also go on with "at". */
const FRAME =
  /^\s+at (?:(?:async|new) )?(?:[\w$<>[\]-]{1,100}[.:/\\]\S{0,200}\s?\(|\S{1,200} \([^)]{0,200}:\d|\S{1,200}:\d+\)?$)/;

/** `text` is the line with collapsed whitespace. */
function isLog(line: string, text: string): boolean {
  return (
    /^\s+\.\.\. \d+ more/.test(line) ||
    FRAME.test(line) ||
    LOGS.some((pattern) => pattern.test(text)) ||
    /^[A-Z][a-z]{1,20}-[A-Z][A-Za-z]{1,60} : [A-Z]/.test(text) ||
    (SECONDS.test(text.slice(0, 40)) &&
      [LEVEL, LEVEL_OR_PROCESS].some((sign) => sign.test(text.slice(0, 120))))
  );
}

/** Languages by the form of a file's line. Brackets and semicolons at the end of a line fit any language. */
const FILE_LINES: [language: string, pattern: RegExp][] = [
  ['python', /^#!.{1,100}\bpython/],
  ['bat', /^@echo off\b/i],
  ['bash', /^#!\s?\/\S|^\s*(?:(?:if|for|while|until)\b.{1,200};\s?(?:do|then)|fi|done|esac)$/],
  [
    'python',
    /^\s*(?:(?:async )?def \w{1,80}\(|class \w{1,80}[:(]|from [\w.]{1,80} import |import [\w.]{1,80}(?: as \w{1,80})?$)/,
  ],
  [
    'python',
    /^\s*(?:(?:if|elif|while|for|with)\b.{0,200}[()[\]=<>"'_].{0,200}|(?:else|try|finally|except\b.{0,80})):$/,
  ],
  ['python', /^\s*(?:for [\w, ]{1,80} in \S{1,200}:|[A-Za-z_][\w.]{0,80}\(.{0,300}\))$/],
  [
    'xml',
    /^(?!<[\w-]{1,30}> [^<]*$)\s*<(?:[?!/]|[A-Za-z][\w:.-]{0,80}(?:\s+[\w:.-]{1,80}=|\s*\/?>|\s[^<>]{0,200}[*:"/~.][^<>]{0,200}>$))/,
  ],
  ['json', /^\s*(?:[{[]\s*$|"[^"]{1,80}"\s?:)/],
  [
    'dockerfile',
    /^(?:FROM [\w./-]{1,200}[:/@]\S{1,200}|(?:RUN|COPY|ADD|WORKDIR|EXPOSE|CMD|ENTRYPOINT|ENV|ARG|USER|VOLUME) [^:]{1,400}$)/,
  ],
  ['sql', /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|GRANT|GO)\b/],
  ['sql', /^\s*(?:USE|EXEC|DBCC|DECLARE|TRUNCATE|(?:BACKUP|RESTORE) (?:LOG|DATABASE))\b/],
  ['sql', /^\s*(?:FROM|WHERE|(?:LEFT |INNER )?JOIN|ORDER BY|GROUP BY|SET|VALUES|AND|OR)\b/],
  [
    'ini',
    /^\s*(?:\[{1,2}[\w .:"/\\@-]{1,200}\]{1,2}\s*$|(?:(?:export )?[\w.$-]{1,80}|"[^"]{1,80}")\s{0,9}=\s{0,9}[^\s=])/,
  ],
  // When a line of a crontab runs.
  ['text', /^\s*(?:(?:\*|\d{1,2})[\d*,/-]{0,30}\s{1,9}){5}[\w/.]/],
  ['text', /^\s*@(?:reboot|hourly|daily|midnight|weekly|monthly|yearly|annually)\s{1,9}[\w/.]/],
  ['yaml', /^\s*(?:---\s*$|[a-z_][\w./-]{0,80}:(?:\s|$))/],
  ['text', /[{;(]\s*$|^\s*[)}\]]{1,9}[;,)]{0,9}\s*$/],
];

/** The language of a file's line; undefined for other lines. */
export function fileLanguage(line: string): string | undefined {
  const text = line.slice(0, READ);
  const [language] = FILE_LINES.find(([, pattern]) => pattern.test(text)) ?? [];
  const unquoted = text.replace(/"[^"]*"|'[^']*'/g, '""');
  // `foreach ($one in $all) {`
  if (/\)\s*\{\s*$/.test(text)) return language;
  const most = { ini: 0, text: 0, dockerfile: 2 }[language ?? ''] ?? Infinity;
  return smallWordsIn(unquoted) > most ? undefined : language;
}

/** A rule between column names and cells; only dashes may also underline a heading. */
const RULE = /^\s*[-=+|]{2,200}[+| ][-=+| ]{1,300}$/;
export const isRule = (line: string): boolean => RULE.test(line.slice(0, READ).trimEnd());
const PERMISSIONS = /^(?:[-dlbcps](?:[r-][w-][xsStT-]){3}[+.@]?\s|total \d+$)/;
const PROPERTY = /^\s*[A-Za-z][\w .()/-]{0,60}\s{2,}:(?:\s|$)/;

/** So many columns tell a row, whatever its words. */
const MANY_COLUMNS = 4;
/** A row of a database. */
const BOXED = /^\s*\| .{1,480} \|$/;

const isColumns = (line: string): boolean =>
  line.trim().split(/ {2,}|\t+/).length >= 3 || isRule(line) || PERMISSIONS.test(line) || PROPERTY.test(line);

/** Ends with a punctuation mark after a common word, or has several common words, or is a chat message with a time. */
function isSentence(line: string): boolean {
  const words = line.trim().split(/\s+/).length;
  const small = smallWordsIn(line);
  if (/^\s*\[?\d{1,2}:\d\d(?::\d\d)?\]?\s+\p{Lu}/u.test(line)) return true;
  return (words >= 3 && small >= 1 && /[.!?:]["')]?\s*$/.test(line)) || (words >= 5 && small >= 2);
}

/** The mark of a list item, also as word processors and chats write it: indent, sign or number. */
export const ENTRY = /^(\s{0,40})(?:([-*+])|([•◦▪●‣·–])|(\(?)(\d{1,3})(\.\)|[.)]))[ \t]+(?=\S)/;

export function kindOf(full: string): LineKind {
  const line = full.slice(0, READ).trimEnd();
  const text = line.trimStart().replace(/\s+/g, ' ');
  if (text === '') return 'blank';
  if (PROMPTS.some((pattern) => pattern.test(text)) || isRootCommand(text)) return 'prompt';
  if (isLog(line, text)) return 'log';
  if (ENTRY.test(line) || /^(?:#{1,6}\s|>)/.test(text)) return 'marked';
  if (isCommand(line.replace(/\t+/g, ' '))) return 'command';
  if (fileLanguage(line) !== undefined) return 'file';
  if (line.includes('\t') && !/^\s/.test(line)) return 'row';
  // Some people type two spaces between sentences.
  if (BOXED.test(line) || line.trim().split(/(?<![.!?]) {2,}/).length >= MANY_COLUMNS) return 'columns';
  if (isSentence(line)) return 'sentence';
  if (isColumns(line)) return 'columns';
  return /^(?: {2}|\t)/.test(line) ? 'indented' : 'text';
}
