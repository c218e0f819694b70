import {
  AFTER_NAME,
  BEGINNINGS,
  FORMATS,
  NAME,
  PROGRAMS,
  TASK,
  pattern,
  type Span,
  type Trust,
} from './secret-shapes.ts';
import { secretsInBlocks } from './secrets-in-blocks.ts';

type Value = Span & { isQuoted: boolean };

/** Characters that a value may have, and a line of a command. */
const LONGEST = 4_000;
const COMMAND = 600;

/** Replaces each secret in a text by a mark, and returns a function that restores them. */
export function withoutSecrets(text: string): { text: string; restored(answer: string): string } {
  const numbers = new Map<string, number>();
  const mark = (secret: string) => {
    const number = numbers.get(secret) ?? numbers.size + 1;
    numbers.set(secret, number);
    return `[secret ${number}]`;
  };
  let [sent, from] = ['', 0];
  for (const span of merged(secretsIn(text))) {
    sent += text.slice(from, span.from) + mark(text.slice(span.from, span.to));
    from = span.to;
  }
  const secrets = [...numbers.keys()];
  return {
    text: sent + text.slice(from),
    restored: (answer) =>
      answer.replace(/\[secret (\d{1,6})\]/g, (written, number) => secrets[Number(number) - 1] ?? written),
  };
}

const secretsIn = (text: string): Span[] => [
  ...FORMATS.flatMap((format) => [...text.matchAll(format)].map(spanOf)).filter(
    ({ from, to }) => !isPlaceholder(text.slice(from, to)),
  ),
  ...namedSecrets(text),
  ...BEGINNINGS.flatMap(({ before, trust }) =>
    [...text.matchAll(before)].flatMap(({ 0: found, index }) => likely(text, index + found.length, trust)),
  ),
  ...PROGRAMS.flatMap(({ program, secret }) => secretsOfProgram(text, program, secret)),
  ...secretsInBlocks(text, (from) => likely(text, from, 'alone')),
];

const spanOf = ({ 0: whole, 1: part, index }: RegExpMatchArray & { index: number }): Span => {
  const from = index + (part === undefined ? 0 : whole.lastIndexOf(part));
  return { from, to: from + (part ?? whole).length };
};

function merged(spans: Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to);
    else if (span.to > span.from) apart.push({ ...span });
  }
  return apart;
}

/** What a value behind a name may be in words: the words of a pass phrase. */
const PHRASE = /(?:[a-z]{2,12}[ -]){2,9}[a-z]{2,12}(?=[ \t"'`*.]{0,5}(?:$|\n))/y;

function namedSecrets(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(NAME)) {
    // A name inside a value is part of the secret.
    if (match.index < end) continue;
    const found = valueOfName(text, match);
    spans.push(...found);
    end = found.at(-1)?.to ?? end;
  }
  return spans;
}

function valueOfName(text: string, { 0: name, index, groups }: RegExpExecArray): Span[] {
  const before = text.slice(Math.max(0, index - 80), index).replace(/^[\s\S]*\n/, '');
  const end = index + name.length;
  for (const { after, trust, before: mustPrecede, isPassword } of AFTER_NAME) {
    if ((isPassword && !groups?.['password']) || (mustPrecede && !mustPrecede.test(before))) continue;
    after.lastIndex = end;
    const between = after.exec(text);
    if (!between) continue;
    const from = end + between[0].length;
    const isTask = (trust === 'alone' || trust === 'line') && TASK.test(before);
    const isWeakLine = trust === 'line' && between.groups?.['colon'] === undefined;
    const found = likely(text, from, isTask ? 'random' : trust, isWeakLine);
    if (found.length > 0) return found;
    PHRASE.lastIndex = from;
    const [phrase = ''] = /phrase|psk|shared|seed/i.test(name) ? (PHRASE.exec(text) ?? []) : [];
    if (phrase && !phrase.split(/[ -]/).some(isOrdinary)) return [{ from, to: from + phrase.length }];
  }
  return [];
}

/** A command continues after a backslash at the end of its line. */
function secretsOfProgram(text: string, program: RegExp, secret: RegExp): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const { index } of text.matchAll(program)) {
    // The same command names its program again.
    if (index < end) continue;
    const [command = ''] = /^(?:[^\n\\]|\\[\s\S])*/.exec(text.slice(index, index + COMMAND)) ?? [];
    end = index + command.length;
    for (const { 0: found, index: at } of command.matchAll(secret))
      spans.push(...likely(text, index + at + found.length, 'any'));
  }
  return spans;
}

/** The value at a place, if it is as likely a secret as `trust` requires. */
function likely(text: string, from: number, trust: Trust, isWeakLine = false): Span[] {
  const value = valueAt(text, from);
  const written = text.slice(value.from, value.to);
  if (written === '' || isPlaceholder(written)) return [];
  const rest = text.slice(value.to, value.to + 40);
  const isWord = !isOrdinary(value.isQuoted ? (written.split(' ')[0] ?? '') : written);
  const isSure = looksRandom(written);
  const fits: Record<Trust, () => boolean> = {
    any: () => isWord || isSure,
    alone: () => isSure || (isWord && (value.isQuoted || ALONE.test(rest))),
    random: () => isSure && !NAME_OF_THING.test(written),
    line: () =>
      !written.includes(' ') &&
      END_OF_LINE.test(rest) &&
      (isSure || (isWord && (!isWeakLine || value.isQuoted) && !rest.startsWith(':'))),
  };
  return fits[trust]() ? [{ from: value.from, to: value.to }] : [];
}

/** A host or an object: my-app-2. */
const NAME_OF_THING = /^[a-z][a-z\d]*(?:[-.][a-z\d]+)+$/;

const OPENING = /(?:\*\*|__|~~|["'`“„‘«]|\\["']|<[a-z][^<>\n]{0,100}>){0,6}/iy;
const CLOSING: Record<string, string> = { '“': '”', '„': '“”', '‘': '’', '«': '»' };
const RUN = /[^\s]{1,4000}/y;
/** The next value of a connection string or of a query, the next cell, the end of an element. */
const NEXT =
  /[;&,](?=[\w ]{1,30}[=:])|\|(?=[|\s]|$)|<\/?[a-z][^<>]{0,200}>?|\\[nrt"']|["'`](?=[,;)\]}\s]|$)/i;
const TRAILING = /[)\]}.,;:"'`*_>”’»\\|]+$/;

/** The text between quotation marks, or up to the next blank. */
function valueAt(text: string, start: number): Value {
  OPENING.lastIndex = start;
  const [opening = ''] = OPENING.exec(text) ?? [];
  const from = start + opening.length;
  const quote = /["'`“„‘«]$/.exec(opening)?.[0];
  const end = quote ? endOfQuotation(text, from, quote) : undefined;
  if (end !== undefined) return { from, to: end, isQuoted: true };
  RUN.lastIndex = from;
  const [run = ''] = RUN.exec(text) ?? [];
  const next = NEXT.exec(run)?.index ?? run.length;
  const cut = run.slice(0, next === 0 ? run.length : next).replace(TRAILING, '');
  return { from, to: from + cut.length, isQuoted: /\*\*$|`$/.test(opening) };
}

/** A quotation in a text that is itself quoted ends with an escaped sign. */
function endOfQuotation(text: string, from: number, quote: string): number | undefined {
  const closing = CLOSING[quote] ?? quote;
  const isEscaped = text[from - 2] === '\\';
  for (let at = from; at < Math.min(text.length, from + LONGEST); at++) {
    const sign = text[at] ?? '';
    if (sign === '\n') return undefined;
    if (sign === '\\' && closing.includes(text[at + 1] ?? '\n')) {
      if (isEscaped) return at;
      at += 1;
    } else if (closing.includes(sign)) return at;
  }
  return undefined;
}

const ALONE = /^[*_~"'`”“’»\\)\]}>.!]{0,8}[ \t]{0,10}(?:$|\r?\n|\\n|[|<(,;#–—/+&]|- |\/\/|and\b|und\b|\. )/;
const END_OF_LINE = /^[:*_~"'`”“’»\\)\]}>.,;]{0,8}[ \t]{0,10}(?:$|\r?\n|<)/;

/** Names of variables, places, addresses, masks and values that are none. */
const PLACEHOLDER = pattern(
  'i',
  String.raw`^(?:\$\{.*|\$\(.*|\$[A-Z_][A-Z0-9_]*|\$(?:env:)?[A-Za-z_]+|%\w+%|\{\{.*|<.*|\[.*|\*+|`,
  String.raw`x{3,}|\.{2,}|…|•+|-+|_+|#.*|https?:.*|(?:~|\.{0,2})\/[\w.-]*(?:\/[\w.-]*)+|`,
  String.raw`~?\/[\w.-]+\.\w+|[A-Z]:\\.*|(?:process\.env|os\.environ|var\.|local\.|secrets\.|vault:|`,
  String.raw`env:)\S*|[\w.]+\(.*|@\S*|&\w+|!\w+|\d{1,3}|REDACTED|CHANGE_?ME|YOUR[-_]\w+)$`,
);
const isPlaceholder = (value: string): boolean => value.length <= 200 && PLACEHOLDER.test(value);

/** Names of methods and products, which hold letters with digits. */
const KNOWN = pattern(
  'i',
  String.raw`^(?:sha-?\d+|md5|aes-?\d*(?:-\w+)?|rsa-?\d*|ed25519|base64|oauth-?[12](?:\.0)?|bcrypt|`,
  String.raw`argon2(?:id?)?|pbkdf2|utf-?8|jwt|v\d[\d.]*|\d+(?:[smhdwy]|min|ms|h|chars?)|1password|`,
  String.raw`2fa|mfa|totp|x509|[a-z]+:|keepass\w*|last ?pass|bitwarden|passbolt|vaultwarden|`,
  String.raw`openid\w*|ldaps?|\d{1,2}[+x])$`,
);

function looksRandom(value: string): boolean {
  if (value.length < 4 || value.includes(' ') || KNOWN.test(value)) return false;
  const hasLetter = /\p{L}/u.test(value);
  return (hasLetter && /\d|[!#$%^&*+=~?@\\]|\p{Ll}\p{Lu}/u.test(value)) || /^[\d\W_]{6,}$/.test(value);
}

/** Words that follow "password is" or "password:" in sentences. */
const ORDINARY = new Set(
  `a about above access account active after again ago all already also always an and any app are as ask at authentication
  auto automatic automatically based be because been before below both but by can cannot change check client code complexity
  contact could data database days default directory do does done each either email empty enough entry expires expiry field file
  fine flag for from generator get go good had has have here history hour hours how if in incorrect input invalid is it its just
  kept key keys kind known last ldap length less like link list local login logins long longer look mail manager mandatory may
  missing monthly more most must name near needs never new next no none not note null of off ok old on once one only open
  optional option or other our page per personal please policies policy portal private prompt public rather read required reset
  right ring rotate rules safe same screen secret see service set shall short should shown similar single so some store stores
  string such system team that the their them then there this those to token too true type undefined unique unknown until up use
  used user users valid value values vault very via was we weak weekly when where which who will with within without wrong yearly
  yes you your false frage im in siehe bei beim der die das den ist nicht liegt wird und oder keepass`.split(
    /\s+/,
  ),
);
const isOrdinary = (word: string): boolean => {
  const lower = word.toLowerCase().replace(/[^\p{L}]+$/u, '');
  return KNOWN.test(word) || ORDINARY.has(lower) || /^[a-z]{3,}(?:ed|ing|able|ible)$/.test(lower);
};
