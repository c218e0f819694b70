/** A reply whose links and quotations are held against what the model was given; what is not in there is dropped. */
export type Supported = {
  /** The next piece of what the model says; answers with what may be shown of it so far. */
  add(text: string): string;
  /** The rest, once the model has ended. */
  end(): string;
};

/** A link or a quoted line that goes on for longer is text. */
const LONGEST = 2_000;

/**
 * Words go out as they come. From a bracket on, and from the start of a quoted line, they wait until the link or the line is
 * whole: a link that no source holds loses its address, and a quoted line that no source holds is left out.
 */
export function supportedBy(sources: () => string[]): Supported {
  let held = '';
  let isLineStart = true;
  const take = (length: number) => {
    const taken = held.slice(0, length);
    held = held.slice(length);
    if (taken !== '') isLineStart = taken.endsWith('\n');
    return taken;
  };
  const step = (isEnd: boolean): string | undefined => {
    if (isLineStart && /^\s{0,3}>/.test(held)) {
      const end = held.indexOf('\n') + 1 || (isEnd ? held.length : 0);
      if (end === 0 && held.length < LONGEST) return undefined;
      const line = take(end || held.length);
      return isQuoted(line, sources()) ? withoutForeignLinks(line, sources()) : '';
    }
    if (isLineStart && !isEnd && /^\s{0,3}$/.test(held)) return undefined;
    const place = held.search(/[![<\n]/);
    if (place < 0) return take(held.length);
    if (held[place] === '\n') return take(place + 1);
    if (place > 0) return take(place);
    const link = /^!?\[[^\]\n]{0,500}\]\([^)\n]{0,1000}\)|^<[^>\s]{1,1000}>/.exec(held)?.[0];
    if (link) return withoutForeignLinks(take(link.length), sources());
    if (!isEnd && held.length < LONGEST && !/^[^\n]*\n/.test(held) && mayBecomeLink(held)) return undefined;
    return take(1);
  };
  const drain = (isEnd: boolean) => {
    let shown = '';
    while (held !== '') {
      const next = step(isEnd);
      if (next === undefined) break;
      shown += next;
    }
    return shown;
  };
  return {
    add: (text) => {
      held += text;
      return drain(false);
    },
    end: () => drain(true),
  };
}

const mayBecomeLink = (text: string) => /^!?(\[[^\]]*(\](\([^)]*)?)?)?$|^<[^>\s]*$/.test(text);

const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function isQuoted(line: string, sources: string[]): boolean {
  const quoted = letters(line);
  return quoted === '' || sources.some((source) => ` ${letters(source)} `.includes(` ${quoted} `));
}

/** A screen of the product or a page elsewhere: never one of our calls, nor an address that only looks like a screen's. */
const isPlace = (address: string) => /^(https?:\/\/|\/(?!api\/|[/\\]))/i.test(address);

/** Pictures go altogether: showing one would call somebody. */
function withoutForeignLinks(text: string, sources: string[]): string {
  return text
    .replace(/!\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)/g, (link, label: string, address: string) =>
      isPlace(address) &&
      sources.some((source) => source.includes(`(${address})`) || source.includes(`"${address}"`))
        ? link
        : label,
    )
    .replace(/<(https?:[^>\s]*)>/g, (link, address: string) =>
      sources.some((source) => source.includes(address)) ? link : '',
    );
}
