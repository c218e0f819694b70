import { codeLines } from '../../contract/outline.ts';

/**
 * Marks what a plain text shows by its form alone, so that it reads as markdown: headings, entries of lists, commands and
 * console output. Words stay as they are and in their order; marking twice changes nothing more.
 */
export function structured(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const hasHeadings = markdownHeadings(lines).length > 0;
  const marked = withCodeFenced(lines);
  const { isCode } = codeLines(marked);
  const out: string[] = [];
  for (const [number, line] of marked.entries()) {
    if (isCode[number]) out.push(line);
    else if (!hasHeadings && isHeading(line, marked.slice(number + 1, number + 3))) {
      out.push('', headingOf(line), '');
    } else out.push(asEntry(line));
  }
  return withoutDoubleBlanks(out);
}

/** The texts of the headings, in order. */
export function markdownHeadings(lines: string[]): string[] {
  const { isCode } = codeLines(lines);
  return lines.flatMap((line, number) => {
    const [, heading] = /^#{1,6}[ \t]+([^\n]+)$/.exec(line) ?? [];
    return heading && !isCode[number] ? [heading.trim()] : [];
  });
}

// prettier-ignore
const SECTIONS = new Set([
  'background', 'cause', 'description', 'environment', 'error', 'fix', 'impact', 'instructions', 'issue', 'next steps', 'note',
  'notes', 'overview', 'prerequisites', 'problem', 'procedure', 'purpose', 'requirements', 'resolution', 'rollback', 'root cause',
  'scope', 'solution', 'steps', 'steps to reproduce', 'summary', 'symptom', 'symptoms', 'tips', 'troubleshooting', 'verification',
  'workaround',
]);

const STEP = /^step \d{1,3}\b[ \t]*[:.–-][ \t]*\S/i;

/** A known name of a section with a colon or in capitals, a line of words in capitals, or the name of a step; something stands under it. */
function isHeading(line: string, below: string[]): boolean {
  if (line.length > 80 || below.every((next) => next.trim() === '')) return false;
  if (STEP.test(line)) return true;
  const name = line.trim();
  if (name.endsWith(':')) return SECTIONS.has(name.slice(0, -1).toLowerCase());
  return /^[A-Z][A-Z &/]{2,}$/.test(name) && (name.includes(' ') || SECTIONS.has(name.toLowerCase()));
}

const headingOf = (line: string): string =>
  STEP.test(line) ? `### ${line.trim()}` : `## ${line.trim().replace(/:$/, '')}`;

/** Entries as word processors and chats write them. */
const asEntry = (line: string): string =>
  line.replace(/^(\s*)[•◦▪●‣·–][ \t]+/, '$1- ').replace(/^(\s*)\((\d{1,3})\)[ \t]+/, '$1$2. ');

const PROMPT =
  /^(?:\$ |PS [A-Z]:\\[^>\n]{0,200}>|[A-Z]:\\[^>\n]{0,200}>|[\w.-]{1,64}@[\w.-]{1,64}:[^$#\n]{0,200}[$#] )/;
const CMDLET =
  /^(?:Add|Clear|Connect|Disable|Enable|Export|Get|Import|Install|Invoke|New|Remove|Restart|Set|Start|Stop|Test|Update)-[A-Z][A-Za-z]+(?: |$)/;
const COMMAND =
  /^(?:sudo|systemctl|journalctl|kubectl|docker|ipconfig|netsh|nslookup|gpupdate|apt|apt-get|dnf|yum|ssh|scp|curl|esxcli|openssl|chmod|chown|repadmin|dcdiag|robocopy|sfc|dism) [^.!?]*\S/;
const LOG =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d |\s+at [\w$.<>]+\(|Traceback )/;

function languageOf(line: string): string | undefined {
  if (/^PS [A-Z]:/.test(line) || CMDLET.test(line)) return 'powershell';
  if (PROMPT.test(line)) return 'console';
  if (COMMAND.test(line) && !/[.:,;!?]$/.test(line.trim())) return 'bash';
  return LOG.test(line) ? 'text' : undefined;
}

const isProse = (line: string): boolean =>
  /[.:!?]$/.test(line.trim()) || /^\s*(?:[-*+•#>|]|\d+[.)])/.test(line);

/** Commands and console output that stand bare go into a block of code, with the output that follows a prompt. */
function withCodeFenced(lines: string[]): string[] {
  const { isCode } = codeLines(lines);
  const out: string[] = [];
  let open: string | undefined;
  /** What follows is output as long as it does not read as a sentence. */
  let isAnswered = false;
  const close = () => {
    if (open) out.push('```');
    open = undefined;
  };
  for (const [number, line] of lines.entries()) {
    const language = isCode[number] || line.includes('```') ? undefined : languageOf(line);
    const isOutput = open !== undefined && isAnswered && line.trim() !== '' && !isCode[number];
    if (language && !open) out.push(`\`\`\`${language}`);
    if (language) {
      open ??= language;
      isAnswered = language === 'text' || PROMPT.test(line);
    } else if (!isOutput || isProse(line) || line.includes('```')) close();
    out.push(line);
  }
  close();
  return out;
}

/** At most one blank line in a row outside of code, none at the ends. */
function withoutDoubleBlanks(lines: string[]): string {
  const { isCode } = codeLines(lines);
  const kept = lines.filter(
    (line, n) => isCode[n] || line.trim() !== '' || (n > 0 && (isCode[n - 1] || lines[n - 1]?.trim() !== '')),
  );
  const isText = (line: string) => line.trim() !== '';
  return kept.slice(Math.max(0, kept.findIndex(isText)), kept.findLastIndex(isText) + 1).join('\n');
}
