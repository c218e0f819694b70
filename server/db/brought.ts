/** A row created by an import. A different `digest` means that somebody changed it since. */
export type Brought = { id: string; digest: string };

type Kind<Row> = {
  lock(id: string): Promise<Row | undefined>;
  digestOf(row: Row): string;
  remove(id: string): Promise<void>;
};

/**
 * Removes rows that an import created. Keeps those changed since, unless `includeChanged`. Returns the ids that need no
 * further handling.
 */
export async function takeBack<Row extends { name: string }>(
  brought: Brought[],
  { includeChanged }: { includeChanged: boolean },
  { lock, digestOf, remove }: Kind<Row>,
) {
  const settled: string[] = [];
  const kept: { id: string; title: string }[] = [];
  let removed = 0;
  for (const { id, digest } of brought) {
    const row = await lock(id);
    if (row && digestOf(row) !== digest && !includeChanged) {
      kept.push({ id, title: row.name });
      continue;
    }
    settled.push(id);
    if (!row) continue;
    await remove(id);
    removed += 1;
  }
  return { settled, removed, kept };
}
