/** One short line for a screen, without characters that change how it looks. */
export function oneLine(text: string, length: number): string {
  const line = text.replaceAll(/[^\P{C}]+|\s+/gu, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
