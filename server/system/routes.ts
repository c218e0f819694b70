import { system, type Disk, type SystemStatus } from '../../contract/calls/system.ts';
import { findUser } from '../accounts/queries.ts';
import { record } from '../audit/record.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { readRestarts } from '../launcher.ts';
import { queueTestMail } from '../mail-queue/queries.ts';
import { productVersion } from '../product-version.ts';
import { hit } from '../http/rate-limit.ts';
import { findStatus } from './queries.ts';

/** Limits test mails. */
const TESTS = { name: 'mail-test', times: 5, seconds: 60 };

type Parts = {
  freeSpace: { disks(): Disk[]; isFull(kind: 'database'): boolean };
  reads: Pick<Reads, 'state'>;
  listForwarding(db: Db): Promise<SystemStatus['forwarding']>;
  countContents(db: Db): Promise<SystemStatus['exportContents']>;
  findLag(db: Db): Promise<SystemStatus['alertMessages']>;
};

export function systemRoutes(mount: Mount, config: Config, parts: Parts) {
  const { freeSpace, reads, listForwarding, countContents, findLag } = parts;
  const version = productVersion();
  mount(system.status, async ({ db }) => ({
    ...(await findStatus(db, config, version)),
    disks: freeSpace.disks(),
    refusesChanges: freeSpace.isFull('database'),
    standby: reads.state() ?? null,
    restarts: readRestarts(),
    exportContents: await countContents(db),
    forwarding: await listForwarding(db),
    alertMessages: await findLag(db),
  }));
  mount(system.testMail, async ({ db, actor }) => {
    const tooOften = await hit(db, TESTS, actor.userId, config.RATE_LIMIT_SCALE);
    if (tooOften) return tooOften;
    const { id, email } = found(await findUser(db, actor.userId), 'Account');
    await queueTestMail(db, { id, email });
    await record(db, actor, { action: 'system.mail-test', kind: 'system' });
    return { to: email, via: config.SMTP_URL ? ('smtp' as const) : ('outbox' as const) };
  });
}
