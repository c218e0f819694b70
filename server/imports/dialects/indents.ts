/** Columns that a beginning of a line takes. */
const columns = (text: string): number => text.replaceAll('\t', '    ').length;

export const indentOf = (line: string): number => columns(/^[ \t]*/.exec(line)?.[0] ?? '');

export function withoutIndent(line: string, most: number): string {
  let [width, at] = [0, 0];
  for (; width < most && /[ \t]/.test(line.charAt(at)); at++) width += line.charAt(at) === '\t' ? 4 : 1;
  return line.slice(at);
}

export function withoutOuterBlanks(lines: string[]): string[] {
  const isText = (line: string) => line.trim() !== '';
  return lines.slice(Math.max(lines.findIndex(isText), 0), lines.findLastIndex(isText) + 1);
}
