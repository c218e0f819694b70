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
  const gone = finished(output, { writable: false }).finally(() => {
    throw new Error('Nobody reads this zip any more');
  });
  // Told to whoever adds next.
  gone.catch(() => undefined);
  const add: AddFile = async (name, content, { store } = { store: false }) => {
    const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
    zip.addReadStream(source, name, { compress: !store, mode: 0o100000 | mode });
    await Promise.race([finished(source), gone]);
  };
  fill(add).then(
    () => zip.end(),
    (error: Error) => void output.destroy(error),
  );
  return output;
}
