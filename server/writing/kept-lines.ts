import { contentWords } from './spoken.ts';
import { isEntry } from './code/line-forms.ts';
import { isField, isHeading } from './entries.ts';

/** Where a line ends in a paragraph: at the margin of its page, or where its writer ended it. */

/** Letters of a line that an editor may have broken at its margin. */
const MARGIN = 55;
/** Prose that was broken at a margin has lines of like length. */
const LIKE = 0.7;

const ORDER =
  /^(?:add|activate|allow|apply|assign|attach|boot|change|check|choose|clear|click|close|configure|confirm|connect|copy|create|delete|deploy|disable|disconnect|download|drain|edit|eject|enable|ensure|enter|execute|expand|export|find|go to|import|insert|install|join|launch|log (?:on|in|off|out)|make sure|migrate|mount|move|navigate|open|paste|plug|power (?:on|off)|press|promote|provide|reboot|reload|remove|rename|repeat|replace|reset|restart|restore|right[- ]click|roll back|run|save|scroll|select|set|shut down|sign (?:in|out|on)|start|stop|swap|switch|test|turn (?:on|off)|type|uninstall|unplug|update|upgrade|verify|wait)\b/i;

/** Runs of lines between blank ones, of which none is a heading, an entry, a table or code. */
function* runsOf(lines: string[], isCode: boolean[]): Generator<[number, number]> {
  const isProse = (line: string, n: number) =>
    !isCode[n] &&
    line.trim() !== '' &&
    !/^(?:\s|[#>|]|```|~~~|<|!\[|\[[^\]\n]{1,200}\]:|[-=_*+]{3,}\s*$)/.test(line) &&
    !isEntry(line) &&
    !isHeading(line);
  for (let from = 0; from < lines.length; from++) {
    let to = from;
    while (to < lines.length && isProse(lines[to] ?? '', to)) to++;
    if (to > from + 1) yield [from, to];
    from = Math.max(from, to);
  }
}

/** Ended at a margin: nearly all lines but the last are long and alike, or the next goes on in small letters. */
function isWrapped(run: string[]): boolean {
  const lengths = run.slice(0, -1).map(({ length }) => length);
  const longest = Math.max(...lengths);
  const alike = lengths.filter((length) => length >= MARGIN && length >= longest * LIKE).length;
  return longest >= MARGIN && alike * 4 >= lengths.length * 3;
}

/**
 * Lines that end where their writer ended them keep their end: orders become the entries of a list, other short lines get a
 * hard break. Lines of prose that was broken at a margin stay as they are.
 */
export function withLinesKept(lines: string[], isCode: boolean[]): string[] {
  const out = [...lines];
  for (const [from, to] of runsOf(lines, isCode)) {
    const run = lines.slice(from, to);
    if (isWrapped(run) || run.some((line) => /(?: {2}|\\)$/.test(line))) continue;
    const steps = lines.slice(from, to).findIndex((line) => isOrder(line));
    const areSteps = steps >= 0 && to - from - steps >= 2 && run.slice(steps).every(isOrder);
    for (let at = from; at < to; at++) {
      const line = lines[at] ?? '';
      if (areSteps && at >= from + steps) out[at] = `- ${line}`;
      else if (at + 1 < to && !(areSteps && at + 1 === from + steps) && !goesOn(line, lines[at + 1] ?? ''))
        out[at] = `${line}  `;
    }
  }
  return out;
}

const isOrder = (line: string): boolean =>
  ORDER.test(line) && line.length <= 120 && !isField(line) && contentWords(line) > 0;

/** The middle of a sentence. */
const goesOn = (line: string, next: string): boolean =>
  line.length >= MARGIN && /[\p{L}\p{N},]$/u.test(line) && /^\p{Ll}/u.test(next);
