import * as z from 'zod/mini';
import { get } from './endpoint.ts';

const count = z.int();

/**
 * Contents of an export of the whole instance. Versions include the current ones; images and files are those that any
 * version shows.
 */
export const InstanceContents = z.object({
  documents: count,
  documentsInBin: count,
  versions: count,
  images: count,
  files: count,
  servers: count,
  serversInBin: count,
  members: count,
  /** Links between servers and documents. */
  serverDocuments: count,
});
export type InstanceContents = z.infer<typeof InstanceContents>;

export const instanceExport = {
  zip: get('/api/export', {
    scope: 'admin',
    summary:
      'The whole instance as a zip of open files: documents with all versions as markdown, images, ' +
      'servers and members as CSV. No secrets. Another Ops Hub imports it',
    /** An id chosen by the caller: the job with this id shows the progress. */
    query: z.object({ job: z.optional(z.uuid()) }),
    produces: 'application/zip',
  }),
};
