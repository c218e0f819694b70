/**
 * The text of a file as spreadsheets write it: UTF-8, UTF-16 where it begins with its mark, else Windows-1252, in which every
 * byte is a sign (Excel's plain CSV in most of Europe and America). A file of UTF-8 in which some byte is broken would be
 * garbled letter by letter: it is told apart by its other letters, and refused.
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
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    if (!hasMark && whole < Math.max(1, broken)) return new TextDecoder('windows-1252').decode(bytes);
    const line = text.slice(0, text.indexOf('\ufffd')).split(/\r\n|\n|\r/).length;
    return {
      problem: `A letter on line ${line} is broken: its bytes are not UTF-8, as the rest of the file is`,
    };
  }
}
