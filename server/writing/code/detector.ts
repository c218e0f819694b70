/** Lines that are code, from the first to before `to`. */
export type Region = { from: number; to: number; language: string };

/** Where the code ends that begins on a line; undefined where none begins. `isDocument` knows HTML that is meant to be shown. */
export type Detector = (
  lines: string[],
  from: number,
  isDocument?: (line: string) => boolean,
) => Omit<Region, 'from'> | undefined;

/** Where lines end that fit, from the first of them on; blank ones at their end are left out. */
export const runOf = (lines: string[], from: number, fits: (line: string, at: number) => boolean): number => {
  let at = from;
  while (at < lines.length && fits((lines[at] ?? '').slice(0, 1_000), at)) at++;
  while (at > from && lines[at - 1]?.trim() === '') at--;
  return at;
};
