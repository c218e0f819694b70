import { withoutPrompt, promptLanguage, STAMP } from './code/line-forms.ts';
import { commandLanguage } from './code/commands.ts';
import { contentWords, plain, sentencesOf, type Spoken, spokenIn } from './spoken.ts';
import { shortened } from './shortened.ts';
import { markdownHeadings } from './structure.ts';
import { isSectionName } from './entries.ts';
import { tidyTitle } from './tidy.ts';

/** Characters of a text that are looked at: what it is about is said early. */
const LOOKED_AT = 100_000;
const LONGEST_TITLE = 120;

const FAILURE =
  /\b(?:errors?|exception|fail(?:s|ed|ing|ure)?|cannot|can't|could not|couldn't|unable|denied|refused|timed? ?out|times out|down|unreachable|not (?:working|responding|reachable|found|start|mount|resolve)|does(?: not|n't)|won't|expire[sd]?|crash(?:es|ed)?|broken|missing|full|stopped|rejected|corrupt(?:ed)?)\b/i;

/** What a text is about: its own heading, the subject of a mail or ticket, what failed, or how it begins. '' where it says nothing. */
export function titleFor(markdown: string): string {
  const text = markdown.slice(0, LOOKED_AT);
  const title = found(text).find((candidate) => candidate) ?? '';
  // What a program said or was told stands as it is.
  if (typeof title !== 'string') return shortened(title.verbatim, LONGEST_TITLE);
  return tidyTitle(shortened(bare(title), LONGEST_TITLE));
}

/** In the order in which they are taken. */
function* found(text: string): Generator<string | { verbatim: string } | undefined> {
  const spoken = spokenIn(text);
  const [first] = spoken.paragraphs;
  const [heading] = markdownHeadings(text.split('\n'))
    .map(plain)
    .filter((name) => !isSectionName(name) && contentWords(name) > 0);
  if (first?.isHeading) yield heading === undefined ? undefined : first.text;
  yield spoken.topic;
  const sayings = spoken.paragraphs.filter(({ isHeading }) => !isHeading);
  const sentences = sayings.slice(0, 20).flatMap(({ text: said }) => sentencesOf(said)).filter((said) => contentWords(said) >= 2);
  yield lineOfItsOwn(text, spoken);
  yield sentences.slice(0, 1).find((sentence) => /^(?:how|what|why|where|when|which|who|can|could|does|do|is|are)\b[^?]*\?$/i.test(sentence));
  yield sentences.slice(0, 2).find((sentence) => FAILURE.test(sentence));
  yield verbatim(errorIn(spoken.code));
  // A few words with a colon only lead to something.
  yield sentences.find((sentence) => !sentence.endsWith(':') || contentWords(sentence) > 3);
  yield sentences[0];
  yield heading;
  yield spoken.paragraphs.find(({ text: said }) => contentWords(said) > 0)?.text;
  yield verbatim(nameOf(spoken.code));
  yield spoken.paragraphs[0]?.text;
  yield verbatim(rowsIn(text));
} // prettier-ignore

/** The names of the rows of a table, which say more than those of its columns. */
const rowsIn = (text: string): string =>
  [...text.matchAll(/^\| ([^|\n]*\S) \|/gm)].map(([, name = '']) => plain(name)).filter(Boolean).slice(1, 6).join(', '); // prettier-ignore

const verbatim = (said: string | undefined) => (said ? { verbatim: said } : undefined);

/** A first line that stands like a heading: short, without an end, and not the beginning of a sentence that goes on. */
function lineOfItsOwn(text: string, { paragraphs: [first] }: Spoken): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => line !== '');
  const [line = '', next = ''] = [lines[at], lines[at + 1]];
  if (!first || first.isListed || line.length > 90 || /[.!?:,;]$/.test(line) || !first.text.startsWith(plain(line))) return undefined;
  return contentWords(line) >= 2 && (next === '' || /^(?:\p{Lu}|[-*•#>`\d])/u.test(next) || line.length < 50) ? plain(line) : undefined;
} // prettier-ignore

/** What a program says went wrong, without when and where it said so. */
function errorIn(code: string[]): string | undefined {
  const error = code.find((line) => isError(line) && contentWords(line) >= 2)?.trim();
  return error
    ?.replace(STAMP, '')
    .replace(/^(?:Unhandled exception[.:]? |Exception in thread "[^"\n]{0,100}" |Caused by: )/, '')
    .replace(/^(?:[\w$]+\.)+(?=[\w$]+(?:Exception|Error))/, '')
    .replace(/^[\w.-]+ (?=[\w./@-]+(?:\[\d+\])?: )/, '')
    .replace(/^(?:[\w./@-]+\[\d+\]: |\w+-\w+ : )/, '')
    .replace(/^\[?(?:ERROR|FATAL|CRITICAL|CRIT|WARN(?:ING)?|INFO|emerg|error)\]?[: ]+/, '')
    .replace(/^\d+#\d+: (?:\*\d+ )?/, '')
    .replace(/^\*{2,} /, '');
}

/** Not the frames of a trace, the rows of a table or what was typed. */
const isError = (line: string): boolean =>
  (FAILURE.test(line) || /^[\w.$]+(?:Error|Exception): \S/.test(line)) &&
  !promptLanguage(line) && !/[;{}]$/.test(line.trim()) && !/\S {2,}\S/.test(line.trim()) && !/^\s*(?:at |(?:set|unset|config|edit) |\.\.\.|[|+]|Active:|Loaded:|Process:|Traceback|raise |File ")/.test(line); // prettier-ignore

/** What was run, or what a file is. */
function nameOf(code: string[]): string | undefined {
  const page = /<title>\s*([^<\n]{1,200}?)\s*<\/title>/i.exec(code.join('\n').slice(0, 20_000))?.[1];
  if (page) return page;
  const prompt = code.find((line) => promptLanguage(line) && withoutPrompt(line) !== '');
  if (prompt) {
    const [, host = '', device = ''] = /^\[?[\w.-]+@([\w.-]+)|^([A-Za-z][\w.-]*)(?:\([\w-]+\))?[#>]/.exec(prompt) ?? [];
    const place = host || device;
    return place ? `${withoutPrompt(prompt)} on ${place}` : withoutPrompt(prompt);
  }
  const named = (key: RegExp) => code.map((line) => key.exec(line)?.[1]).find(Boolean);
  const [kind, name] = [named(/^kind:\s*(\w+)/), named(/^\s*(?:"?name"?|Description|hostname)\s*[:=]\s*"?([^",]{2,80})/)];
  if (name) return [kind, name].filter(Boolean).join(' ');
  const said = code.filter((line) => !/^\s*(?:<[!?]|#|;|\/\/|--)/.test(line));
  const remark = code.map((line) => /^\s*(?:#+|;+|\/\/)\s*(\S.*)$/.exec(line)?.[1]).find((text = '') => contentWords(text) > 1);
  const section = named(/^config (\w[\w -]*?)(?: settings?)?$/);
  if (section) return `Settings of ${section}`;
  const first = said.find((line) => commandLanguage(line));
  return first ?? remark ?? [...said, ...code].find((line) => /[\p{L}]{3}/u.test(line))?.trim();
} // prettier-ignore

const bare = (title: string): string => title.replace(/^[\s\-–:•*>#]+/, '').trim();
