import { commandsIn } from './command-like.ts';

/** A name of a server, as commands hold it. */
const HOST = String.raw`[a-z][a-z\d]*(?:-[a-z\d]+)*-?\d{1,4}(?:\.[a-z\d-]+){0,6}`;
const BLANK = /<[a-z][a-z _-]{0,30}>/gi;
const BETWEEN = /\s*(?:&&|\|\|?|;)\s*/;
/** Plain words of a person beside a command, which have no other signs. */
const COMMENT = /^#+ \p{Lu}[\p{L}\d ,.:'’()]*$/u;

/** Words of a comment that say nothing yet. */
const NEUTRAL =
  /^(?:then|first|next|last|after|before|check|verify|look|this|that|these|those|with|from|when|once|step|example|output|should|optional|again|here|them|into|your|will|must|only|also|make|sure|each|need|needed)$/;
const LETTERS = 4;
const STEM = 5;

/** What a comment says must be said in what was given, at least for the greater part. */
function isCommentOf(comment: string, texts: string[]): boolean {
  const words = (comment.toLowerCase().match(/\p{L}+/gu) ?? []).filter(
    (word) => word.length >= LETTERS && !NEUTRAL.test(word),
  );
  const isSaid = (word: string) =>
    texts.some((text) => new RegExp(`(?<!\\p{L})${word.slice(0, STEM)}`, 'iu').test(text));
  return commandsIn(comment.replace(/^#+ \p{L}/u, (sign) => sign.slice(-1).toLowerCase())).length === 0 && 2 * words.filter(isSaid).length >= words.length; // prettier-ignore
}

const inOneWay = (text: string) =>
  text
    .replaceAll(/\.service(?![\w.])/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();

/** The same text without its signs of quotation, as it stands there and with signs of markup that were made harmless. */
function waysOf(source: string): string[] {
  const lines = source.replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '');
  return [lines, lines.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')].map(inOneWay);
}

const whole = (pattern: string) => new RegExp(String.raw`(?<![\w/.=~$-])${pattern}(?![\w/=*~$-]|\.\w)`);

/** Of a command that is given with the name of one server the same with that of another one that is given, or a blank for it. */
function ofAnyHost(code: string, texts: string[]): RegExp | undefined {
  const isGiven = (name: string) => texts.some((text) => whole(RegExp.escape(name)).test(text));
  const parts = code.split(new RegExp(`(${BLANK.source}|(?<![\\w./-])${HOST}(?![\\w./-]))`, 'i'));
  const isOpen = (part: string, at: number) => at % 2 === 1 && (part.startsWith('<') || isGiven(part));
  if (parts.length === 1 || !/\w/.test(parts.filter((part, at) => !isOpen(part, at)).join('')))
    return undefined;
  return whole(parts.map((part, at) => (isOpen(part, at) ? HOST : RegExp.escape(part))).join(''));
}

/**
 * Code is held as whole words, so that no shorter path or command passes for it; only white space may differ, the sign before it
 * that waits for a command, and the server. Of several commands on one line each is held for itself.
 */
export function isCodeIn(code: string, sources: string[]): boolean {
  const texts = sources.flatMap(waysOf);
  const isHeld = (text: string): boolean => {
    const wanted = inOneWay(text);
    if (!/[\p{L}\p{N}]/u.test(wanted)) return true;
    if (COMMENT.test(wanted) && isCommentOf(wanted, texts)) return true;
    const patterns = [whole(RegExp.escape(wanted)), ofAnyHost(wanted, texts)];
    return patterns.some((pattern) => pattern && texts.some((given) => pattern.test(given)));
  };
  const bare = code.trim().replace(/^[$#] (?=\S)/, '');
  if (isHeld(code) || isHeld(bare)) return true;
  const several = bare.split(BETWEEN);
  return several.length > 1 && several.every(isHeld);
}

/** What may stand behind a command in a sentence, and behind "sudo" that is no command. */
const GOES_ON =
  /^(?:on|in|to|and|then|or|now|first|again|for|as|at|with|from|if|when|once|after|before|until|is|will|so|by|there|here|rights?|access|privileges?|permissions?|group|prompts?|commands?)\b/i;

/** Whether a line of words gives a command that nothing holds: after the sign that waits for one, by "sudo", or on its own. */
export function isMadeUpCommand(line: string, sources: string[]): boolean {
  const prompted = /^\s*\$ (.*)$/.exec(line)?.[1];
  if (prompted !== undefined) return !isCodeIn(prompted, sources);
  if (commandsIn(line).some((command) => !isCodeIn(command, sources))) return true;
  return [...line.replaceAll(/`[^`\n]*`/g, '').matchAll(/(?<![\w-])sudo (?=[\w/.-])[^|\n]{1,200}/g)].some(
    ([text]) => {
      const words = text
        .replace(/[.!?:;,)*]+(?=\s|$).*$/, '')
        .split(/\s+/)
        .filter(Boolean);
      let held = words.length;
      while (held > 1 && !isCodeIn(words.slice(0, held).join(' '), sources)) held -= 1;
      const next = words[held];
      return next !== undefined && !GOES_ON.test(next);
    },
  );
}
