// Programs that the tests use. Debian installs them; the product does not need them. Their tests count as skipped if
// they are missing and cannot be installed.
import { existsSync, writeFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, canAptInstall } from './debian.mjs';

const programs = ['pgbouncer', 'prometheus', 'prometheus-node-exporter', 'prometheus-blackbox-exporter'];
/** Debian starts installed services by default; this file prevents that. */
const policy = '/usr/sbin/policy-rc.d';

const isThere = (program) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

/** Whether wrk, the load generator of the benchmarks, is available or could be installed. */
export const findLoadGenerator = async () => isThere('wrk') || (canAptInstall() && (await aptInstall('wrk')));

/** Whether nginx, the load balancer of benchmarks with several nodes, is available or could be installed. */
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
