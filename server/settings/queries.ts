import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import {
  type NotificationKind,
  type NotificationChannels,
  NOTIFICATION_KINDS,
  type NotificationChoices,
} from '../../contract/calls/notification-choices.ts';
import {
  DEFAULT_SETTINGS,
  type SettingsChange,
  type StoredSettings,
} from '../../contract/calls/settings-change.ts';
import type { Settings } from '../../contract/calls/settings.ts';
import type { Db } from '../db/open.ts';
import { accountSettings, users } from '../db/schema.ts';

type Change = z.output<typeof SettingsChange>;

export async function findSettings(db: Db, userId: string): Promise<Settings | undefined> {
  const [row] = await db
    .select({ user: users, values: accountSettings.values })
    .from(users)
    .leftJoin(accountSettings, eq(accountSettings.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) return undefined;
  const { department, timezone, notifications, preferences } = withDefaults(row.values);
  const { firstName, lastName, profileImageUrl } = row.user;
  return {
    profile: { firstName, lastName, department, timezone, profileImageUrl },
    notifications,
    preferences,
  };
}

/** Settings stored before an option existed lack it. */
const withDefaults = (values: Partial<StoredSettings> | null): StoredSettings => ({
  department: values?.department ?? DEFAULT_SETTINGS.department,
  timezone: values?.timezone ?? DEFAULT_SETTINGS.timezone,
  notifications: { ...DEFAULT_SETTINGS.notifications, ...values?.notifications },
  preferences: { ...DEFAULT_SETTINGS.preferences, ...values?.preferences },
});

/** Merges the given parts into the current settings. */
export async function storeSettings(tx: Db, userId: string, now: Settings, change: Change): Promise<void> {
  const { department, timezone, ...account } = change.profile ?? {};
  const values: StoredSettings = {
    // An empty text stays empty: null would restore the default.
    department: department === undefined ? now.profile.department : (department ?? ''),
    timezone: timezone ?? now.profile.timezone,
    notifications: { ...now.notifications, ...given(change.notifications) },
    preferences: { ...now.preferences, ...given(change.preferences) },
  };
  await tx
    .insert(accountSettings)
    .values({ userId, values })
    .onConflictDoUpdate({
      target: accountSettings.userId,
      set: { values: sql`${accountSettings.values} || ${JSON.stringify(values)}::jsonb` },
    });
  if (Object.keys(account).length > 0)
    await tx
      .update(users)
      .set({ ...given(account), updatedAt: sql`now()` })
      .where(eq(users.id, userId));
}

/** Removes missing parts. */
const given = <T extends object>(part: T | undefined) =>
  Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Whether the account wants mails about changes of password, passkeys and second factors. */
export async function wantsSecurityAlerts(db: Db, userId: string): Promise<boolean> {
  return (await findSettings(db, userId))?.notifications.securityAlerts ?? true;
}

/** Channels of a notification kind. Mail requires both this kind and mails in general. */
export async function channelsFor(
  db: Db,
  userId: string,
  kind: NotificationKind,
): Promise<NotificationChannels> {
  const [row] = await db
    .select({ values: accountSettings.values })
    .from(accountSettings)
    .where(eq(accountSettings.userId, userId));
  const { inProduct, byMail } = choicesIn(row?.values)[kind];
  return { inProduct, byMail: byMail && withDefaults(row?.values ?? null).notifications.email };
}

type ChoiceChange = { [K in keyof NotificationChoices]?: Partial<NotificationChoices[K]> | undefined };

/** By default an account is notified of everything. */
export async function findNotificationChoices(db: Db, userId: string): Promise<NotificationChoices> {
  const [row] = await db
    .select({ values: accountSettings.values })
    .from(accountSettings)
    .where(eq(accountSettings.userId, userId));
  return choicesIn(row?.values);
}

const choicesIn = (values: Partial<StoredSettings> | undefined): NotificationChoices =>
  Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, { inProduct: true, byMail: true, ...values?.notices?.[kind] }]),
  ) as NotificationChoices;

/** Merges the given choices into the stored ones and returns the result. */
export async function storeNotificationChoices(
  tx: Db,
  userId: string,
  now: NotificationChoices,
  change: ChoiceChange,
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
