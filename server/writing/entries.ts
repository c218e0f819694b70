import { messageIn, STAMP } from './code/line-forms.ts';

// prettier-ignore
const SECTIONS = new Set([
  'action taken', 'actions', 'actions taken', 'affected systems', 'background', 'cause', 'commands', 'context', 'description', 'details', 'environment',
  'error', 'error message', 'expected result', 'findings', 'fix', 'goal', 'impact', 'instructions', 'introduction', 'issue', 'next steps', 'note',
  'notes', 'objective', 'output', 'overview', 'prerequisites', 'problem', 'problem description', 'procedure', 'purpose', 'references', 'requirements',
  'resolution', 'result', 'results', 'rollback', 'root cause', 'scope', 'solution', 'status', 'steps', 'steps taken', 'steps to reproduce', 'summary',
  'symptom', 'symptoms', 'timeline', 'tips', 'troubleshooting', 'update', 'validation', 'verification', 'verify', 'work notes', 'workaround',
]);

/** What a text is, not what it is about. */
const KIND =
  /^(?:(?:ms )?teams|slack|chat|e-?mail|mail|meeting|ticket|incident|console|terminal|debug)(?: (?:chat|log|thread|notes?|output|conversation|details))?$/i;

/** The word of a section, with or without its colon, in any case. */
export const isSectionName = (line: string): boolean => {
  const name = line.slice(0, 100).trim();
  const bare = name.replace(/\s*:$/, '').replace(/^#{1,6}\s+/, '').replace(/^\d{1,2}[.)]\s+/, '');
  return SECTIONS.has(bare.toLowerCase()) || KIND.test(bare);
}; // prettier-ignore

const STEP = /^step \d{1,3}\b[ \t]*[:.–-][ \t]*\S/i;

/** A known name of a section alone on its line, a line of words in capitals, or the name of a step. */
export function isHeading(line: string): boolean {
  if (line.length > 120) return false;
  if (STEP.test(line)) return true;
  if (line.length > 80) return false;
  const name = line.trim();
  if (/^[A-Za-z]/.test(name) && isSectionName(name)) return name.endsWith(':') || /^[A-Z]/.test(name);
  return /^[A-Z][A-Z &/]{2,}$/.test(name) && name.includes(' ');
}

export const headingOf = (line: string): string =>
  STEP.test(line) ? `### ${line.trim()}` : `## ${line.trim().replace(/:$/, '')}`;

/** Entries as word processors and chats write them. */
export const asEntry = (line: string): string =>
  line.replace(/^(\s*)[•◦▪●‣·–][ \t]+/, '$1- ').replace(/^(\s*)\((\d{1,3})\)[ \t]+/, '$1$2. ');

/** A name with what it is, as in the head of a mail or the fields of a ticket. */
const FIELD = /^[A-Z][\w/()#.'-]{0,30}(?: [\w/()#.'-]{1,30}){0,3}:[ \t]+\S/;
export const isField = (line: string): boolean =>
  FIELD.test(line.slice(0, 500)) && !/(?: {2}|\\)$/.test(line);

/** What somebody said at a time, or what was done then. */
const isDated = (line: string): boolean => {
  const [stamp = ''] = STAMP.exec(line.slice(0, 200)) ?? [];
  return messageIn(line) !== undefined || (/\d:\d\d/.test(stamp) && line.length > stamp.length);
};

/** Messages of a chat, and fields of a ticket or steps that stand under each other, become entries of a list, which would run together otherwise. */
export function asListed(lines: string[], isCode: boolean[]): string[] {
  const is = (test: (line: string) => boolean) => lines.map((line, n) => !isCode[n] && test(line));
  const [dated, field, step] = [is(isDated), is(isField), is((line) => STEP.test(line))];
  const areSteps = step.some((isStep, n) => isStep && step[n + 1]);
  const areDated = dated.filter(Boolean).length >= 2;
  return lines.map((line, n) => {
    const isListed = dated[n]
      ? areDated
      : (areSteps && step[n]) || (field[n] && (field[n - 1] || field[n + 1]));
    return isListed ? `- ${line}` : line;
  });
}
