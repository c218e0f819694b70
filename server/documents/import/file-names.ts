import { getFileNameLowLevel, validateFileName, type Entry } from 'yauzl';
import iconv from 'iconv-lite';

/**
 * Names of the files of a zip. A zip says of a name whether it is UTF-8; where it does not, the name is in whatever code
 * page the machine used that made the zip, and programs of the Mac write UTF-8 without saying so.
 */

type NamedEntry = Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'extraFields'>;

const UTF8_FLAG = 0x800;
const UNICODE_PATH_FIELD = 0x7075;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Code pages by how widespread they are: of two that fit equally well the first is taken. `common`: the first bytes of the
 * pairs that stand for everyday characters; a pair read in a wrong code page is mostly a rare one.
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

/** Names without a known encoding that are looked at to find their code page. */
const SAMPLE = 500;

/**
 * Returns a function that reads the names of these entries: with `/` between folders, from the top of the zip, composed
 * (NFC), so that an `ü` of one or of two characters is the same name.
 */
export function nameReaderFor(entries: NamedEntry[]): (entry: NamedEntry) => string {
  const unknown = entries.filter((entry) => !saysEncoding(entry) && !asUtf8(entry.fileNameRaw));
  const codePage = codePageOf(unknown.slice(0, SAMPLE).map(({ fileNameRaw }) => fileNameRaw));
  return (entry) => {
    const name = saysEncoding(entry)
      ? getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
      : (asUtf8(entry.fileNameRaw) ?? iconv.decode(entry.fileNameRaw, codePage));
    return name
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^\/+/, '')
      .replaceAll(/\/{2,}/g, '/');
  };
}

/** Why a name must not be used, or null: it leads out of the zip. */
export const faultOfName = (name: string): string | null => validateFileName(name);

/** What machines put beside people's files: resource forks of the Mac and settings of folders. */
export const isMachineFile = (name: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);

const saysEncoding = ({ generalPurposeBitFlag, extraFields }: NamedEntry): boolean =>
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

/** Scripts whose letters stand beside each other in words of one language. */
const SCRIPTS = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u,
  /\p{sc=Hangul}/u,
];
/** Characters that only come out of bytes read in a wrong code page. */
const NOT_IN_NAMES = /[\ufffd\uff61-\uff9f\p{Cc}\p{Co}\p{Cn}\u2500-\u25ff]/u;

/**
 * Letters count for the reading, symbols against it, and so does a letter that fits none beside it: of another script, or
 * a capital amid small letters. Characters of two bytes count double, as those bytes would in another code page.
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

/** Of letters of one byte, those of the larger languages of Europe. */
function isCommon(character: string, { name, common }: CodePage): boolean {
  if (!common) return /[àâäåæçèéêëíîïñóôöøùúûüßœÀÄÅÆÉÑÖØÜа-яА-ЯёЁ]/u.test(character);
  const [lead = 0] = iconv.encode(character, name);
  return lead >= common[0] && lead <= common[1];
}
