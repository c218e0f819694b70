export type Row = { name: string; p50: number; p95: number; perSecond: number };

const SECONDS = 2;

/** Repeats the work sequentially for two seconds after a warm-up. */
export async function timesOf(name: string, work: () => Promise<void>): Promise<Row> {
  for (let n = 0; n < 20; n++) await work();
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { name, p50: at(0.5), p95: at(0.95), perSecond: times.length / SECONDS };
}

export function printTable(rows: Row[]) {
  const base = rows[0]?.p50 ?? 1;
  console.log(
    `${'call'.padEnd(28)}${'p50 ms'.padStart(9)}${'p95 ms'.padStart(9)}${'per s'.padStart(9)}${'× none'.padStart(9)}`,
  );
  for (const { name, p50, p95, perSecond } of rows) {
    const figures = [p50.toFixed(2), p95.toFixed(2), perSecond.toFixed(0), (p50 / base).toFixed(1)];
    console.log(name.padEnd(28) + figures.map((figure) => figure.padStart(9)).join(''));
  }
}
