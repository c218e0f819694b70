/** Maximum words of a text that are looked up as a name, host or address. */
const WORDS = 5_000;
/** Maximum words stored per text. */
const NOTED = 300;

/** A word of up to 255 characters. In a longer one, a regular expression without a limit runs out of its own stack. */
const WORD =
  /(?<![@\p{L}\p{N}._-])[\p{L}\p{N}][\p{L}\p{N}._:-]{0,253}[\p{L}\p{N}](?![@\p{L}\p{N}])(\/\d+)?/gu;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** A dotted name, or letters and digits as in `mel-db-01`; excludes bare checksums and ids. */
const MACHINE = /^(?=.*\p{L})(?:[^.:]+(?:\.[^.:]+){2,}|(?=.*\d)[^.:]{3,63})$/u;
const CHECKSUM = /^(?=.{12})[\da-f-]+$/;

/** Every word of a text that could name a server, in lower case. Excludes networks such as 10.0.0.0/8 and e-mail addresses. */
export function possibleNames(text: string): string[] {
  const words = new Set<string>();
  for (const [whole, mask] of text.toLowerCase().matchAll(WORD)) {
    const word = mask ? whole.slice(0, -mask.length) : whole;
    if (mask && IPV4.test(word)) continue;
    words.add(word);
    const withoutPort = word.replace(/:\d{1,5}$/, '');
    if (!withoutPort.includes(':')) words.add(withoutPort);
    if (words.size >= WORDS) break;
  }
  return [...words].slice(0, WORDS);
}

/** Words that look like server names rather than language; stored when a text is saved. */
export const machineWords = (text: string): string[] =>
  possibleNames(text)
    .filter((word) => IPV4.test(word) || (MACHINE.test(word) && !CHECKSUM.test(word)))
    .slice(0, NOTED);
