/** What an import brought. `digest` tells whether somebody changed it since. */
export type Brought = { id: string; digest: string };

type Kind<Row> = {
  lock(id: string): Promise<Row | undefined>;
  digestOf(row: Row): string;
  remove(id: string): Promise<void>;
};

/** Removes what an import brought. What was changed since stays, unless `includeChanged`. Returns the ids that are settled. */
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
