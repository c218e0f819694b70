import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform, pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { MAX_IMPORT_BYTES } from '../../contract/calls/documents.ts';
import { RefusalError, refuse } from '../http/errors.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { checkedKey, type Storage } from './storage.ts';

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  /** By default the machine's own credentials. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
};

const CONNECT_MS = 3_000;
const REQUEST_MS = 10_000;
/** The time of a whole upload grows with its size: one second for each of these. */
const SLOWEST_BYTES = 256 * 1024;
/** Maximum bytes of a response other than a file: lists of 1,000 names take a few hundred thousand. */
const MOST_ANSWER_BYTES = 8 * 1024 ** 2;
/** Timeout for downloading a file. */
const LONGEST_COPY_MS = 15 * 60_000;

/**
 * A client for AWS and compatible stores. A request fails after `requestTimeout` milliseconds without data. Responses
 * other than files, which the client buffers, are also limited in total time and size.
 */
export function s3Client({ endpoint, region, credentials }: S3Settings, requestTimeout: number): S3Client {
  const client = new S3Client({
    endpoint,
    region,
    ...(credentials && { credentials }),
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout,
      socketTimeout: requestTimeout,
      throwOnRequestTimeout: true,
    },
    // Many compatible stores do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as HttpResponse;
        // A proxy's sign-in page, with the status of a success.
        if (response.statusCode < 300 && /^text\/html/i.test(response.headers['content-type'] ?? ''))
          throw new Error('a web page answers instead of the store');
        const isFile = commandName === 'GetObjectCommand' && response.statusCode < 300;
        if (response.body instanceof Readable && !isFile)
          response.body = bounded(response.body, MOST_ANSWER_BYTES, requestTimeout);
        return result;
      },
    // Runs before the response is read.
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
  return client;
}

type HttpResponse = { statusCode: number; headers: Record<string, string | undefined>; body?: unknown };

/** Fails beyond the given bytes or milliseconds. */
function bounded(stream: Readable, mostBytes: number, mostMs: number): Readable {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength;
      done(bytes > mostBytes ? new Error('the answer is too large') : null, chunk);
    },
  });
  const late = setTimeout(() => counted.destroy(new Error('the answer takes too long')), mostMs).unref();
  return connect(stream, counted, () => clearTimeout(late));
}

/** Objects in a bucket of an S3-compatible store. When it does not respond, callers get a 503 with the reason. */
export function s3Storage(
  settings: S3Settings,
  warn: (problem: string) => void,
  { requestMs = REQUEST_MS, longestCopyMs = LONGEST_COPY_MS } = {},
): Storage {
  const { bucket: Bucket } = settings;
  const client = s3Client(settings, requestMs);
  const breaker = circuitBreaker();
  const answered = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    const wait = breaker.wait();
    if (wait > 0) throw unavailable(wait);
    try {
      const answer = await call();
      breaker.succeeded();
      return answer;
    } catch (error) {
      const { name, message } = error as Error;
      const isAnswer = name === 'NoSuchKey' || name === 'NotFound' || isStoreFull(error as Error);
      if (isAnswer) breaker.succeeded();
      else breaker.failed();
      if (name === 'NoSuchKey' || name === 'NotFound') return undefined;
      if (isStoreFull(error as Error)) {
        warn(`the object store is full: ${name} ${message}`);
        throw new RefusalError(refuse(507, 'disk_full', STORE_FULL, { retryAfterSeconds: 30 }));
      }
      warn(`the object store does not answer: ${name} ${message}`);
      throw unavailable(5);
    }
  };
  /** The whole call, with its retry. Reading a file that has begun to arrive is limited by its reader. */
  const within = <T>(bytes: number, call: (abortSignal: AbortSignal) => Promise<T>) =>
    answered(async () => {
      const ending = new AbortController();
      const late = setTimeout(() => ending.abort(), requestMs + (bytes / SLOWEST_BYTES) * 1_000).unref();
      return call(ending.signal).finally(() => clearTimeout(late));
    });
  const get = async (key: string) => {
    const command = new GetObjectCommand({ Bucket, Key: checkedKey(key) });
    const answer = await within(0, (abortSignal) => client.send(command, { abortSignal }));
    return answer && { stream: answer.Body as Readable, bytes: answer.ContentLength ?? 0 };
  };
  const putBytes = async (key: string, Body: Uint8Array | Readable, ContentLength: number) => {
    const command = new PutObjectCommand({ Bucket, Key: key, Body, ContentLength });
    await within(ContentLength, async (abortSignal) => {
      const { ETag } = await client.send(command, { abortSignal });
      if (!ETag) throw new Error('something else than a store answers an upload');
    });
  };
  return {
    async put(key, bytes) {
      checkedKey(key);
      if (!(bytes instanceof Readable)) return putBytes(key, bytes, bytes.length);
      // The store requires the length first, and an interrupted stream must leave nothing behind.
      const file = await onDisk(bytes);
      try {
        return await putBytes(key, createReadStream(file.path), (await stat(file.path)).size);
      } finally {
        await file.done();
      }
    },
    get,
    async asFile(key) {
      const stored = await get(key);
      return stored && answered(() => onDisk(bounded(stored.stream, MAX_IMPORT_BYTES, longestCopyMs)));
    },
    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket, Key: checkedKey(key) });
      await within(0, (abortSignal) => client.send(command, { abortSignal }));
    },
  };
}

const unavailable = (retryAfterSeconds: number) =>
  new RefusalError(
    refuse(503, 'storage_unavailable', 'The store of images is not reachable. Try again shortly.', {
      retryAfterSeconds,
    }),
  );

const STORE_FULL =
  'The store of images is full, so no file can be stored now. An administrator has to free space there or raise its quota; then try again.';

/** MinIO (XMinioStorageFull, XMinioAdminBucketQuotaExceeded) and Ceph (QuotaExceeded) name it; the status is standard. */
/** An error of the client; `$metadata` belongs to an answer of the store. */
export type StoreError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

export function isStoreFull(error: StoreError): boolean {
  return (
    /StorageFull|QuotaExceeded|InsufficientStorage/.test(error.name) ||
    error.$metadata?.httpStatusCode === 507
  );
}

async function onDisk(stream: Readable): Promise<{ path: string; done(): Promise<void> }> {
  const path = join(tmpdir(), `ops-hub-${randomUUID()}`);
  const done = () => rm(path, { force: true });
  try {
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await done();
    throw error;
  }
  return { path, done };
}
