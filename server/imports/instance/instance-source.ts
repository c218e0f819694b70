import type { ArchiveFile } from '../archive.ts';
import type { TableRow } from './read-table.ts';

/** A validated export of a whole instance: its objects and files by id. Ids are those of the exporting instance. */
export type InstanceSource = {
  /** In the order of the export; `versions` are the earlier ones, oldest first. */
  documents: { id: string; path: string; file: ArchiveFile; versions: ArchiveFile[] }[];
  files: { id: string; path: string; name: string; contentType: string; file: ArchiveFile }[];
  servers: (TableRow & { path: string })[];
  members: TableRow[];
  serverDocuments: TableRow[];
  /** E-mail addresses of mentioned accounts by id. */
  people: Map<string, string>;
  /** E-mail addresses of members by the name of their group. */
  groups: Map<string, string[]>;
  /** Paths of all files. */
  paths: string[];
};
