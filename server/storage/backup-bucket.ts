import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { fileProblem } from '../file-problem.ts';
import { placeFailed, prepareFolder, UNFINISHED, type BackupPlace, type KeptBackup } from './backup-place.ts';
import { isStoreFull, s3Client, type S3Settings, type StoreError } from './s3.ts';

/** Name prefix that distinguishes backups from images in the same bucket. */
const PREFIX = 'ops-hub-';
/** Size of one part of an upload, held in memory. A store accepts at most 10,000 parts of at least 5 MiB. */
const PART_BYTES = 16 * 1024 ** 2;
const MAX_PARTS = 10_000;
/** Timeout for a part on a slow connection. */
const REQUEST_MS = 120_000;

/** Error codes of connections. */
const NO_CONNECTION = /^(ECONN|EHOST|ENET|EAI_|ENOTFOUND|ETIMEDOUT|EPIPE)/;

type BackupBucket = { client: S3Client; Bucket: string };

/** Backups as objects of a bucket, created in `workFolder` first. */
export function backupBucket(
  settings: S3Settings,
  workFolder: string,
  warn: (problem: string) => void,
): BackupPlace {
  const target = { client: s3Client(settings, REQUEST_MS), Bucket: settings.bucket };
  const where = `${settings.bucket} at ${settings.endpoint}`;

  const orRefuse = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      const failure = error as StoreError;
      throw placeFailed(`The bucket ${where}`, problemOf(failure, workFolder), failure, warn);
    }
  };

  return {
    where,
    workFolder,
    isFolder: false,
    async prepare(prefix) {
      await prepareFolder(workFolder, prefix);
      await abortUploads(target, prefix);
    },
    async keep(file, name) {
      await orRefuse(upload(target, file, name));
      await rm(file, { force: true });
    },
    list: () => orRefuse(list(target)),
    async asFile(name) {
      const path = await orRefuse(download(target, name, workFolder));
      return path === undefined ? undefined : { path, done: () => rm(path, { force: true }) };
    },
    async remove(name) {
      const { client, Bucket } = target;
      await orRefuse(client.send(new DeleteObjectCommand({ Bucket, Key: name })));
    },
  };
}

/** A failure of the store, the network or the work folder, and what to do. */
function problemOf(error: StoreError, workFolder: string): string {
  const status = error.$metadata?.httpStatusCode;
  if (error.name === 'NoSuchBucket') return 'it does not exist. Create it, or correct BACKUP_S3_BUCKET';
  if (isStoreFull(error)) return 'the store is full. Free space, or keep fewer backups (BACKUP_KEEP)';
  if (status === 401 || status === 403)
    return 'the store refuses the access key. Check the key and its rights';
  if (error.name === 'TimeoutError' || NO_CONNECTION.test(error.code ?? ''))
    return 'its server does not answer. Check its address (BACKUP_S3_ENDPOINT or S3_ENDPOINT) and the network';
  return (
    (status === undefined && fileProblem(error, workFolder)) ||
    'something unexpected happened. The log has the reason'
  );
}

async function upload({ client, Bucket }: BackupBucket, file: string, Key: string): Promise<void> {
  const source = await open(file);
  try {
    const { size } = await source.stat();
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let start = 0; start < size; start += partBytes) {
        const Body = Buffer.alloc(Math.min(partBytes, size - start));
        const { bytesRead } = await source.read(Body, 0, Body.length, start);
        if (bytesRead !== Body.length) throw new Error(`${file} became shorter while it was read`);
        const PartNumber = Parts.length + 1;
        // The store refuses a part that arrives damaged.
        const ContentMD5 = createHash('md5').update(Body).digest('base64');
        const part = { Bucket, Key, UploadId, PartNumber, Body, ContentLength: Body.length, ContentMD5 };
        Parts.push({ ETag: (await client.send(new UploadPartCommand(part))).ETag, PartNumber });
      }
      await client.send(
        new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
      );
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
      throw error;
    }
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }));
    if (ContentLength !== size) throw new Error(`it holds ${ContentLength} bytes instead of ${size}`);
  } finally {
    await source.close();
  }
}

/** A store keeps, and charges for, the parts of unfinished uploads. Not every store can list them. */
async function abortUploads({ client, Bucket }: BackupBucket, prefix: string): Promise<void> {
  const { Uploads = [] } = await client
    .send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
    .catch(() => ({ Uploads: [] }));
  for (const { Key, UploadId } of Uploads) {
    if (!Key?.startsWith(prefix)) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
  }
}

async function list({ client, Bucket }: BackupBucket): Promise<KeptBackup[]> {
  const kept: KeptBackup[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: PREFIX, ContinuationToken }));
    for (const { Key = '', Size = 0 } of page.Contents ?? [])
      if (Key.endsWith('.zip')) kept.push({ name: Key, bytes: Size });
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken);
  return kept;
}

async function download(
  { client, Bucket }: BackupBucket,
  name: string,
  workFolder: string,
): Promise<string | undefined> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name })).catch((error: Error) => {
    if (error.name === 'NoSuchKey') return { Body: undefined };
    throw error;
  });
  if (!Body) return undefined;
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const path = join(workFolder, `${randomUUID()}${UNFINISHED}`);
  try {
    await pipeline(Body as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
