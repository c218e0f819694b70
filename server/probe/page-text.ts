import { wideEncodingOf } from '../text/wide-encoding.ts';

/** Bytes in which a page declares its encoding, as in browsers. */
const HEAD = 1_024;

/**
 * Decodes a page that arrives in chunks. The byte order mark takes precedence, then the header, then the page's own
 * declaration, as in browsers. A page without any is UTF-8 or Windows-1252, so both readings are returned.
 */
export function pageDecoder(contentType: string) {
  let head = Buffer.alloc(0);
  let decoders: InstanceType<typeof TextDecoder>[] | undefined;
  const begin = () => {
    decoders = encodingsOf(head, contentType).map((encoding) => new TextDecoder(encoding));
    return decoders;
  };
  return {
    /** The text of each reading after one more chunk: everything so far (`isWhole`), or this chunk alone. */
    decode(part: Buffer): { texts: string[]; isWhole: boolean } {
      if (decoders)
        return { texts: decoders.map((one) => one.decode(part, { stream: true })), isWhole: false };
      // Too few bytes yet: the declaration may follow.
      head = Buffer.concat([head, part]);
      const texts = begin().map((one) => one.decode(head, { stream: true }));
      if (head.length < HEAD) decoders = undefined;
      return { texts, isWhole: true };
    },
  };
}

function encodingsOf(head: Buffer, contentType: string): string[] {
  const mark = hasUtf8Mark(head) ? 'utf-8' : wideEncodingOf(head);
  if (mark) return [mark];
  const byHeader = known(/charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(contentType)?.[1]);
  const wide = utf16Of(head);
  // The header may leave the byte order open.
  if (byHeader) return [byHeader === 'utf-16le' && wide ? wide : byHeader];
  if (wide) return [wide];
  const text = head.subarray(0, HEAD).toString('latin1');
  const declared =
    /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(text)?.[1] ??
    /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']+)/i.exec(text)?.[1];
  const byPage = known(declared);
  // A declaration readable as ASCII cannot be UTF-16.
  if (byPage?.startsWith('utf-16')) return ['utf-8'];
  return byPage ? [byPage] : ['utf-8', 'windows-1252'];
}

const hasUtf8Mark = ([first, second, third]: Buffer) => first === 0xef && second === 0xbb && third === 0xbf;

/** Pages start with an ASCII character, which has a zero byte in UTF-16. */
function utf16Of([first, second]: Buffer): string | undefined {
  if (first === undefined || second === undefined || (first === 0) === (second === 0)) return undefined;
  return second === 0 ? 'utf-16le' : 'utf-16be';
}

/** The platform's name of an encoding; undefined for an unknown one. */
function known(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
