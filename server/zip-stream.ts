import type { Transform } from 'node:stream';
import ZipStream from 'zip-stream';

/** Adds a file and comes back when there is room for the next one; throws when nobody reads any more. */
export type AddFile = (path: string, bytes: Buffer | string, how?: { store: boolean }) => Promise<void>;

/**
 * A zip that is read while `fill` adds its files: never in memory as a whole, however many and however large they are
 * together (zip64). `store` leaves a file as it is, for what is packed already.
 */
export function zipStream(fill: (add: AddFile) => Promise<void>): Transform {
  const zip = new ZipStream({ level: 6 });
  // Of the library of streams that it brings along, which is that of Node.
  const output = zip as unknown as Transform;
  const add: AddFile = async (name, bytes, { store } = { store: false }) => {
    await untilClosed(output, (done) => zip.entry(bytes, { name, store }, done));
    if (output.writableNeedDrain) await untilClosed(output, (done) => output.once('drain', done));
  };
  fill(add).then(
    () => zip.finalize(),
    (error: Error) => void output.destroy(error),
  );
  return output;
}

/** What takes a while and may never come to its end once the reader has gone. */
async function untilClosed(
  output: Transform,
  begin: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  const gone = new Error('Nobody reads this zip any more');
  if (output.destroyed) throw gone;
  await new Promise<void>((resolve, reject) => {
    const onClose = () => reject(gone);
    output.once('close', onClose);
    begin((error) => {
      output.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}
