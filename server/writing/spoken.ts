import { fencedLines } from './code/fences.ts';
import { messageIn, STAMP } from './code/line-forms.ts';
import { saidWords } from './code/commands.ts';
import { asEntry, isField, isSectionName } from './entries.ts';
import { plainText } from '../text/reader-text.ts';

/** What a text says in sentences: no code, heads of mails, fields, greetings, names and times. */

/** Characters of one line: taking markup off takes square time where it is never closed. */
const READ_AT_ONCE = 1_000;

const GREETING =
  /^(?:(?:hi|hello|hey|dear|hallo|good (?:morning|afternoon|evening|day)|g'?day|greetings|morning|afternoon|evening|fyi)\b(?: (?:all|team|everyone|everybody|both|folks|guys|there|again|support|helpdesk|[A-Z][\w'-]*(?:\s(?:and|&)\s[A-Z][\w'-]*|\s[A-Z][\w'-]*)?))?(?:[ \t]*[,.!–:-]+|$)[ \t]*)/i;
const FAREWELL =
  /^(?:(?:kind|best|warm|many)? ?(?:regards|wishes)|thanks?(?: you)?(?: (?:in advance|a lot|so much|all|team|again|[A-Z]\w*))?|many thanks|cheers|sincerely|yours|mfg|sent from my .*|br|rgds)[,.! ]*$/i;
/** What shells and consoles say before anybody typed. */
const BANNER =
  /^(?:Windows PowerShell|PowerShell \d[\d.]*|Microsoft Windows \[Version .*|(?:\(c\)|Copyright \(C\)) .*|Install the latest PowerShell .*|Last login: .*|Loading personal and system profiles took .*)$/i;
const HEAD =
  /^(?:from|to|cc|bcc|sent|date|received|reply-to|importance|attachments?|von|an|gesendet|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|件名|de|à|envoyé|para|da|subject|when|where|organi[sz]er|required)\s*[:：]/iu;
/** Fields of a ticket whose value is what it is about. */
const TOPIC =
  /^(?:subject|title|summary|short description|issue summary|incident title|topic|betreff|thema|titel|objet|sujet|titre|asunto|oggetto|assunto|onderwerp|ämne|emne|件名|主题|headline)\s*[:：]\s*(\S.*)$/iu;
/** Fields that say it when nothing else does; their name is left out. */
const LABEL =
  /^(?:description|problem|problem description|issue|symptoms?|error|error message|impact|cause|root cause|details|question|request|purpose|goal|objective|scope|fix|solution|resolution|workaround|steps? \d{1,3}|step \d{1,3}|note|update|(?:work|close|resolution|additional) (?:notes?|comments)|fyi|tl;dr)[ \t]*[:–-][ \t]*(?=\S)/i;
/** Who wrote, with when, as chats put it above a message. */
const BY_LINE =
  /^\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,3},?\s+(?:\(?(?:[Tt]oday|[Yy]esterday)\b.*|[[(]?\d{1,2}[:/]\d\d\S*(?: ?[AP]M)?[\])]?|wrote:?)$/u;
/** The same with its time in brackets before the name. */
const BRACKETED_BY =
  /^\[[^\]\n]{0,40}\d{1,2}:\d\d[^\]\n]{0,12}\]\s+\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,3}:?$/u;
const QUOTED =
  /^(?:on .{3,200} wrote:|-{2,} ?(?:original message|forwarded message|begin forwarded).*|_{5,}|-{2,}|={2,}|\*{3,})$/i;

const withoutMark = (line: string): string =>
  asEntry(line).replace(/^\s*(?:(?:>\s?)+|#{1,6}\s+)?(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:\[[ x]\]\s+)?/, '');

export const plain = (line: string): string => plainText(line.slice(0, READ_AT_ONCE));

export type Spoken = {
  /** The value of the field that names what it is about; '' where there is none. */
  topic: string;
  /** Paragraphs, each with the lines of it, in plain words; lines of lists are paragraphs of their own. */
  paragraphs: { text: string; isListed: boolean; isHeading: boolean }[];
  code: string[];
};

/** Of a text whose code is marked. */
export function spokenIn(markdown: string): Spoken {
  const lines = markdown.split('\n');
  const isCode = fencedLines(lines);
  const spoken: Spoken = { topic: '', paragraphs: [], code: lines.filter((line, n) => isCode[n] && !/^\s*(?:```|~~~)/.test(line)) };
  let open: Spoken['paragraphs'][number] | undefined;
  const fields = lines.map((line) => isField(withoutMark(line)));
  const areMany = fields.filter(Boolean).length > 2;
  for (const [n, full] of lines.entries()) {
    // A table shows and says nothing.
    if (!isCode[n] && /^\|.*\|$/.test(full)) {
      open = undefined;
      continue;
    }
    const line = plain(withoutMark(full));
    const isHeading = !isCode[n] && /^#{1,6}\s/.test(full);
    const isListed = /^\s*(?:[-*+]|\d{1,3}[.)])\s|^\s*\|/.test(asEntry(full).slice(0, 200)) || /^step \d/i.test(line);
    const topic = isCode[n] ? undefined : topicOf(TOPIC.exec(line)?.[1] ?? '');
    if (topic && !spoken.topic) spoken.topic = topic;
    const value = line.replace(/^[^:]*:/, '');
    const isShort = areMany && contentWords(value) < 5 && saidWords(value) === 0;
    const isFact = fields[n] && (fields[n - 1] || fields[n + 1] || isShort) && !LABEL.test(line);
    const said = isCode[n] || isFact || isPicture(full) || isBy(line, lines[n + 1]) ? '' : sayingOf(line);
    if (said === '' || isHeading || isListed) open = undefined;
    if (said === '') continue;
    const isApart = open && /^[^.!?]{1,50}$/.test(lines[n - 1] ?? '') && /^[\p{Lu}\d]/u.test(said);
    if (open && !isHeading && !isListed && !isApart) open.text += ` ${said}`;
    else spoken.paragraphs.push((open = { text: said, isListed, isHeading }));
    if (isHeading || STAMP.test(line)) open = undefined;
  }
  return spoken;
} // prettier-ignore

/** A name above a line that is only a time. */
const isBy = (line: string, next = ''): boolean =>
  /^\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,3}$/u.test(line) &&
  /\d:\d\d/.test(next) &&
  next.trim().replace(STAMP, '') === '';

const isPicture = (line: string): boolean => /^\s*(?:!\[|<!--)/.test(line);

/** A subject without what mail puts before it; '' where nothing but the number of a ticket is left. */
const topicOf = (subject: string): string => {
  const topic = subject.replace(/^(?:\s*(?:(?:re|fwd?|aw|wg|sv|vs|antw|tr|rv|rif|res|enc|ynt)(?:\[\d+\])?\s*:|\[(?:ext|external|extern|spam|caution)[^\]]{0,20}\]))+\s*/i, '').trim();
  return contentWords(topic) > 0 ? topic : '';
}; // prettier-ignore

/** A line without the time, the speaker, the greeting and the name of its field; '' where nothing is said by it. */
function sayingOf(line: string): string {
  if (BANNER.test(line) || BRACKETED_BY.test(line) || HEAD.test(line) || TOPIC.test(line) || QUOTED.test(line) || FAREWELL.test(line) || BY_LINE.test(line)) return '';
  const [stamp = ''] = STAMP.exec(line) ?? [];
  const isStamped = /\d:\d\d|\d[-/.]\d/.test(stamp) || stamp.startsWith('[');
  const message = messageIn(line) ?? (isStamped ? line.slice(stamp.length) : line);
  const said = message.replace(LABEL, '').replace(GREETING, '').trim();
  if (said === '' || FAREWELL.test(said) || isSectionName(said)) return '';
  // A name alone under a stamp is who wrote.
  return isStamped && /^\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+){0,2}(?: \([^()]*\))?:?$/u.test(said) ? '' : said;
} // prettier-ignore

/** Words that say what something is about. */
export const contentWords = (text: string): number =>
  text.split(/\s+/).filter((word) => {
    const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const isTicket = /^(?:[A-Z]{2,6}[-#]?\d{3,}|#?\d+)$/.test(bare);
    return bare.length > 2 && !isTicket && (saidWords(bare) === 0 || /^fail(?:s|ed)$/i.test(bare)) && !/^(?:ticket|incident|case|request|please|help|urgent)$/i.test(bare);
  }).length; // prettier-ignore

export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'(])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
