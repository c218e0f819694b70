import { eq, sql } from 'drizzle-orm';
import { NOTICE_KINDS, type NoticeChoices } from '../../contract/notice-choices.ts';
import type { StoredSettings } from '../../contract/settings-change.ts';
import type { Db } from '../db/open.ts';
import { accountSettings } from '../db/schema.ts';

type Change = { [K in keyof NoticeChoices]?: Partial<NoticeChoices[K]> | undefined };

/** Whoever chose nothing is told of everything. */
export async function findNoticeChoices(db: Db, userId: string): Promise<NoticeChoices> {
  const [row] = await db
    .select({ values: accountSettings.values })
    .from(accountSettings)
    .where(eq(accountSettings.userId, userId));
  return choicesIn(row?.values);
}

export const choicesIn = (values: Partial<StoredSettings> | undefined): NoticeChoices =>
  Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, { inProduct: true, byMail: true, ...values?.notices?.[kind] }]),
  ) as NoticeChoices;

/** Stores what is chosen over what holds now, and returns what holds then. */
export async function storeNoticeChoices(
  tx: Db,
  userId: string,
  now: NoticeChoices,
  change: Change,
): Promise<NoticeChoices> {
  const notices = Object.fromEntries(
    NOTICE_KINDS.map((kind) => [
      kind,
      {
        inProduct: change[kind]?.inProduct ?? now[kind].inProduct,
        byMail: change[kind]?.byMail ?? now[kind].byMail,
      },
    ]),
  ) as NoticeChoices;
  await tx
    .insert(accountSettings)
    .values({ userId, values: { notices } })
    .onConflictDoUpdate({
      target: accountSettings.userId,
      set: { values: sql`${accountSettings.values} || ${JSON.stringify({ notices })}::jsonb` },
    });
  return notices;
}
