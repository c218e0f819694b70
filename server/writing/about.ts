import { parse } from '../text/markdown/parse.ts';
import { plainText, readText } from '../text/markdown/reader-text.ts';
import { SCRIPT } from './code-blocks.ts';
import { contentWordsIn, withoutPrompt } from './line-kinds.ts';
import { isSectionName, STEP_NUMBER } from './section-names.ts';
import { frontMatterLength } from './structure.ts';
import { tidyText, tidyTitle } from './tidy.ts';

/** Extracts title and summary of a text, using only its own words. */

/** Characters that are read: the subject of a text comes early. */
const READ = 20_000;
const LONGEST_TITLE = 120;
const LONGEST_SUMMARY = 300;

/** Shortens to a maximum of characters, between two words. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  // Does not split a surrogate pair.
  const cut = text.slice(0, max - 1).replace(/\p{Surrogate}$/u, '');
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** The subject of a mail or ticket, else the first meaningful heading or sentence, else the first line. */
export function titleOf(text: string): string {
  const { subject, statements } = proseOf(text);
  const isName = ({ text: words, kind }: Statement) =>
    contentWordsIn(words) > (kind === 'heading' && !words.endsWith('?') ? 0 : 1);
  const found = statements.find((one) => one.kind !== 'field' && isName(one)) ?? statements.find(isName);
  const name = subject ?? sentencesOf(found?.text ?? '')[0];
  if (name !== undefined) return tidyTitle(shortened(name, LONGEST_TITLE));
  // Program output and commands stay unchanged.
  const lines = readText(text.slice(0, READ)).text.split('\n');
  const error = lines.find((line) => /error|exception|failed|fatal|unable|cannot/i.test(line));
  const first = lines.find((one) => /\p{L}/u.test(one) && !SCRIPT.test(one));
  const line = withoutTime(withoutPrompt(error ?? first ?? ''));
  return shortened(
    line.replace(/^[#;|\s]+|^\[?(?:ERROR|FATAL|WARN|CRITICAL)\]?[:\s]+/, '').trim(),
    LONGEST_TITLE,
  );
}

/** The one or two sentences that share most words with the rest; '' without sentences. */
export function summaryOf(text: string): string {
  const { subject, statements } = proseOf(text);
  const sentencesIn = (kinds: Statement['kind'][]) =>
    statements.filter(({ kind }) => kinds.includes(kind)).flatMap((statement) => sentencesOf(statement.text));
  const [running, all] = [sentencesIn(['paragraph', 'field']), sentencesIn(['paragraph', 'field', 'entry'])];
  const isWhole = (sentence: string) => /[.!?]$/.test(sentence) && contentWordsIn(sentence) > 1;
  const isClosed = (sentence: string) => /[^:,]$/.test(sentence) && contentWordsIn(sentence) > 1;
  const choices = [
    running.filter(isWhole),
    running.filter(isClosed),
    all.filter(isWhole),
    all,
    subject ? [subject] : [],
  ];
  const sentences = choices.find(({ length }) => length > 0) ?? [];

  const counts = new Map<string, number>();
  const wordsOf = (sentence: string) => sentence.toLowerCase().match(/[\p{L}\p{N}-]{4,}/gu) ?? [];
  for (const word of sentences.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = sentences.map((sentence, place) => {
    const words = wordsOf(sentence);
    const weight = words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
    // The first sentence usually matters most.
    return { sentence, place, rank: (weight / Math.sqrt(words.length + 1)) * (place === 0 ? 2 : 1) };
  });
  const best = ranked.toSorted((a, b) => b.rank - a.rank).slice(0, 2);
  const both = best.toSorted((a, b) => a.place - b.place).map(({ sentence }) => tidyText(sentence));
  const whole = both.join(' ');
  return whole.length <= LONGEST_SUMMARY
    ? whole
    : shortened(tidyText(best[0]?.sentence ?? ''), LONGEST_SUMMARY);
}

/** A stop below a number or before one may belong to a word: `im 2. Stock`, `ca. 50`. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])(?<![\s(]\d{1,2}\.)(?:\s+(?=[\p{Lu}"'(])|(?<![\s(]\p{L}{1,3}\.)\s+(?=\d))/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** A field is one of several lines with a name and a value. */
type Statement = { text: string; kind: 'heading' | 'paragraph' | 'entry' | 'field' };

/** The prose of a document: without code, tables and introductions. */
function proseOf(document: string): { subject: string | undefined; statements: Statement[] } {
  const lines = document.slice(0, READ).split('\n');
  const front = lines.splice(0, frontMatterLength(lines));
  let subject = front
    .find((line) => line.startsWith('title:'))
    ?.slice('title:'.length)
    .trim();
  const statements: Statement[] = [];
  let [isMail, isSigned] = [false, false];
  for (const block of parse(lines.join('\n')).blocks) {
    if (block.kind !== 'heading' && block.kind !== 'paragraph') continue;
    const kind = block.kind === 'paragraph' && block.lists > 0 ? 'entry' : block.kind;
    const parts = partsOf(block.text).map(plainText);
    const hasFields = parts.filter((part) => FIELD.test(part)).length >= FEWEST_FIELDS;
    for (const [n, text] of parts.entries()) {
      // Below the end of a mail stands its signature, and chats name the speaker above the time.
      if (HEAD.test(text)) [isMail, isSigned] = [true, false];
      else if (FAREWELL.test(text)) isSigned = isMail;
      if ((isSigned && !SUBJECT.test(text)) || ONLY_TIME.test(parts[n + 1] ?? '')) continue;
      const named = SUBJECT.test(text) ? text.replace(SUBJECT, '').replace(FORWARDED, '') : '';
      if (contentWordsIn(named) > 0) subject ??= named;
      else if (kind === 'heading') statements.push({ text: nameOf(text), kind });
      else {
        const own = ownWords(text);
        statements.push({ text: own, kind: hasFields && FIELD.test(own) ? 'field' : kind });
      }
    }
  }
  return { subject, statements: statements.filter(({ text }) => text !== '') };
}

/** Splits a paragraph at hard line breaks and mail fields. */
function partsOf(paragraph: string): string[] {
  const parts: string[] = [];
  let isOpen = false;
  for (const line of paragraph.split('\n')) {
    if (isOpen) parts.push(`${parts.pop() ?? ''}\n${line}`);
    else parts.push(line);
    isOpen =
      !/(?: {2}|\\)$/.test(line) && !/^\*\*[^*]+\*\*$/.test(line) && !HEAD.test(line) && !SUBJECT.test(line);
  }
  return parts;
}

const nameOf = (heading: string): string => (isSectionName(heading) ? '' : heading.replace(STEP, ''));
const STEP = new RegExp(String.raw`${STEP_NUMBER}\s*[:.–-]\s*`, 'i');

const DAY = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|Yesterday|Today)[T, ]{0,2}`;
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?Z?(?: ?[AP]M)?`;
const TIME = new RegExp(String.raw`^[[(]?(?:${DAY})?(?:${CLOCK})?[\])]?[\s,–-]+(?=\S)`);
/** Behind the name of a speaker. */
const LAST_TIME = new RegExp(String.raw`(?<=^.{1,40})(?: [—–-])? (?:${DAY}(?:at )?)?${CLOCK}$`);
const ONLY_TIME = new RegExp(String.raw`^[[(]?(?:${DAY})?${CLOCK}[\])]?$`);
/** The author's name before or alone above a message. */
const SPEAKER = /^\p{Lu}[\p{L}.'’-]{0,30}(?:,? \p{Lu}[\p{L}.'’-]{0,30}){0,3}(?: \([^()]{1,30}\))?(?::\s+|$)/u;
const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon)|morning|hallo|guten (?:tag|morgen)|liebe[rs]?)\b[^,.!?:;]{0,40}(?:[,.!:]|$)\s*/i;
const FAREWELL =
  /^(?:(?:kind|best|warm)? ?regards|(?:many )?thanks?(?: you)?|cheers|(?:viele|beste) grüßen?|mfg)\b[^.!?:]{0,30}[,.!]?$/i;
/** As forms, events and programs print what they know. */
const FIELD = /^\p{Lu}[\p{L} ()/-]{0,30}:(?:\s|$)/u;
const FEWEST_FIELDS = 3;
/** Header lines of a mail; one field contains the subject. */
const HEAD = /^(?:from|to|cc|bcc|sent|date|von|an|gesendet|datum|de|à|envoyé)\s?:/i;
const SUBJECT =
  /^(?:subject|title|summary|short description|betreff|thema|objet|asunto|oggetto|onderwerp)\s?:\s*(?=\S)/i;
/** Prefixes that mail programs add to subjects. */
const FORWARDED =
  /^(?:\s*(?:(?:re|fwd?|aw|wg|sv|tr)(?:\[\d{1,3}\])?\s*:|\[(?:ext|external|extern|spam)\])){1,20}\s*/i;

/** Removes the time from the start of a line. */
const withoutTime = (line: string): string =>
  /\d:\d\d|day/.test(line.slice(0, 40)) ? line.replace(TIME, '').replace(LAST_TIME, '') : line;

/** A statement without its time, speaker, greeting and the name of its field; '' where nothing is left. */
function ownWords(statement: string): string {
  if (HEAD.test(statement) || SUBJECT.test(statement) || FAREWELL.test(statement)) return '';
  const text = withoutTime(statement);
  const message = (text === statement ? text : text.replace(SPEAKER, '')).replace(GREETING, '');
  const colon = message.slice(0, 40).indexOf(':');
  const own = colon > 0 && isSectionName(message.slice(0, colon)) ? message.slice(colon + 1).trim() : message;
  return isSectionName(own) || !/\p{L}/u.test(own) ? '' : own;
}
