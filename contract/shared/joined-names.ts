/**
 * Names are written with and without their joints: `web-01` and web01, `node.js` and nodejs, `ORA-01555` and ORA01555. Both are
 * compared without the joints, except those between digits: 10.1 is not 101.
 */
const JOINT = /(?<!\p{N})[-_.](?=[\p{L}\p{M}\p{N}])|(?<=\p{N})[-_.](?=\p{L})/gu;
/**
 * From the beginning of a word, so that a long run of letters is read once. Longer parts and more of them are no name; without a
 * limit, a regular expression runs out of its own stack.
 */
const NAME =
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]{1,100}(?:[-_.][\p{L}\p{M}\p{N}]{1,100}){1,100}(?![\p{L}\p{M}\p{N}])/gu;
/** More parts are a sentence, a version or a domain, of which only the host is a name. */
const MOST_PARTS = 4;
const LONGEST = 40;

/** A name without its joints; undefined if it has none. */
export function joinedName(name: string): string | undefined {
  const parts = name.split(/[-_.]/);
  const own = parts.length > MOST_PARTS ? name.replace(/\..*$/, '') : name;
  if (own.length > LONGEST || own.split(/[-_.]/).length > MOST_PARTS) return undefined;
  const joined = own.replace(JOINT, '');
  return joined === own ? undefined : joined;
}

/** The names of a text that have joints, with their places. */
export const namesIn = (text: string): { joined: string; index: number }[] =>
  [...text.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const joined = joinedName(name);
    return joined === undefined ? [] : [{ joined, index }];
  });

/** The names of a text without their joints, each once. */
export const joinedNames = (text: string): string[] => [
  ...new Set(namesIn(text).map(({ joined }) => joined)),
];
