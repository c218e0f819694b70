import { getFileNameLowLevel, validateFileName, type Entry } from 'yauzl';
import iconv from 'iconv-lite';

/**
 * Decodes file names of a zip. A flag marks UTF-8 names. Other names use the unknown code page of the machine that made
 * the zip, and macOS writes UTF-8 without the flag.
 */

type NamedEntry = Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'extraFields'>;

const UTF8_FLAG = 0x800;
const UNICODE_PATH_FIELD = 0x7075;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Code pages, most widespread first: the first one wins a tie. `common`: lead bytes of everyday characters. Text read
 * in a wrong code page consists mostly of rare ones.
 */
const CODE_PAGES: { name: string; common?: [from: number, to: number] }[] = [
  { name: 'cp850' },
  { name: 'cp437' },
  { name: 'cp866' },
  { name: 'cp852' },
  { name: 'shift_jis', common: [0x82, 0x97] },
  { name: 'euc-kr', common: [0xb0, 0xc8] },
  { name: 'gbk', common: [0xb0, 0xd7] },
  { name: 'big5', common: [0xa4, 0xc6] },
  { name: 'windows-1252' },
  { name: 'windows-1251' },
];
type CodePage = (typeof CODE_PAGES)[number];

/** Number of names used to detect the code page. */
const SAMPLE = 500;

/**
 * Returns a function that decodes the names of these entries: with `/` between folders, relative to the top, normalised
 * to NFC, so that both encodings of `ü` are the same name.
 */
export function nameReaderFor(entries: NamedEntry[]): (entry: NamedEntry) => string {
  const unknown = entries.filter((entry) => !declaresEncoding(entry) && !asUtf8(entry.fileNameRaw));
  const codePage = codePageOf(unknown.slice(0, SAMPLE).map(({ fileNameRaw }) => fileNameRaw));
  return (entry) => {
    const name = declaresEncoding(entry)
      ? getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
      : (asUtf8(entry.fileNameRaw) ?? iconv.decode(entry.fileNameRaw, codePage));
    return name
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^\/+/, '')
      .replaceAll(/\/{2,}/g, '/');
  };
}

/** The reason why a name is refused (it leaves the zip), or null. */
export const faultOfName = (name: string): string | null => validateFileName(name);

const declaresEncoding = ({ generalPurposeBitFlag, extraFields }: NamedEntry): boolean =>
  (generalPurposeBitFlag & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH_FIELD);

function asUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The code page in which the names look most like words. */
function codePageOf(names: Buffer[]): string {
  const scored = CODE_PAGES.map((codePage) => {
    const scores = names.map((name) => likenessToWords(iconv.decode(name, codePage.name), codePage));
    return { name: codePage.name, score: scores.reduce((sum, score) => sum + score, 0) };
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).name;
}

/** Scripts whose letters occur together in words of one language. */
const SCRIPTS = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u,
  /\p{sc=Hangul}/u,
];
/** Characters that only appear when bytes are read in a wrong code page. */
const NOT_IN_NAMES = /[\ufffd\uff61-\uff9f\p{Cc}\p{Co}\p{Cn}\u2500-\u25ff]/u;

/**
 * Scores a reading: letters count for it, symbols against it. A letter that does not fit its neighbour (another script,
 * or a capital after a small letter) also counts against it. Two-byte characters count double, because other code pages
 * read them as two.
 */
function likenessToWords(name: string, codePage: CodePage): number {
  let score = 0;
  let before = '';
  for (const character of name) {
    const script = scriptOf(character);
    if (character > '\u007f') {
      const scriptBefore = scriptOf(before);
      const isClash = scriptBefore >= 0 && scriptBefore !== script;
      const isCapitalInside = /\p{Lu}/u.test(character) && /\p{Ll}/u.test(before);
      if (NOT_IN_NAMES.test(character)) score -= 5;
      else if (script < 0 || isClash || isCapitalInside) score -= 1;
      else score += (script > 1 ? 2 : 1) * (isCommon(character, codePage) ? 1 : 0.6);
    }
    before = character;
  }
  return score;
}

const scriptOf = (character: string): number => SCRIPTS.findIndex((letters) => letters.test(character));

/** For single-byte code pages: the letters of the larger European languages. */
function isCommon(character: string, { name, common }: CodePage): boolean {
  if (!common) return /[àâäåæçèéêëíîïñóôöøùúûüßœÀÄÅÆÉÑÖØÜа-яА-ЯёЁ]/u.test(character);
  const [lead = 0] = iconv.encode(character, name);
  return lead >= common[0] && lead <= common[1];
}
