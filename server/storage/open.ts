import { join } from 'node:path';
import type { Config } from '../config.ts';
import { diskStorage } from './disk.ts';
import { backupFolder, type BackupPlace } from './backup-place.ts';
import type { S3Settings } from './s3.ts';
import type { Storage } from './storage.ts';

/** The configured store: a bucket, or a folder in DATA_DIR. */
export async function openStorage(config: Config, warn: (problem: string) => void): Promise<Storage> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = config;
  if (!endpoint || !bucket) return diskStorage(join(config.DATA_DIR, 'objects'));
  // A large library that most installations never need.
  const { s3Storage } = await import('./s3.ts');
  return s3Storage(serverOfImages(config, endpoint, bucket), warn);
}

/** The configured place for backups: a bucket, or a folder. */
export async function openBackupPlace(config: Config, warn: (problem: string) => void): Promise<BackupPlace> {
  const { BACKUP_S3_BUCKET: bucket, BACKUP_S3_ENDPOINT: ownEndpoint, S3_ENDPOINT: endpoint } = config;
  if (!bucket) return backupFolder(config.BACKUP_DIR, warn);
  const { backupBucket } = await import('./backup-bucket.ts');
  const settings = ownEndpoint
    ? {
        endpoint: ownEndpoint,
        bucket,
        region: config.BACKUP_S3_REGION ?? DEFAULT_REGION,
        ...credentials(config.BACKUP_S3_ACCESS_KEY_ID, config.BACKUP_S3_SECRET_ACCESS_KEY),
      }
    : serverOfImages(config, endpoint ?? '', bucket);
  return backupBucket(settings, config.BACKUP_DIR, warn);
}

const DEFAULT_REGION = 'us-east-1';

const serverOfImages = (config: Config, endpoint: string, bucket: string): S3Settings => ({
  endpoint,
  bucket,
  region: config.S3_REGION ?? DEFAULT_REGION,
  ...credentials(config.S3_ACCESS_KEY_ID, config.S3_SECRET_ACCESS_KEY),
});

const credentials = (accessKeyId: string | undefined, secretAccessKey: string | undefined) =>
  accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
