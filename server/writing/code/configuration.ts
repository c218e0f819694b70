import { type Detector, runOf } from './detector.ts';
import { isEntry, isSentence } from './line-forms.ts';
import { onceFor } from './once-for.ts';

/** Files of settings and scripts, by how they begin. */

const indent = (line: string): number => /^\s*/.exec(line.slice(0, 200))?.[0].length ?? 0;

const KEY = /^\s*(?:- )*["']?[A-Za-z_$][\w./-]{0,80}["']?:(?:\s+\S.*)?$/;
const ITEM = /^\s*-(?:\s+\S.*)?$/;

/** How far runs of keys and of settings were looked at: a part of what is no file is none either. */
const seen = onceFor(() => ({ keys: 0, settings: 0 }));

/** Remarks at the head of a file; a heading of markdown has a blank line under it. */
function afterRemarks(lines: string[], from: number): number {
  let at = from;
  while (at < from + 50 && /^\s*#(?!#)/.test((lines[at] ?? '').slice(0, 200))) at++;
  return at;
}

/** Settings of FortiGate, from `config` to its `end`. */
export const fortinet: Detector = (lines, from) => {
  if (!/^config [a-z][\w-]*(?: [\w"-]+){0,5}\s*$/.test((lines[from] ?? '').slice(0, 200))) return undefined;
  let depth = 0;
  let last = from;
  const to = runOf(lines, from, (line, at) => {
    const isOne = /^\s*(?:config [a-z]|edit \S|set [\w-]+ \S|unset \w|append \w|delete \w|next\s*$|end\s*$|#)/.test(line);
    if (!isOne || (depth === 0 && !line.startsWith('config '))) return false;
    if (/^\s*config /.test(line)) depth += 1;
    if (/^\s*end\s*$/.test(line)) depth -= 1;
    last = at;
    return true;
  });
  return last > from + 1 && /^\s*(?:edit|set|unset|config|append|delete) /.test(lines[from + 1] ?? '') ? { to, language: 'text' } : undefined;
}; // prettier-ignore

/** Keys with values under each other, some of them further in; sections of a ticket have names in capitals and stand alone. */
export const yaml: Detector = (lines, from, isDocument) => {
  const begin = afterRemarks(lines, from);
  // One remark alone is in a document a heading.
  if (isDocument && begin === from + 1) return undefined;
  const first = (lines[begin] ?? '').slice(0, 1_000);
  const isStart = /^---\s*$/.test(first) || (KEY.test(first) && /^[\s"'-]*[a-z_]/.test(first)) || /^\s*- [a-z_]+: \S/.test(first);
  if (!isStart || from < seen(lines).keys) return undefined;
  let isText = -1;
  const to = runOf(lines, from, (line, at) => {
    if (isText >= 0 && (line.trim() === '' || indent(line) > isText)) return true;
    isText = -1;
    if (line.trim() === '') return /^\s*(?:[\w-]+:|- |#)/.test(lines[at + 1] ?? '') && /^[\s"'-]*[a-z_#]/.test(lines[at + 1] ?? '');
    if (/:\s*[|>][+-]?\s*$/.test(line)) isText = indent(line);
    return KEY.test(line) || ITEM.test(line) || /^\s*#/.test(line) || /^(?:---|\.\.\.)\s*$/.test(line);
  });
  seen(lines).keys = to;
  const block = lines.slice(from, to);
  const keys = block.filter((line) => KEY.test(line.slice(0, 1_000)));
  const isNested = block.some((line, n) => /:\s*[|>]?[+-]?\s*$/.test(line) && /^\s*(?:- |\s)/.test(block[n + 1] ?? ''));
  const isLow = keys.filter((key) => /^[\s"'-]*[a-z_]/.test(key)).length * 10 >= keys.length * 8;
  if (keys.length < 2 || !isLow || keys.some((key) => isSentence(key.replace(/^[^:]*:/, '')))) return undefined;
  return isNested || block.some((line) => /^(?:---|apiVersion:|- name:)/.test(line)) ? { to, language: 'yaml' } : undefined;
}; // prettier-ignore

const SETTING = /^\s*(?:export )?[\w.$-]{1,80}(?:\[\w*\])?\s*=\s*(?!=)\S?.*$/;

/** Sections in brackets with settings under them, or settings alone. */
export const ini: Detector = (lines, from) => {
  const first = lines[from] ?? '';
  if (/^Windows Registry Editor|^\[-?HK[A-Z_]{2,}\\/.test(first))
    return { to: runOf(lines, from, (line) => line.trim() === '' || /^(?:Windows|\[|"|@=|\s|;|hex)/.test(line)), language: 'reg' };
  const isSection = (line: string) => /^\[[\w .:"/@-]{1,80}\]\s*$/.test(line);
  const isOne = (line: string, at: number) =>
    isSection(line) || (SETTING.test(line) && !isSentence(line.replace(/^[^=]*=/, ''))) || /^\s*[;#](?!#)/.test(line) ||
    (line.trim() === '' && (isSection(lines[at + 1] ?? '') || SETTING.test((lines[at + 1] ?? '').slice(0, 1_000))));
  if (from < seen(lines).settings) return undefined;
  // A file may begin with remarks.
  if (first.startsWith(';') && isSection((lines[from + 1] ?? '').slice(0, 200))) {
    return ini(lines, from + 1);
  }
  const to = isSection(first) || SETTING.test(first.slice(0, 1_000)) ? runOf(lines, from, isOne) : from;
  seen(lines).settings = to;
  const settings = lines.slice(from, to).filter((line) => SETTING.test(line.slice(0, 1_000))).length;
  return settings >= (isSection(first) ? 1 : 2) ? { to, language: 'ini' } : undefined;
}; // prettier-ignore

const STATEMENT =
  /^\s*(?:SELECT\b(?! (?:all|the|an?|your|one|each)\b)|WITH\s+\w+\s+AS\b|INSERT\s+INTO\b|UPDATE\s+[\w.[\]"`]+\s*(?:SET\b|$)|DELETE\s+FROM\b|(?:CREATE|ALTER|DROP)\s+(?:OR\s+REPLACE\s+)?(?:UNIQUE\s+)?(?:TABLE|INDEX|VIEW|DATABASE|USER|ROLE|LOGIN|SCHEMA|PROCEDURE|FUNCTION|TRIGGER|SEQUENCE|EXTENSION)\b|(?:GRANT|REVOKE)\s+\w+.*\b(?:ON|TO|FROM)\b|TRUNCATE\s+TABLE\b|(?:BACKUP|RESTORE)\s+(?:DATABASE|LOG)\b|EXEC(?:UTE)?\s+[\w.]+|DECLARE\s+@|USE\s+\[?\w+\]?;?\s*$|VACUUM\b|EXPLAIN\s+\w+|MERGE\s+INTO\b|BEGIN\s+TRAN)/;
/** In small letters it must look less like an order to a colleague. */
const QUIET =
  /^\s*(?:select\s+(?:\*|[\w.]+\s*,|\w+\(|distinct\b)|insert\s+into\s+\w+\s*[(v]|update\s+[\w.]+\s+set\s+\w+\s*=|delete\s+from\s+[\w.]+(?:\s+where\b|;)|(?:create|alter|drop)\s+(?:table|index|view|database)\s+[\w.]+\s*(?:[(;]|add|drop|$))/;
const CLAUSE =
  /^\s*(?:FROM|WHERE|AND|OR|ON|SET|VALUES|JOIN|LEFT|RIGHT|INNER|OUTER|FULL|CROSS|GROUP|ORDER|HAVING|LIMIT|OFFSET|UNION|WITH|TO|MOVE|INTO|BEGIN|END|GO|COMMIT|ROLLBACK|RETURNING|CASE|WHEN|ELSE|TOP|\)|\()/i;

/** Statements to a database, to the semicolon or as long as their clauses go on. */
export const sql: Detector = (lines, from) => {
  const isBegin = (line: string) => STATEMENT.test(line.slice(0, 1_000)) || QUIET.test(line.slice(0, 1_000));
  const first = lines[from] ?? '';
  if (!isBegin(first) || /^[A-Z]+:/.test(first)) return undefined;
  let isOpen = false;
  const to = runOf(lines, from, (line, at) => {
    if (line.trim() === '') return /^\s*(?:GO|COMMIT|END)\b|^--/.test(lines[at + 1] ?? '') || isBegin(lines[at + 1] ?? '');
    const fits = isBegin(line) || /^\s*--/.test(line) || CLAUSE.test(line) || (isOpen && !isEntry(line) && !isSentence(line)) || (isOpen && /^\s/.test(line));
    isOpen = fits && !/;\s*$|^\s*GO\s*$/i.test(line);
    return fits;
  });
  return { to, language: 'sql' };
}; // prettier-ignore
