/** Samples of the Prometheus text format by name, read in one pass. */
export type Samples = Map<string, { labels: Record<string, string>; value: number }[]>;

const LINE = /^([a-zA-Z_:][\w:]*)(\{)?/;
const LABEL = /\s*([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"\s*,?/y;

/** Ten times what a large exporter tells; a page that goes on was made to hold everybody up. */
const MOST_LINES = 50_000;
const LONGEST_LINE = 10_000;

/**
 * Only the names asked for are kept: an exporter tells thousands. Lines that are no samples are passed over; a value may
 * be NaN or infinite, as the format allows.
 */
export function readSamples(text: string, wanted: ReadonlySet<string>): Samples {
  const samples: Samples = new Map();
  for (const line of text.split('\n', MOST_LINES)) {
    if (line.length > LONGEST_LINE) continue;
    const [head, name = '', brace] = LINE.exec(line) ?? [];
    if (head === undefined || !wanted.has(name)) continue;
    const { labels, end } = brace ? labelsAt(line, head.length) : { labels: {}, end: head.length };
    const value = numberOf(line.slice(end).trim().split(/\s+/)[0] ?? '');
    if (value === undefined) continue;
    const list = samples.get(name) ?? [];
    list.push({ labels, value });
    samples.set(name, list);
  }
  return samples;
}

function labelsAt(line: string, start: number) {
  const labels: Record<string, string> = {};
  let end = start;
  LABEL.lastIndex = start;
  for (let match = LABEL.exec(line); match; match = LABEL.exec(line)) {
    labels[match[1] ?? ''] = (match[2] ?? '').replace(/\\(.)/g, (_, sign: string) =>
      sign === 'n' ? '\n' : sign,
    );
    end = LABEL.lastIndex;
  }
  return { labels, end: line.indexOf('}', end) + 1 };
}

const NOT_FINITE = new Map([
  ['NaN', NaN],
  ['+Inf', Infinity],
  ['-Inf', -Infinity],
]);

const numberOf = (text: string): number | undefined => {
  const value = Number(text || NaN);
  return Number.isNaN(value) ? NOT_FINITE.get(text) : value;
};
