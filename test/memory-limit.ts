import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Both versions of Linux control groups. */
const KINDS = [
  { parent: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { parent: '/sys/fs/cgroup', limit: 'memory.max' },
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
    /** Bytes in use without the cache of files. */
    used: () => Number(/^(?:rss|anon) (\d+)/m.exec(readFileSync(`${folder}/memory.stat`, 'utf8'))?.[1]),
    /** The last process may end a moment later. */
    async remove() {
      while (readFileSync(`${folder}/cgroup.procs`, 'utf8') !== '') await wait(100);
      rmdirSync(folder);
    },
  };
}
