const FENCE = /^(?:\s{0,12}(?:[-*+]|\d{1,3}[.)])[ \t]+)? {0,12}(`{3,}|~{3,})([^\n]*)$/;

/**
 * For each line, whether it stands in a block of code, or opens or closes one. Other than for headings, blocks count that stand
 * under an entry of a list, as far in as its number is wide.
 */
export function fencedLines(lines: string[]): boolean[] {
  let open = '';
  return lines.map((line) => {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    if (open) {
      if (mark.startsWith(open) && info.trim() === '') open = '';
      return true;
    }
    if (mark && (mark.startsWith('~') || !info.includes('`'))) open = mark;
    return open !== '';
  });
}
