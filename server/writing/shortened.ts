/** At most so many characters, cut between two words. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  // Not in the middle of a character of two units.
  const cut = text.slice(0, max - 1).replace(/\p{Surrogate}$/u, '');
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
