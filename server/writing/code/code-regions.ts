import { fencedLines } from './fences.ts';
import { type Detector, type Region, runOf } from './detector.ts';
import { commandLanguage } from './commands.ts';
import { fortinet, ini, sql, yaml } from './configuration.ts';
import { isEntry, isSentence, messageIn, promptLanguage } from './line-forms.ts';
import { braces, markup } from './markup.ts';
import { script } from './programs.ts';
import { isPrinted, log, table, trace, unitState } from './output.ts';

/** Words that people begin with who go on speaking under what a program printed. */
const GOES_ON =
  /^(?:then|next|now|after|afterwards|finally|if|run|check|restart|reboot|open|verify|wait|make|ensure|we|i|you|this|that|these|those|so|and|but|also|note|please|it|still|when|once|in|as|worked|works|thanks|here|otherwise|do|use|go|see|the)\b/i;
const PRINTED_SENTENCE =
  /^The (?:command|service|operation|system|process|file|specified|request|requested|network|trust|RPC|syntax|term|.{1,60} service (?:is|was|could))/;

const isOutput = (line: string): boolean => {
  // Errors of PowerShell quote what was typed behind a plus.
  if (/^\s*\+ /.test(line)) return true;
  if (isEntry(line) || messageIn(line) !== undefined || /^\s*(?:#{1,6} |>|```)/.test(line)) return false;
  if (isPrinted(line) || PRINTED_SENTENCE.test(line)) return true;
  return !(
    GOES_ON.test(line.trim()) &&
    /^\S+ \S+/.test(line) &&
    (isSentence(line) || /[.!?:]$/.test(line.trim()))
  );
};

/** Prompts with what was answered; a blank line belongs to it where a program or another prompt goes on. */
const session: Detector = (lines, from) => {
  const language = promptLanguage(lines[from] ?? '');
  if (!language) return undefined;
  let to = from + 1;
  for (let at = to; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const isPrompt = promptLanguage(line) !== undefined;
    const isApart = at > to;
    const next = isApart ? promptAfterMuch(lines, at) : undefined;
    if (next !== undefined) {
      to = next;
      at = next - 1;
      continue;
    }
    if (!isPrompt && (isApart ? !goesOn(lines, at) : !isOutput(line))) break;
    to = at + 1;
  }
  return { to, language };
};

/** After a blank line only what is output by its form alone is output. */
const goesOn = (lines: string[], at: number): boolean =>
  isPrinted(lines[at] ?? '') ||
  /^(?:\*\*\* |Successfully |The (?:command|operation) completed)/.test(lines[at] ?? '') ||
  [table, log, trace].some((detector) => detector(lines, at) !== undefined);

const FAR = 100;
const LENGTHY = 4;

/** What a program says at length, with blank lines in it, ends at the next prompt. */
function promptAfterMuch(lines: string[], at: number): number | undefined {
  const ahead = lines.slice(at, at + FAR);
  const prompt = ahead.findIndex((line) => promptLanguage(line) !== undefined);
  const between = ahead.slice(0, Math.max(0, prompt)).filter((line) => line.trim() !== '');
  const isPrintedLine = (line: string) =>
    isOutput(line) && (PRINTED_SENTENCE.test(line) || !(isSentence(line) && /[.!?:]$/.test(line.trim())));
  return between.length >= LENGTHY && between.every(isPrintedLine) ? at + prompt : undefined;
}

/** The program of a command. */
const withoutSudo = (line: string): string =>
  /^(?:sudo (?:-\w+ )*)?(?:\S*\/)?([\w.-]+)/.exec(line.trim().slice(0, 200))?.[1] ?? '';

const commands: Detector = (lines, from) => {
  const isComment = /^#\s+[a-z]/.test(lines[from] ?? '');
  const language = commandLanguage(lines[isComment ? from + 1 : from] ?? '');
  if (!language) return undefined;
  let to = from + 1;
  // A line that ends in a backslash or a backtick goes on; a comment belongs to the command under it.
  const isMore = (at: number): boolean =>
    commandLanguage(lines[at] ?? '') !== undefined ||
    /(?:\s\\|\s`|\|)$/.test((lines[at - 1] ?? '').slice(-10)) ||
    (/^#\s/.test(lines[at] ?? '') && commandLanguage(lines[at + 1] ?? '') !== undefined) ||
    /^\s+(?:--?\w|\|)/.test(lines[at] ?? '');
  const typed = (at: number) => withoutSudo(lines[at] ?? '');
  let program = typed(isComment ? from + 1 : from);
  // What a program says of itself begins with its name.
  const isSaid = (at: number): boolean => program !== '' && (lines[at] ?? '').startsWith(`${program}: `);
  while (to < lines.length && lines[to]?.trim() !== '' && (isMore(to) || isSaid(to))) {
    if (commandLanguage(lines[to] ?? '')) program = typed(to);
    to++;
  }
  return { to, language };
};

/** Lines further in under another, which nobody speaks; a document has such lines in its lists. */
const indented: Detector = (lines, from, isDocument) => {
  const isIn = (line: string) => /^(?: {2}|\t)\s*\S/.test(line) && !isEntry(line) && !isSentence(line);
  if (isDocument || !isIn(lines[from] ?? '') || isEntry(lines[from - 1] ?? '')) return undefined;
  const to = runOf(lines, from, isIn);
  return to - from >= 3 ? { to, language: 'text' } : undefined;
};

const DETECTORS = [
  markup,
  unitState,
  trace,
  session,
  fortinet,
  log,
  yaml,
  ini,
  sql,
  script,
  braces,
  table,
  commands,
  indented,
];

/** What of a text is code and of which language, in order; blocks that stand marked already are left out. */
export function codeRegions(lines: string[], isDocument?: (line: string) => boolean): Region[] {
  const isFenced = fencedLines(lines);
  const plain = lines.map((line, number) => (isFenced[number] ? '' : line));
  const found: Region[] = [];
  for (let from = 0; from < plain.length; from++) {
    if (plain[from]?.trim() === '') continue;
    for (const detector of DETECTORS) {
      const region = detector(plain, from, isDocument);
      if (!region || region.to <= from) continue;
      const fence = isFenced.slice(from, region.to).indexOf(true);
      found.push({ from, ...region, to: fence < 0 ? region.to : from + fence });
      from = (found.at(-1)?.to ?? from) - 1;
      break;
    }
  }
  return joined(found, lines, isFenced);
}

const SHELLS = new Set(['console', 'bash', 'powershell']);

/** Blocks that stand next to each other are one where they belong together: a command and what it printed, one file in parts. */
function joined(regions: Region[], lines: string[], isFenced: boolean[]): Region[] {
  const out: Region[] = [];
  for (const region of regions) {
    const last = out.at(-1);
    const between = last ? lines.slice(last.to, region.from) : [];
    const isNext =
      last && between.length <= 1 && between.every((line) => line.trim() === '') && !isFenced[last.to];
    const language = isNext ? common(last.language, region.language, between.length > 0) : undefined;
    if (last && language) Object.assign(last, { to: region.to, language });
    else out.push({ ...region });
  }
  return out;
}

function common(one: string, other: string, isApart: boolean): string | undefined {
  if (one === other) return one;
  if (SHELLS.has(one) && SHELLS.has(other)) return one === 'bash' || other === 'bash' ? 'console' : undefined;
  if (SHELLS.has(one) && other === 'text' && !isApart) return one === 'bash' ? 'console' : one;
  return one === 'text' && other === 'console' && !isApart ? 'console' : undefined;
}
