/** Items of a form have only their position, which changes, so each gets an id for this screen. */
const numbers = new WeakMap<object, number>();
let last = 0;

export function numberOf(entry: object): number {
  const number = numbers.get(entry) ?? ++last;
  numbers.set(entry, number);
  return number;
}

/** `next` is the new state of `entry`. */
export function successor<T extends object>(entry: object, next: T): T {
  numbers.set(next, numberOf(entry));
  return next;
}

/** The content of an item, without outer whitespace, which parsing drops, and without its number. */
const wordsOf = (entry: object): string =>
  JSON.stringify(entry, (key, value: unknown) =>
    key === 'number' ? undefined : typeof value === 'string' ? value.trim() : value,
  );

/**
 * Assigns the ids of the items `before` to the items of a newly parsed text: by equal content, else by title, else by
 * unique remaining content, else by position.
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

/** The list with the item of this id changed; undefined when it no longer exists. */
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
