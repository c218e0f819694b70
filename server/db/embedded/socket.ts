import { lstat, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Bytes that the path of a Unix socket may have on macOS; Linux takes 107. */
const LONGEST_SOCKET_PATH = 103;
const LINK_PREFIX = 'ops-hub-';

/** The home folder itself, or a short link to it in a closed temporary folder where its path is too long to connect to. */
export async function socketFolderFor(homeFolder: string): Promise<string> {
  if (Buffer.byteLength(join(homeFolder, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH) return homeFolder;
  const closed = await mkdtemp(join(tmpdir(), LINK_PREFIX));
  const link = join(closed, 's');
  await symlink(homeFolder, link);
  return link;
}

/** Does nothing where socketFolderFor made no link. */
export async function removeSocketLink(socketFolder: string): Promise<void> {
  const closed = dirname(socketFolder);
  const entry = await lstat(socketFolder).catch(() => undefined);
  if (!entry?.isSymbolicLink() || !basename(closed).startsWith(LINK_PREFIX)) return;
  await rm(closed, { recursive: true, force: true });
}
