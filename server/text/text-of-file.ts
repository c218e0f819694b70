import { wideEncodingOf } from './wide-encoding.ts';

/** Bytes of a file that are read for its words. */
export const READ_BYTES = 100_000;

/** Control characters that no text has. */
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const NOT_TEXT = /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/;

/** The beginning of a file as text: by its byte order mark, as UTF-8, or as Windows-1252. Blank if it is no text. */
export function textOfFile(bytes: Uint8Array): string {
  const start = bytes.subarray(0, READ_BYTES);
  const text = decoded(start, wideEncodingOf(start) ?? 'utf-8') ?? decoded(start, 'windows-1252') ?? '';
  return NOT_TEXT.test(text) ? '' : text;
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    // As a stream, because the last character may be cut.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
