import { readdirSync, readFileSync } from 'node:fs';

/** Kills a process and its children at once, as in a power failure. Outside Linux the children notice it later. */
export function killWithChildren(pid: number): void {
  for (const each of [pid, ...childrenOf(pid)]) killOne(each);
}

function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && parentOf(each) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    // Fields after the name, which may contain any characters: state, parent, …
    return Number(/^.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // The process has ended.
    return undefined;
  }
}

function killOne(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
