// The programs that the product is tested with. Debian installs them; none is needed to run the product. The tests count
// as skipped where they are not there and cannot be installed.
import { existsSync, writeFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, canAptInstall } from './debian.mjs';

const programs = ['pgbouncer', 'prometheus', 'prometheus-node-exporter', 'prometheus-blackbox-exporter'];
/** A Debian program that is installed would be started; this file is how Debian is told not to. */
const policy = '/usr/sbin/policy-rc.d';

const isThere = (program) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

/** Whether wrk, which measurements send their calls with, is here or could be installed. */
export const findLoadGenerator = async () => isThere('wrk') || (canAptInstall() && (await aptInstall('wrk')));

/** Whether nginx, which stands before several nodes in measurements, is here or could be installed. */
export const findProxy = async () =>
  isThere('nginx') || (canAptInstall() && (await installUnstarted('nginx-light')));

export async function findPrograms() {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length > 0 && canAptInstall()) await installUnstarted(...missing);
}

async function installUnstarted(...packages) {
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await aptInstall(...packages);
  } finally {
    if (isOurs) rmSync(policy, { force: true });
  }
}
