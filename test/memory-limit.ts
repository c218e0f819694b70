import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

/** Both versions of Linux control groups: the folder, the files of limit and peak. */
const KINDS = [
  { parent: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
  { parent: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' },
];

/**
 * A control group whose processes together may use so much memory; the kernel kills one that needs more. Start them with
 * the programs of `prefix`. Needs Linux and root.
 */
export function limitMemory(bytes: number) {
  const kind = KINDS.find(({ parent }) => existsSync(`${parent}/cgroup.procs`));
  if (!kind || process.getuid?.() !== 0)
    throw new Error('A memory limit needs control groups of Linux and root');
  const folder = `${kind.parent}/ops-hub-${process.pid}`;
  mkdirSync(folder);
  writeFileSync(`${folder}/${kind.limit}`, String(bytes));
  return {
    prefix: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs; exec "$@"`, 'sh'],
    /** Most bytes in use so far, with the cache of files. */
    peak: () => Number(readFileSync(`${folder}/${kind.peak}`, 'utf8')),
    remove: () => rmdirSync(folder),
  };
}
