import { join } from 'node:path';
import type { Config } from '../config.ts';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** The store that the settings ask for: a bucket where one is named, else a folder of DATA_DIR. */
export async function openStorage(config: Config, warn: (problem: string) => void): Promise<Storage> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = config;
  if (!endpoint || !bucket) return diskStorage(join(config.DATA_DIR, 'objects'));
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const credentials = accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
  // A large library that most installations never need.
  const { s3Storage } = await import('./s3.ts');
  return s3Storage({ endpoint, bucket, region, ...credentials }, warn);
}
