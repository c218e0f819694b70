/** A row created by an import. A different `digest` means that somebody changed it since. */
export type ImportedRow = { id: string; digest: string };

type Kind<Row> = {
  lock(id: string): Promise<Row | undefined>;
  digestOf(row: Row): string;
  remove(id: string): Promise<void>;
};

/**
 * Removes rows that an import created. Keeps those changed since, unless `includeChanged`. Returns the ids that need no
 * further handling.
 */
export async function removeImported<Row extends { name: string }>(
  rows: ImportedRow[],
  { includeChanged }: { includeChanged: boolean },
  { lock, digestOf, remove }: Kind<Row>,
) {
  const settled: string[] = [];
  const kept: { id: string; title: string }[] = [];
  let removed = 0;
  for (const { id, digest } of rows) {
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
