/** Start and end of a part of the source. */
export type Span = { start: number; end: number };

const LINE_END = /\r\n?|\n/g;

/** The lines of a source, and the text that the engine reads in its place. */
export class Lines {
  readonly text: string;
  private readonly source: string;
  private readonly ends: number[] = [];
  /** How much longer the source is than the text, up to each line. */
  private readonly shifts = [0];

  constructor(source: string) {
    this.source = source;
    this.text = source
      .replace(LINE_END, '\n')
      .replaceAll('\0', '\ufffd')
      .replace(/^\ufeff/, ' ');
    if (this.text === source) this.findEnds();
    else this.findEndsAndShifts();
    this.ends.push(source.length);
  }

  private findEnds(): void {
    for (let at = this.source.indexOf('\n'); at >= 0; at = this.source.indexOf('\n', at + 1))
      this.ends.push(at);
  }

  private findEndsAndShifts(): void {
    let shift = 0;
    for (const { index, 0: end } of this.source.matchAll(LINE_END)) {
      shift += end.length - 1;
      this.ends.push(index);
      this.shifts.push(shift);
    }
  }

  endOf(line: number): number {
    return this.ends[Math.max(0, Math.min(line, this.ends.length - 1))] ?? 0;
  }

  /** The offset in the source of a place in a line of the text. */
  offsetOf(line: number, place: number): number {
    return place + (this.shifts[line] ?? 0);
  }

  /** The source from this offset to the end of the line. */
  restOf(line: number, offset: number): string {
    return this.source.slice(offset, this.endOf(line));
  }
}

export type Anchor = { at: number; offset: number };

/** Words that the engine took out of the source, where they stand in several pieces. */
export class Content {
  readonly text: string;
  private readonly findAnchors: () => Anchor[];
  private anchors: Anchor[] | undefined;

  /** Most words are read for their text alone, so the pieces are found when the first offset is asked for. */
  constructor(text: string, findAnchors: () => Anchor[]) {
    this.text = text;
    this.findAnchors = findAnchors;
  }

  spanOf(start: number, end: number): Span {
    return { start: this.offsetOf(start), end: this.offsetOf(end) };
  }

  private offsetOf(at: number): number {
    const anchors = (this.anchors ??= this.findAnchors());
    let [low, high] = [0, anchors.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((anchors[middle]?.at ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const { at: start, offset } = anchors[low] ?? { at: 0, offset: 0 };
    return offset + at - start;
  }
}

/** Lines that begin at these offsets, apart from blanks. */
export function anchorsOfLines(text: string, offsets: number[]): Anchor[] {
  let at = 0;
  return text.split('\n').map((line, n) => {
    const blanks = line.length - line.trimStart().length;
    const anchor = { at: at + blanks, offset: offsets[n] ?? 0 };
    at += line.length + 1;
    return anchor;
  });
}

/** The cells of a row of a table. In a cell, `\|` is a bar, also within code. */
export function cellsOf(row: string, start: number): Content[] {
  const cells: Content[] = [];
  let [text, isEscaped] = ['', false];
  let anchors: Anchor[] = [{ at: 0, offset: start }];
  const close = (next: number) => {
    const blanks = text.length - text.trimStart().length;
    const own = anchors.map(({ at, offset }) => ({
      at: Math.max(0, at - blanks),
      offset: at < blanks ? offset + blanks - at : offset,
    }));
    cells.push(new Content(text.trim(), () => own));
    [text, anchors] = ['', [{ at: 0, offset: next }]];
  };
  const whole = row.trimEnd();
  for (let at = 0; at < whole.length; at++) {
    const sign = whole.charAt(at);
    if (sign !== '|') text += sign;
    else if (isEscaped) {
      text = `${text.slice(0, -1)}|`;
      anchors.push({ at: text.length - 1, offset: start + at });
    } else close(start + at + 1);
    isEscaped = sign === '\\';
  }
  close(start + whole.length);
  if (whole.startsWith('|')) cells.shift();
  if (/(?:^|[^\\])\|$/.test(whole)) cells.pop();
  return cells;
}
