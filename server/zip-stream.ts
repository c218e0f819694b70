import { finished } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Adds a file and resolves when the next one fits; throws when the reader has gone. */
export type AddFile = (
  path: string,
  content: Readable | Buffer | string,
  how?: { store: boolean },
) => Promise<void>;

/**
 * A zip that is streamed while `fill` adds its files, so that it is never in memory as a whole, whatever its size
 * (zip64). `store` skips compression for compressed content; `mode` is the mode of the unpacked files.
 */
export function zipStream(fill: (add: AddFile) => Promise<void>, mode = 0o664): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const cancelled = new AbortController();
  // Nothing can be added after the end. A race of promises would retain memory for every file.
  finished(output, { writable: false })
    .catch(() => undefined)
    .finally(() => cancelled.abort());
  const add: AddFile = async (name, content, { store } = { store: false }) => {
    const source = content instanceof Readable ? content : readOnce(Buffer.from(content));
    zip.addReadStream(source, name, { compress: !store, mode: 0o100000 | mode });
    keepNamesAlone(zip);
    try {
      await finished(source, { signal: cancelled.signal });
    } catch (error) {
      source.destroy();
      throw cancelled.signal.aborted ? new Error('Nobody reads this zip any more') : error;
    }
  };
  fill(add).then(
    () => zip.end(),
    (error: Error) => void output.destroy(error),
  );
  return output;
}

/** The zip keeps every stream until its end, so the stream releases its content once it was read. */
function readOnce(bytes: Buffer): Readable {
  const left = [bytes];
  return Readable.from(
    (function* () {
      const next = left.pop();
      if (next) yield next;
    })(),
  );
}

type EntryOptions = { utf8FileName: Buffer; doFileDataPump: unknown };

/**
 * yazl keeps its entries for the final table of contents, with everything needed to write each: 20 KB per file. Only
 * the name is needed again. It is copied, since a small buffer retains the 64 KB that it was cut from.
 */
function keepNamesAlone(zip: ZipFile): void {
  const { entries } = zip as unknown as { entries: EntryOptions[] };
  const [written, last] = [entries.at(-2), entries.at(-1)];
  if (written) written.doFileDataPump = undefined;
  if (!last) return;
  const name = Buffer.allocUnsafeSlow(last.utf8FileName.length);
  last.utf8FileName.copy(name);
  last.utf8FileName = name;
}
