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

/** Gives the numbers of the entries `before` to what became of them in a text that was read anew: by title, else by place. */
export function keepNumbers<T extends { title: string }>(before: T[], after: T[]): void {
  const left = new Set(before);
  const follow = (entry: T, old: T | undefined) => {
    const isLeft = old !== undefined && left.delete(old);
    if (isLeft) successor(old, entry);
    return isLeft;
  };
  const ofTitle = ({ title }: T) => [...left].find((old) => old.title === title);
  const others = after.filter((entry) => !follow(entry, ofTitle(entry)));
  for (const entry of others) follow(entry, before[after.indexOf(entry)]);
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
