import { posix } from 'node:path';

/** Maximum characters; they take at most 240 of the 255 bytes that file systems allow. */
const LONGEST_NAME = 60;
/** Device names reserved by Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i;

/** A file name that is valid on every system and cannot leave its folder. */
export function safeName(text: string): string {
  const plain = text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-');
  // Splits by characters, so that no character is cut in half.
  const name = Array.from(plain)
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/^[. -]+|[. -]+$/g, '');
  return name === '' || RESERVED.test(name) || isMachineFile(`${name}/`) ? `_${name}` : name;
}

/** The same, but keeps the extension, which determines the program that opens the file. */
export function safeFileName(name: string): string {
  const { name: stem, ext } = posix.parse(name);
  const safe = safeName(stem) + ext.replace(/[^.\w]/g, '').slice(0, 10);
  return isMachineFile(safe) ? `_${safe}` : safe;
}

/** Some systems treat names that differ only in case or accent encoding as the same. */
export const foldedPath = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase();

/** System files: resource forks of macOS and folder settings. */
export const isMachineFile = (name: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
