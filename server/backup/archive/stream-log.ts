import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client, Submittable } from 'pg';
import pLimit from 'p-limit';
import * as copyStreams from 'pg-copy-streams';
import { syncFolder } from '../../sync-folder.ts';
import { formatPosition, nextSegment, SEGMENT_BYTES, segmentName, segmentStart } from './log-position.ts';

/** The type definitions omit the bidirectional stream. */
const { both } = copyStreams as unknown as {
  both(
    text: string,
    options: { alignOnCopyDataFrame: true; readableObjectMode: true },
  ): Duplex & Submittable & AsyncIterable<Buffer>;
};

/** Received log is flushed to disk, and confirmed to PostgreSQL, after at most this time. */
const FLUSH_MS = 1_000;
/** PostgreSQL counts microseconds since 2000. */
const EPOCH_2000_MS = 946_684_800_000;
/** Header bytes of a log message: kind, start position, end of the log, time. */
const HEAD = 25;

export type LogStream = {
  /** Position up to which the log is flushed to the archive's disk. */
  flushed(): bigint;
  /** Stops the stream because its output is lost. */
  giveUp(error: Error): void;
  /** Settles when the stream ends: on the abort, or with the error. */
  ended: Promise<void>;
};

type Source = {
  /** A replication connection. */
  client: Client;
  slot: string;
  timeline: number;
  /** Start of a segment. */
  from: bigint;
};

/**
 * Writes PostgreSQL's write-ahead log into `folder` as it is produced, like a standby. A segment is named `….partial`
 * until it is complete, then compressed as `….gz`. Calls `checkSpace` before each segment.
 */
export function streamLog(
  source: Source,
  folder: string,
  { signal, checkSpace }: { signal: AbortSignal; checkSpace(bytes: number): Promise<void> },
): LogStream {
  const { client, slot, timeline, from } = source;
  const copy = both(`START_REPLICATION SLOT ${slot} PHYSICAL ${formatPosition(from)} TIMELINE ${timeline}`, {
    alignOnCopyDataFrame: true,
    readableObjectMode: true,
  });
  // Errors after the end are expected and ignored.
  copy.on('error', () => undefined);
  const writer = logWriter(folder, timeline, from, checkSpace);
  let flushed = from;
  // Writes and flushes never overlap.
  const inTurn = pLimit(1);
  const flush = async () => {
    flushed = await writer.flush();
    if (copy.writable) copy.write(statusOf(flushed));
  };
  const end = () => copy.destroy();

  async function receive(): Promise<void> {
    signal.addEventListener('abort', end, { once: true });
    const timer = setInterval(
      () => void inTurn(flush).catch((error: Error) => copy.destroy(error)),
      FLUSH_MS,
    );
    try {
      client.query(copy);
      for await (const message of copy) {
        // 'w' contains log; other messages ask for our position, which each flush reports.
        if (message[0] === 0x77)
          await inTurn(() => writer.write(message.readBigUInt64BE(1), message.subarray(HEAD)));
      }
      if (!signal.aborted) throw new Error('PostgreSQL ended the stream of its log');
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', end);
      await inTurn(flush).catch(() => undefined);
      await writer.close();
    }
  }
  return {
    flushed: () => flushed,
    giveUp: (error) => void copy.destroy(error),
    ended: receive(),
  };
}

/** Status message: everything before `position` is written, flushed and applied. */
function statusOf(position: bigint): Buffer {
  const status = Buffer.alloc(34);
  status.write('r');
  for (const offset of [1, 9, 17]) status.writeBigUInt64BE(position, offset);
  status.writeBigInt64BE(BigInt(Date.now() - EPOCH_2000_MS) * 1_000n, 25);
  return status;
}

function logWriter(
  folder: string,
  timeline: number,
  from: bigint,
  checkSpace: (bytes: number) => Promise<void>,
) {
  let position = from;
  let file: FileHandle | undefined;
  const pathOf = (at: bigint) => join(folder, segmentName(timeline, at));

  async function openSegment(): Promise<FileHandle> {
    // The partial and the compressed file exist together for a moment.
    await checkSpace(2 * SEGMENT_BYTES);
    const path = `${pathOf(position)}.partial`;
    // An existing partial segment is received again: the same bytes replace it in place.
    const opened = await open(path, 'r+', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return open(path, 'wx', 0o600);
      throw error;
    });
    await syncFolder(folder);
    return opened;
  }

  async function finishSegment(start: bigint): Promise<void> {
    await file?.datasync();
    await file?.close();
    file = undefined;
    const path = pathOf(start);
    await pipeline(
      createReadStream(`${path}.partial`),
      createGzip({ level: 1 }),
      createWriteStream(`${path}.gz.part`, { mode: 0o600, flush: true }),
    );
    await rename(`${path}.gz.part`, `${path}.gz`);
    await syncFolder(folder);
    await rm(`${path}.partial`);
  }

  return {
    async write(start: bigint, bytes: Buffer): Promise<void> {
      if (start !== position)
        throw new Error(`the log goes on at ${formatPosition(start)} instead of ${formatPosition(position)}`);
      for (let done = 0; done < bytes.length;) {
        const begin = segmentStart(position);
        const part = bytes.subarray(done, done + Number(nextSegment(position) - position));
        file ??= await openSegment();
        await file.write(part, 0, part.length, Number(position - begin));
        position += BigInt(part.length);
        done += part.length;
        if (position === nextSegment(begin)) await finishSegment(begin);
      }
    },
    async flush(): Promise<bigint> {
      const written = position;
      await file?.datasync();
      return written;
    },
    async close(): Promise<void> {
      await file?.close();
      file = undefined;
    },
  };
}
