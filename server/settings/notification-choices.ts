import { eq, sql } from 'drizzle-orm';
import { NOTIFICATION_KINDS, type NotificationChoices } from '../../contract/notification-choices.ts';
import type { StoredSettings } from '../../contract/settings-change.ts';
import type { Db } from '../db/open.ts';
import { accountSettings } from '../db/schema.ts';

type Change = { [K in keyof NotificationChoices]?: Partial<NotificationChoices[K]> | undefined };

/** By default an account is notified of everything. */
export async function findNotificationChoices(db: Db, userId: string): Promise<NotificationChoices> {
  const [row] = await db
    .select({ values: accountSettings.values })
    .from(accountSettings)
    .where(eq(accountSettings.userId, userId));
  return choicesIn(row?.values);
}

export const choicesIn = (values: Partial<StoredSettings> | undefined): NotificationChoices =>
  Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, { inProduct: true, byMail: true, ...values?.notices?.[kind] }]),
  ) as NotificationChoices;

/** Merges the given choices into the stored ones and returns the result. */
export async function storeNotificationChoices(
  tx: Db,
  userId: string,
  now: NotificationChoices,
  change: Change,
): Promise<NotificationChoices> {
  const notices = Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [
      kind,
      {
        inProduct: change[kind]?.inProduct ?? now[kind].inProduct,
        byMail: change[kind]?.byMail ?? now[kind].byMail,
      },
    ]),
  ) as NotificationChoices;
  await tx
    .insert(accountSettings)
    .values({ userId, values: { notices } })
    .onConflictDoUpdate({
      target: accountSettings.userId,
      set: { values: sql`${accountSettings.values} || ${JSON.stringify({ notices })}::jsonb` },
    });
  return notices;
}
