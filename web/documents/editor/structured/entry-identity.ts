/** Entries of a form have nothing but their place to tell them by, and that changes: so each gets a number on this screen. */
const numbers = new WeakMap<object, number>();
let last = 0;

export function numberOf(entry: object): number {
  const number = numbers.get(entry) ?? ++last;
  numbers.set(entry, number);
  return number;
}

/** `next` is what became of `entry`. */
export function successor<T extends object>(entry: object, next: T): T {
  numbers.set(next, numberOf(entry));
  return next;
}

/** All that an entry says, but for the space around it, which is lost where a text is read, and the number that it is written with. */
const wordsOf = (entry: object): string =>
  JSON.stringify(entry, (key, value: unknown) =>
    key === 'number' ? undefined : typeof value === 'string' ? value.trim() : value,
  );

/**
 * Gives the numbers of the entries `before` to what became of them in a text that was read anew: by all that they say, else
 * by title, else by the rest where no other says the same, else by place.
 */
export function keepNumbers<T extends { title: string }>(before: T[], after: T[]): void {
  const words = new Map([...before, ...after].map((entry) => [entry, wordsOf(entry)]));
  const rest = new Map([...before, ...after].map((entry) => [entry, wordsOf({ ...entry, title: '' })]));
  const left = new Set(before);
  let open = after;
  const follow = (find: (entry: T) => T | undefined) => {
    open = open.filter((entry) => {
      const old = find(entry);
      if (old === undefined || !left.delete(old)) return true;
      successor(old, entry);
      return false;
    });
  };
  follow((entry) => [...left].find((old) => words.get(old) === words.get(entry)));
  follow(({ title }) => [...left].find((old) => title.trim() && old.title.trim() === title.trim()));
  follow((entry) => {
    const [old, another] = [...left].filter((one) => rest.get(one) === rest.get(entry));
    return another ? undefined : old;
  });
  follow((entry) => before[after.indexOf(entry)]);
}

/** The list with the entry of that number changed; undefined when it is there no longer. */
export function withChanged<T extends object>(
  list: T[],
  number: number,
  recipe: (entry: T) => T,
): T[] | undefined {
  const index = list.findIndex((entry) => numberOf(entry) === number);
  return index < 0
    ? undefined
    : list.map((entry, at) => (at === index ? successor(entry, recipe(entry)) : entry));
}

export const withoutNumber = <T extends object>(list: T[], number: number): T[] =>
  list.filter((entry) => numberOf(entry) !== number);
