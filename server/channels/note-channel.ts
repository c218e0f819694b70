import { eq, sql } from 'drizzle-orm';
import { listAdministrators } from '../accounts/queries.ts';
import type { Db } from '../db/open.ts';
import { channels } from '../db/schema.ts';
import { notify } from '../notifications/queries.ts';
import { wrote } from './save.ts';
import type { Outcome } from './send.ts';
import type { ChannelRow } from './settings.ts';

/** Administrators hear of a channel that fails for this long. */
const FAILING_DAYS = 3;

/** A receiver that says that it is gone for good (410) is not asked again. */
export async function noteChannel(tx: Db, { id, name }: ChannelRow, { isSent, status, text }: Outcome) {
  const isGone = status === 410;
  const failed = {
    lastError: status === null ? text : `${status} ${text}`.trim(),
    lastErrorAt: sql`now()`,
    failingSince: sql`coalesce(${channels.failingSince}, now())`,
    ...(isGone && { active: false }),
  };
  const [row] = await tx
    .update(channels)
    .set(isSent ? { lastSuccessAt: sql`now()`, failingSince: null, isFailureTold: false } : failed)
    .where(eq(channels.id, id))
    .returning({
      isOverdue: sql<boolean>`${channels.failingSince} < now() - ${FAILING_DAYS} * interval '1 day' and not ${channels.isFailureTold}`,
    });
  if (isGone)
    await wrote(tx, { userId: null, name: 'Ops Hub' }, id, { action: 'channel.off', after: { name } });
  if (isGone || row?.isOverdue)
    await tellAdministrators(
      tx,
      id,
      isGone ? `${name} is gone and was switched off` : `${name} fails for three days`,
    );
}

async function tellAdministrators(tx: Db, id: string, text: string) {
  await tx.update(channels).set({ isFailureTold: true }).where(eq(channels.id, id));
  for (const { id: userId } of await listAdministrators(tx))
    // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
    await notify(tx, userId, {
      kind: 'channel',
      title: `Alert channel: ${text}`,
      link: '/admin/system',
      subject: id,
    });
}
