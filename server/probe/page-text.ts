/** Bytes in which a page says how its letters are written, as browsers look for it. */
const HEAD = 1_024;

/**
 * The letters of a page that comes in parts. The mark at its beginning counts first, then the header, then what the page
 * itself says, as in a browser. A page that says nothing is UTF-8 or, as old ones are, Windows-1252: it has both readings.
 */
export function pageDecoder(contentType: string) {
  let head = Buffer.alloc(0);
  let decoders: InstanceType<typeof TextDecoder>[] | undefined;
  const begin = () => {
    decoders = encodingsOf(head, contentType).map((encoding) => new TextDecoder(encoding));
    return decoders;
  };
  return {
    /** What each reading has after one more part: the text so far (`isWhole`), or the part alone. */
    decode(part: Buffer): { texts: string[]; isWhole: boolean } {
      if (decoders)
        return { texts: decoders.map((one) => one.decode(part, { stream: true })), isWhole: false };
      // Little has come yet, and what follows may still name the encoding.
      head = Buffer.concat([head, part]);
      const texts = begin().map((one) => one.decode(head, { stream: true }));
      if (head.length < HEAD) decoders = undefined;
      return { texts, isWhole: true };
    },
  };
}

function encodingsOf(head: Buffer, contentType: string): string[] {
  const mark = markOf(head);
  if (mark) return [mark];
  const byHeader = known(/charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(contentType)?.[1]);
  const wide = wideOf(head);
  // The header may leave open which byte comes first.
  if (byHeader) return [byHeader === 'utf-16le' && wide ? wide : byHeader];
  if (wide) return [wide];
  const text = head.subarray(0, HEAD).toString('latin1');
  const said =
    /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(text)?.[1] ??
    /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']+)/i.exec(text)?.[1];
  const byPage = known(said);
  // It could not have been read if it were true.
  if (byPage?.startsWith('utf-16')) return ['utf-8'];
  return byPage ? [byPage] : ['utf-8', 'windows-1252'];
}

function markOf([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Pages begin with a letter of ASCII, of which one half is zero in UTF-16. */
function wideOf([first, second]: Buffer): string | undefined {
  if (first === undefined || second === undefined || (first === 0) === (second === 0)) return undefined;
  return second === 0 ? 'utf-16le' : 'utf-16be';
}

/** The name that the platform has for an encoding; undefined for one that it does not know. */
function known(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
