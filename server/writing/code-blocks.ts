import {
  contentWordsIn,
  fileLanguage,
  hasArgument,
  isCommand,
  isPowerShell,
  isPowerShellPrompt,
  isRule,
  kindOf,
  smallWordsIn,
  type LineKind,
} from './line-kinds.ts';

/** Lines that are shown as they were typed, from the first to before `to`. `table` stands for rows of tabs. */
export type Block = { from: number; to: number; language: string };

/** Finds what is obviously commands, output, logs, files or a table. A line whose kind is undefined belongs to none. */
export function blocksIn(lines: string[], kinds: (LineKind | undefined)[]): Block[] {
  const finder = new BlockFinder(lines, kinds);
  const blocks: Block[] = [];
  for (let from = 0; from < lines.length; from++) {
    const block = finder.diffAt(from) ?? finder.tableAt(from) ?? finder.codeAt(from);
    if (!block) continue;
    blocks.push(block);
    from = block.to - 1;
  }
  return blocks;
}

const DIFF_HEAD =
  /^(?:diff --|index [\da-f]|Index: |={60,}$|--- \S|\+\+\+ \S|(?:new|deleted|old) (?:file )?mode |(?:similarity|rename|copy) )/;
const DIFF_HUNK = /^@@ -\d{1,9}(?:,(\d{1,6}))? \+\d{1,9}(?:,(\d{1,6}))? @@/;
const MOST_DIFF_HEADS = 10;
/** Lines that a program may print up to the next prompt. */
const MOST_OUTPUT = 200;

/** Columns beyond which nobody reads a table. */
const MOST_COLUMNS = 30;
const NO_ROW: ReadonlySet<LineKind | undefined> = new Set([undefined, 'blank', 'prompt', 'log']);

const STARTS: ReadonlySet<LineKind> = new Set(['prompt', 'command', 'log', 'columns', 'file', 'indented']);
/** Kinds of which a single line may be a coincidence. */
const IN_PAIRS: ReadonlySet<LineKind> = new Set(['columns', 'file', 'indented']);

/** Code that begins on a line, as far as it was read. */
type Code = {
  kind: LineKind;
  /** Of a file. */
  language: string | undefined;
  indent: number;
  isScript: boolean;
  hasPrompt: boolean;
  /** Begins with a prompt that names the machine or folder, as in what a terminal shows. */
  isSession: boolean;
};

const indentOf = (line: string): number => line.length - line.trimStart().length;

class BlockFinder {
  private readonly lines: string[];
  private readonly kinds: (LineKind | undefined)[];
  /** Lines of this language up to here are no file, so that they are not read again from each of them on. */
  private noFile = { language: '', to: 0 };
  /** Whether a prompt follows before the next blank line. */
  private readonly isAbovePrompt: boolean[] = [];

  constructor(lines: string[], kinds: (LineKind | undefined)[]) {
    this.lines = lines;
    this.kinds = kinds;
    for (let at = kinds.length - 1, isAbove = false; at >= 0; at--) {
      this.isAbovePrompt[at] = isAbove;
      isAbove = kinds[at] === 'prompt' || (isAbove && kinds[at] !== 'blank' && kinds[at] !== undefined);
    }
  }

  /** At least two rows with as many cells each. A first cell may be empty, and below the first row be a command or a mark. */
  tableAt(from: number): Block | undefined {
    const isCrossTable = this.line(from).startsWith('\t') && this.kinds[from + 1] === 'row';
    const isRow = this.kinds[from] === 'row' || /^\S.*\t/.test(this.line(from));
    if (!isRow && !isCrossTable) return undefined;
    const columnsAt = (at: number) => (NO_ROW.has(this.kinds[at]) ? 0 : this.line(at).split('\t').length);
    const columns = columnsAt(from);
    if (columns < 2 || columns > MOST_COLUMNS) return undefined;
    let to = from + 1;
    while (columnsAt(to) === columns) to++;
    return to - from >= 2 ? { from, to, language: 'table' } : undefined;
  }

  /** Changes of files, whose parts say how many lines they have. */
  diffAt(from: number): Block | undefined {
    let to = from;
    for (let at = from; this.kinds[at] !== undefined;) {
      const head = at;
      while (at - head < MOST_DIFF_HEADS && DIFF_HEAD.test(this.line(at))) at++;
      const [hunk, before = '1', after = '1'] = DIFF_HUNK.exec(this.line(at)) ?? [];
      if (hunk === undefined) break;
      let [left, right] = [Number(before), Number(after)];
      for (at++; this.kinds[at] !== undefined; at++) {
        const sign = this.line(at)[0] ?? ' ';
        if (!(sign === '\\' || ((left > 0 || right > 0) && /[-+ ]/.test(sign)))) break;
        if (/[- ]/.test(sign)) left -= 1;
        if (/[+ ]/.test(sign)) right -= 1;
      }
      to = at;
    }
    return to > from ? { from, to, language: 'diff' } : undefined;
  }

  codeAt(from: number): Block | undefined {
    const kind = this.kindAt(from);
    if (kind === undefined || !STARTS.has(kind)) return undefined;
    const line = this.line(from);
    if (kind === 'file' && this.isWrapped(from)) return undefined;
    const language = kind === 'file' ? (fileLanguage(line) ?? fileLanguage(this.line(from + 1))) : undefined;
    if (from < this.noFile.to && language === this.noFile.language) return undefined;
    const isScript = SCRIPT.test(line);
    const hasPrompt = kind === 'prompt';
    const isSession = hasPrompt && SESSION.test(line);
    const code: Code = { kind, language, indent: indentOf(line), isScript, hasPrompt, isSession };
    const to = this.endOf(code, from);
    const block = this.lines.slice(from, to);
    if (language !== undefined && !isFile(block)) this.noFile = { language, to };
    else if (block.length > 1 || !IN_PAIRS.has(kind)) return { from, to, language: languageOf(block, code) };
    return undefined;
  }

  /** Whether the line above is the beginning of a sentence that goes on here. */
  private isWrapped(at: number): boolean {
    const above = this.line(at - 1).trim();
    const isProse = ['sentence', 'text', 'marked'].includes(this.kinds[at - 1] ?? '');
    return (
      isProse &&
      !/[.:;!?)\]}>"'`]$/.test(above.slice(-1)) &&
      smallWordsIn(above) > 0 &&
      contentWordsIn(above) > 1
    );
  }

  /** The kind of code that begins here, a remark above a command and the head above a rule included. */
  private kindAt(at: number): LineKind | undefined {
    const [kind, next] = [this.kinds[at], this.kinds[at + 1]];
    if (kind === 'marked' && this.line(at).startsWith('# ')) {
      if (next === 'command') return 'command';
      if (next === 'file' && isLikeSettings(this.line(at + 1))) return 'file';
    }
    if ((kind === 'text' || kind === 'indented') && next === 'columns' && isRule(this.line(at + 1)))
      return 'columns';
    if (kind === 'marked' && next === 'file' && this.isYamlItem(at)) return 'file';
    if (kind === 'text' && this.isHeadOfIndented(at)) return 'indented';
    return kind;
  }

  /** `- hosts: web` with more of it further in. */
  private isYamlItem(at: number): boolean {
    const [line, below] = [this.line(at), this.line(at + 1)];
    return YAML_ITEM.test(line) && fileLanguage(below) === 'yaml' && indentOf(below) > indentOf(line);
  }

  /** The name of a section whose lines stand further in. */
  private isHeadOfIndented(at: number): boolean {
    const line = this.line(at);
    const isNone = /^\s|[.:;,!?]\s*$/.test(line) || this.kinds[at - 1] === 'text';
    const isInside = (below: number) => INDENTED.has(this.kinds[below]) && /^\s/.test(this.line(below));
    return !isNone && this.kinds[at + 1] === 'indented' && isInside(at + 2);
  }

  private endOf(code: Code, from: number): number {
    let to = from + 1;
    for (let at = to; this.kinds[at] !== undefined; at++) {
      if (this.kinds[at] === 'blank') {
        while (this.kinds[at + 1] === 'blank') at++;
        const prompt = code.isSession ? this.promptBelowOutput(at + 1) : undefined;
        if (prompt !== undefined) at = prompt - 1;
        else if (!goesOnBelow(code, this.kinds[at + 1])) break;
      } else {
        if (!code.isScript && !this.goesOn(code, at)) break;
        code.hasPrompt ||= this.kinds[at] === 'prompt';
        to = at + 1;
      }
    }
    return to;
  }

  /** The next prompt of a session, if a program printed what stands above it: no sentences, and something aligned. */
  private promptBelowOutput(from: number): number | undefined {
    let isAligned = false;
    for (let at = from; at < from + MOST_OUTPUT; at++) {
      const kind = this.kinds[at];
      if (kind === 'prompt') return isAligned && SESSION.test(this.line(at)) ? at : undefined;
      if (kind === undefined || kind === 'sentence' || kind === 'marked') return undefined;
      isAligned ||= kind === 'columns' || kind === 'indented';
    }
    return undefined;
  }

  /** Whether a line belongs to the code right above it. */
  private goesOn({ kind, language, indent, hasPrompt, isSession }: Code, at: number): boolean {
    const line = this.line(at);
    const isInFile = kind === 'file';
    const isDeeper = indentOf(line) > indent;
    const isOutput = isSession && this.isAbovePrompt[at] === true;
    if (kind === 'indented') return INDENTED.has(this.kinds[at]) && isDeeper;
    switch (this.kinds[at]) {
      case 'prompt':
      case 'command':
        return !isInFile;
      case 'log':
        // In a file it is a remark or an object.
        return !isInFile || /^\s*[;{]/.test(line);
      case 'columns':
        return !isInFile || isDeeper;
      case 'indented':
        return true;
      case 'file':
        return !isInFile || isDeeper || isOfLanguage(line, language);
      case 'marked':
        // Shells ask so for the rest of what was begun.
        if (isOutput || (hasPrompt && /^\s*>/.test(line))) return true;
        // PowerShell repeats the line that failed.
        if (line.startsWith('+ ') && / char:\d{1,6}\s*$/.test(this.line(at - 1).slice(-20))) return true;
        if (kind === 'columns' && line.startsWith('# ') && COLUMNS.test(this.line(at + 1))) return true;
        return isInFile
          ? isDeeper || line.startsWith('#') || (language === 'yaml' && YAML_ITEM.test(line))
          : line.startsWith('# ') && this.kinds[at + 1] === 'command';
      case 'sentence':
        return isOutput || this.isBeforePlace(kind, at) || (isInFile && (isDeeper || /^[;#]/.test(line)));
      case 'row':
      case 'text':
        // A program prints anything; a command may go on in the next line; a file may have a line of one word.
        return (
          hasPrompt ||
          // A message may have several lines.
          (kind === 'log' && this.kinds[at + 1] === 'log') ||
          (kind === 'columns' && COLUMNS.test(line)) ||
          CONTINUED.test(this.line(at - 1).slice(-10)) ||
          (kind === 'command' && this.kinds[at + 1] === 'command' && hasArgument(line)) ||
          (kind === 'command' && CMDLET.test(line)) ||
          (isInFile && !isLeadIn(line, language) && (isDeeper || isOfLanguage(this.line(at + 1), language)))
        );
      case 'blank':
      case undefined:
        return false;
    }
  }

  /** Whether an error of PowerShell goes on in this line, above its place in the script. */
  private isBeforePlace(kind: LineKind, at: number): boolean {
    return kind === 'log' && this.kinds[at + 1] === 'log' && this.line(at + 1).startsWith('At ');
  }

  private line(at: number): string {
    return this.lines[at] ?? '';
  }
}

/** The first line of a script. */
export const SCRIPT = /^(?:#!|@echo off\b)/i;
/** A prompt that names the machine or folder, unlike `$ ` of an instruction. */
const SESSION = /^(?!\s*[$#] )/;

/** Two columns at least. */
const COLUMNS = /^\S[^\s]* {2,}\S/;

/** A name of verb and noun with one word behind it; alone it may be a title. */
const CMDLET = /^[A-Z][a-z]{1,20}-[A-Z]\w{1,60} [\w-]{1,60}$/;

/** In many files the items stand below their name, not further in. */
const YAML_ITEM = /^\s*- [a-z_][\w./-]{0,80}:(?:\s|$)/;

/** Words above the next part of a file; in some languages such a line is code. */
const isLeadIn = (line: string, language: string | undefined): boolean =>
  /^\S.*:\s*$/.test(line) && language !== 'yaml' && language !== 'python';

/** Settings and tables of times have remarks above them. */
const isLikeSettings = (line: string): boolean =>
  /^(?:ini|text)$/.test(fileLanguage(line) ?? '') && /\w/.test(line);

const CONTINUED = /(?:\s[\\`]|\|)\s*$/;

/** Statements of programs may look like settings. */
const isOfLanguage = (line: string, language: string | undefined): boolean => {
  const own = fileLanguage(line);
  return (
    own !== undefined && (own === language || own === 'text' || (own === 'ini' && language === 'python'))
  );
};

/** Options and variables of the Windows command line, which is no shell that colours know. */
const isOfWindows = (line: string): boolean => /\s\/[A-Za-z?]{1,2}(?:\s|$)|%\w+%/.test(line);

const INDENTED: ReadonlySet<LineKind | undefined> = new Set(['indented', 'command']);

const IN_SCRIPTS: ReadonlySet<LineKind | undefined> = new Set([
  'command',
  'file',
  'indented',
  'text',
  'columns',
]);

/** After blank lines the same kind goes on, or what a program printed that was started at a prompt, or a script. */
const goesOnBelow = ({ kind, hasPrompt, isScript }: Code, next: LineKind | undefined): boolean =>
  next === kind ||
  (isScript && IN_SCRIPTS.has(next)) ||
  (hasPrompt && (next === 'prompt' || next === 'columns' || next === 'log')) ||
  (kind === 'file' && next === 'indented');

/** Two lines at least; of keys with values only where some stand further in, since people write such lines as well. */
function isFile(block: string[]): boolean {
  const languages = block.map(fileLanguage);
  if (languages[0] === 'yaml') {
    const own = block.filter((line) => !/^\s*#/.test(line));
    const isInside = (line = '') => /^\s/.test(line) || YAML_ITEM.test(line);
    return own.some((line, n) => /:\s*[|>]?-?\s*$/.test(line.slice(-10)) && isInside(own[n + 1]));
  }
  return block.length > 1 && (SCRIPT.test(block[0] ?? '') || languages.filter(Boolean).length > 1);
}

function languageOf(block: string[], { kind, language, hasPrompt }: Code): string {
  if (hasPrompt) {
    const prompts = block.filter((line) => kindOf(line) === 'prompt');
    return prompts.every(isPowerShellPrompt) ? 'powershell' : 'console';
  }
  if (kind !== 'command') return language ?? 'text';
  const isTyped = (line: string, n: number) =>
    isCommand(line) ||
    CMDLET.test(line) ||
    /^(?:#|\s|\}|$)|\)\s*\{\s*$/.test(line) ||
    CONTINUED.test((block[n - 1] ?? '').slice(-10));
  if (!block.every(isTyped) || block.some(isOfWindows)) return 'console';
  return block.some((line) => isPowerShell(line.trim())) ? 'powershell' : 'bash';
}
