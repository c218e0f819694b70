/**
 * The text of a file as spreadsheets write it: UTF-8, UTF-16 where it begins with its mark, else Windows-1252, in which every
 * byte is a sign (Excel's plain CSV in most of Europe and America), or Mac Roman, whose files end lines with a carriage return
 * alone. A file of UTF-8 in which some byte is broken would be garbled letter by letter: it is told apart by its other
 * letters, and refused.
 */
export function decodeCsv(bytes: Uint8Array): string | { problem: string } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const broken = text.match(/\ufffd/g)?.length ?? 0;
    const whole = (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - broken;
    if (broken === 1 && whole === 0 && text.endsWith('\ufffd') && isCut(bytes))
      return { problem: `The file ends amid a letter on line ${lineOf(text)}: a part of it is missing` };
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const isOfMac = bytes.includes(0x0d) && !bytes.includes(0x0a);
    if (!hasMark && whole < Math.max(1, broken))
      return new TextDecoder(isOfMac ? 'macintosh' : 'windows-1252').decode(bytes);
    return {
      problem: `A letter on line ${lineOf(text)} is broken: its bytes are not UTF-8, as the rest of the file is`,
    };
  }
}

/** Of the first broken letter. */
const lineOf = (text: string): number => text.slice(0, text.indexOf('\ufffd')).split(/\r\n|\n|\r/).length;

/**
 * Whether the broken letter at the end of a file is the beginning of one in UTF-8: two bytes of it, or one that is one of
 * Â Ã Ä Å in Windows-1252, with which no file ends; all letters of two bytes in Western Europe begin so.
 */
function isCut(bytes: Uint8Array): boolean {
  const [before = 0, last = 0] = bytes.slice(-2);
  return (last >= 0xc2 && last <= 0xc5) || (last < 0xc0 && before >= 0x80);
}
