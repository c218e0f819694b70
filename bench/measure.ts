export type FigureRow = { name: string; p50: number; p95: number; perSecond: number };

const SECONDS = 2;

/** Repeats the work sequentially for two seconds after a warm-up. */
export async function timesOf(name: string, work: () => Promise<void>): Promise<FigureRow> {
  for (let n = 0; n < 20; n++) await work();
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return {
    name,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    perSecond: times.length / SECONDS,
  };
}

export function printTable(rows: FigureRow[]) {
  const base = rows[0]?.p50 ?? 1;
  console.log(
    `${'call'.padEnd(28)}${'p50 ms'.padStart(9)}${'p95 ms'.padStart(9)}${'per s'.padStart(9)}${'× none'.padStart(9)}`,
  );
  for (const { name, p50, p95, perSecond } of rows) {
    const figures = [p50.toFixed(2), p95.toFixed(2), perSecond.toFixed(0), (p50 / base).toFixed(1)];
    console.log(name.padEnd(28) + figures.map((figure) => figure.padStart(9)).join(''));
  }
}

/** 0 without measurements. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

/** Runs in the page: records the longest time over 50 ms that the page was blocked. */
export function watchTasks() {
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });
  Object.assign(globalThis, { longestTask: () => longest });
}

/** Runs in the page. */
export const longestTask = () => (globalThis as unknown as { longestTask(): number }).longestTask();
