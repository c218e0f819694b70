import { finished } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Adds a file and comes back when there is room for the next one; throws when nobody reads any more. */
export type AddFile = (
  path: string,
  content: Readable | Buffer | string,
  how?: { store: boolean },
) => Promise<void>;

/**
 * A zip that is read while `fill` adds its files: never in memory as a whole, however many and however large they are
 * together (zip64). `store` leaves a file as it is, for what is packed already; `mode` is that of the files unpacked.
 */
export function zipStream(fill: (add: AddFile) => Promise<void>, mode = 0o664): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const gone = new AbortController();
  // However it ended, nothing can be added any more. A race of promises would keep something of every file.
  finished(output, { writable: false })
    .catch(() => undefined)
    .finally(() => gone.abort());
  const add: AddFile = async (name, content, { store } = { store: false }) => {
    const source = content instanceof Readable ? content : readOnce(Buffer.from(content));
    zip.addReadStream(source, name, { compress: !store, mode: 0o100000 | mode });
    keepNamesAlone(zip);
    try {
      await finished(source, { signal: gone.signal });
    } catch (error) {
      throw gone.signal.aborted ? new Error('Nobody reads this zip any more') : error;
    }
  };
  fill(add).then(
    () => zip.end(),
    (error: Error) => void output.destroy(error),
  );
  return output;
}

/** The zip keeps the stream of each file to its end, so the stream lets go of what was read. */
function readOnce(bytes: Buffer): Readable {
  const left = [bytes];
  return Readable.from(
    (function* () {
      const next = left.pop();
      if (next) yield next;
    })(),
  );
}

type Entry = { utf8FileName: Buffer; doFileDataPump: unknown };

/**
 * yazl keeps its entries for the table of contents at the end, and with each all that was needed to write it: 20 KB a file. The
 * name alone is needed again. It gets memory of its own, since a small buffer keeps the 64 KB that it was cut from.
 */
function keepNamesAlone(zip: ZipFile): void {
  const { entries } = zip as unknown as { entries: Entry[] };
  const [written, last] = [entries.at(-2), entries.at(-1)];
  if (written) written.doFileDataPump = undefined;
  if (!last) return;
  const name = Buffer.allocUnsafeSlow(last.utf8FileName.length);
  last.utf8FileName.copy(name);
  last.utf8FileName = name;
}
