/** The id of a heading from its words, as on GitHub, so that links written for it keep leading to the same place. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** The slug, or with the first number behind it that nothing before has taken: a second heading of the same words gets `-1`. */
export function freeSlug(slug: string, taken: Set<string>): string {
  if (!taken.has(slug)) return slug;
  let count = 1;
  while (taken.has(`${slug}-${count}`)) count += 1;
  return `${slug}-${count}`;
}
