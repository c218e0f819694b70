import { type Detector, runOf } from './detector.ts';
import { isEntry, isLog, isSentence, messageIn } from './line-forms.ts';

/** What programs print: traces of errors, states of services, tables, logs. */

const FRAME =
  /^\s*(?:at [\w$.<>`[\],/ ]+[([].*|at (?:async )?[\w$./<>@:-]+(?::\d+)+|\.\.\. \d+ (?:more|common frames)|File ".*", line \d+|--- End of .*|in \S+:\d+|from \S+:\d+:in .*|#\d+ +\S+.*\(.*|goroutine \d+.*|\[.*\]:$)/;
const DOTTED = /^(?:Unhandled exception[.:]? )?(?:[\w$]+\.){1,20}[\w$]*(?:Exception|Error)\b(?::|$)/;
const TRACE =
  /^(?:Traceback \(most recent|Exception in thread|Unhandled [Ee]xception|Caused by: |panic: |goroutine \d+ \[|Stack trace:|Fatal error: |At line:\d+ char:\d+|\s*\+ CategoryInfo|[\w.]+: ORA-\d+|ORA-\d{5}:|Msg \d+, Level \d+)/;
const NAMED = /^(?:[\w$.]+(?:Exception|Error|Interrupt|Warning|Exit))(?::|$)/;

export const trace: Detector = (lines, from) => {
  const first = (lines[from] ?? '').slice(0, 1_000);
  const next = (lines[from + 1] ?? '').slice(0, 1_000);
  const isHead = TRACE.test(first) || DOTTED.test(first) || FRAME.test(first);
  if (!isHead && !(FRAME.test(next) && /Error|Exception|^\S+:/.test(first) && !isEntry(first))) return undefined;
  if (/^\s*(?:in|from|at) /.test(first) && !/[(:]\S*\d|\(\w*[\w.]*\)/.test(first)) return undefined;
  let isIn = false;
  const to = runOf(lines, from, (line, at) => {
    const fits =
      at === from || FRAME.test(line) || TRACE.test(line) || DOTTED.test(line) || (isIn && NAMED.test(line)) ||
      /^\s+\S/.test(line) || /^\s*[+~^]+/.test(line);
    isIn = fits;
    return fits;
  });
  return { to, language: 'text' };
}; // prettier-ignore

/** `systemctl status` without its prompt. */
export const unitState: Detector = (lines, from) => {
  if (!/^[●○×↻*]\s+[\w@.:\\-]+\.(?:service|timer|socket|mount|target|slice)\b/.test(lines[from] ?? '')) return undefined;
  const isPart = (line: string) => /^\s+\S|^[├└│]/.test(line) || isLog(line) || line.startsWith('Hint: ');
  const to = runOf(lines, from, (line, at) => at === from || isPart(line) || (line.trim() === '' && isLog(lines[at + 1] ?? '')));
  return { to, language: 'text' };
}; // prettier-ignore

export const log: Detector = (lines, from) => {
  if (!isLog(lines[from] ?? '')) return undefined;
  const fits = (line: string, at: number) =>
    isLog(line) || ((FRAME.test(line) || /^\s{2,}\S/.test(line) || DOTTED.test(line) || TRACE.test(line)) && at > from && !isEntry(line));
  return { to: runOf(lines, from, (line, at) => fits(line, at) || (line.trim() === '' && isLog(lines[at + 1] ?? ''))), language: 'text' };
}; // prettier-ignore

/** Columns under each other, two blanks or more between them; the cells of one line. */
const cellsIn = (line: string): number =>
  line
    .slice(0, 1_000)
    .trim()
    .split(/ {2,}|\t+/).length;
const PERMISSIONS = /^(?:[-dlcbps](?:[r-][w-][xsStT-]){3}[+.@]?\s|total \d+\s*$)/;
const RULE = /^\s*[+|]?[-=+|]{3,}(?:[ +|-]*[-=+|]{2,})*\s*$/;
/** Words of tools that print no columns. */
const PRINTED =
  /^(?:\s*(?:\. ){3,}:|.*(?: \.){3,} ?:|Reply from [\d.a-f:]+|\d+ bytes from |Pinging \S+ |PING \S+ \(|Request timed out|Ping statistics for|\s*Packets: |\s*Approximate round trip|--- .* statistics ---|\d+ packets transmitted|rtt min\/avg|Tracing route to|traceroute to |\s*\d+ {1,3}(?:<?[\d.]+ ms|\*)|Windows IP Configuration|(?:Ethernet|Wireless LAN|Tunnel) adapter |Non-authoritative answer:|;; |; <<>> |HTTP\/[\d.]+ \d{3}|(?:TASK|PLAY|RUNNING HANDLER)\b.*\*{5}|(?:ok|changed|fatal|skipping|failed|unreachable): \[|[<>] [A-Z][\w-]+: |\* (?:Trying|Connected|TLS|SSL|ALPN|Server cert))/;

export const isPrinted = (line: string): boolean =>
  PRINTED.test(line.slice(0, 500)) || PERMISSIONS.test(line) || RULE.test(line.slice(0, 500));

const isRow = (line: string): boolean =>
  cellsIn(line) >= 3 &&
  !isEntry(line) &&
  !/^\s*\|/.test(line) &&
  messageIn(line) === undefined &&
  !isSentence(line);

/** Names of columns in capitals. */
const isHead = (line: string): boolean =>
  /^[A-Z%#][A-Z%#/()-]*(?: +[A-Z%#][A-Z%#/()-]*){2,}\s*$/.test(line.slice(0, 500)) &&
  line.trim().includes('  ');

/** Tables of a console with at least a head and a row, lists of files, and frames of dashes and bars. */
export const table: Detector = (lines, from) => {
  const [first = '', second = ''] = [lines[from], lines[from + 1]];
  if (/^\s*\+[-=+]{3,}\+\s*$/.test(first))
    return { to: runOf(lines, from, (line) => /^\s*[+|]/.test(line) || /^\(?\d+ rows?/.test(line)), language: 'text' };
  if (second.includes('+') && /^[-+]{3,}$/.test(second.trim()) && first.includes('|'))
    return { to: runOf(lines, from, (line) => /[|+]/.test(line) || /^\(\d+ rows?\)/.test(line)), language: 'text' };
  if (/^HTTP\/[\d.]+ \d{3}/.test(first))
    return { to: runOf(lines, from, (line) => /^HTTP\/|^[\w-]+: /.test(line)), language: 'text' };
  const isOne = (line: string) => isRow(line) || isPrinted(line);
  if (isPrinted(first) && !RULE.test(first)) {
    const to = runOf(lines, from, (line, at) => isOne(line) || (line.trim() === '' && isPrinted(lines[at + 1] ?? '')));
    return to > from + 1 || PERMISSIONS.test(first) ? { to, language: 'text' } : undefined;
  }
  if (isAligned(first) && isAligned(second)) return { to: runOf(lines, from, isAligned), language: 'text' };
  if (!(isRow(first) || isHead(first)) || !(isRow(second) || RULE.test(second))) return undefined;
  // A command may stand in the last column and read like anything.
  return { to: runOf(lines, from, (line, at) => at === from || (line.trim() !== '' && (isOne(line) || cellsIn(line) >= 3))), language: 'text' };
}; // prettier-ignore

/** `Name            : DNS`, as lists of properties are printed. */
const isAligned = (line: string): boolean =>
  /^\s*[A-Za-z][\w .()/-]{0,60}\s{2,}:(?:\s|$)/.test(line.slice(0, 500));
