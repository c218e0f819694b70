import { createHash, type Hash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

const hashes = new WeakMap<FastifyRequest, Hash>();

/** The file of a form. Its bytes are hashed while the caller reads them, since an Idempotency-Key belongs to one file. */
export async function uploadedFile(
  request: FastifyRequest,
  limits?: { fileSize: number },
): Promise<MultipartFile | undefined> {
  const file = request.isMultipart() ? await request.file({ ...(limits && { limits }) }) : undefined;
  if (!file) return undefined;
  const hash = createHash('sha256').update(JSON.stringify([file.fieldname, file.filename]));
  hashes.set(request, hash);
  file.file.on('data', (chunk: Buffer) => hash.update(chunk));
  // The listener would start the stream before the caller reads it.
  file.file.pause();
  return file;
}

/** The hash of the file as far as it was read; undefined for other requests. */
export const uploadHashOf = (request: FastifyRequest): string | undefined =>
  hashes.get(request)?.copy().digest('hex');
