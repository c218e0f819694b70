/** What is found out about a whole text once, however often its lines ask. */
export function onceFor<T>(find: (lines: string[]) => T): (lines: string[]) => T {
  const known = new WeakMap<string[], { found: T }>();
  return (lines) => {
    const kept = known.get(lines) ?? { found: find(lines) };
    known.set(lines, kept);
    return kept.found;
  };
}
