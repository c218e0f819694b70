import { isDiskFull } from './http/errors.ts';

const UNREACHABLE = 'is on a network share that does not answer. Mount it again';
const IN_THE_WAY = 'is a file, or inside one, in place of a folder. Move the file away';
const FORBIDDEN = 'may not be used by Ops Hub. Give its user the right to read and write there';

/** Meaning of an error code of the operating system, and what to do. */
const PROBLEMS: Record<string, string> = {
  EACCES: FORBIDDEN,
  EEXIST: IN_THE_WAY,
  EHOSTDOWN: UNREACHABLE,
  EIO: 'is on a disk that reports errors. Check the disk',
  EISDIR: 'is a folder in place of a file. Move it away',
  ENOENT: 'does not exist. Create its folder, or mount its disk',
  ENOTCONN: UNREACHABLE,
  ENOTDIR: IN_THE_WAY,
  EPERM: FORBIDDEN,
  EROFS: 'is on a read-only disk. Mount the disk for writing',
  ESTALE: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
};

/**
 * Explains a failure in a folder to administrators; undefined when it is none of the file system. The error's own text is
 * for the log.
 */
export function fileProblem(error: unknown, folder: string): string | undefined {
  if (isDiskFull(error)) return 'the disk is full. Free space on it';
  if (!(error instanceof Error && 'syscall' in error)) return undefined;
  const { code = '', path = folder } = error as NodeJS.ErrnoException;
  return `${path} ${PROBLEMS[code] ?? 'cannot be used. The log has the reason'}`;
}
