import * as z from 'zod/mini';
import { DEFAULT_TIME_ZONE, isTimeZone } from './dates.ts';
import { put } from './endpoint.ts';
import { clearable, line } from './fields.ts';
import type { NotificationChoices } from './notification-choices.ts';
import { Settings } from './settings.ts';

/** Apart from the settings themselves, which every screen reads: this is for the one that changes them. */
export const DEPARTMENTS = ['IT Operations', 'IT Infrastructure', 'Development', 'IT Security', 'Management'];

export const TIME_ZONES = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Perth',
  'UTC',
];

/** The part that stands in a row of its own; names and picture belong to the account. */
export type StoredSettings = Pick<Settings, 'notifications' | 'preferences'> & {
  department: string;
  timezone: string;
  /** Set by calls of their own. */
  notices?: NotificationChoices;
};

/** What holds for whoever set nothing. */
export const DEFAULT_SETTINGS = {
  department: 'IT Operations',
  timezone: DEFAULT_TIME_ZONE,
  notifications: { email: true, push: false, securityAlerts: true },
  preferences: { theme: 'system', autoSave: true, compactView: false },
} as const satisfies { department: string; timezone: string } & Pick<
  Settings,
  'notifications' | 'preferences'
>;

export const SettingsChange = z.object({
  profile: z.optional(
    z.partial(
      z.object({
        firstName: line(100),
        lastName: line(100),
        department: clearable(line(100)),
        timezone: line(100).check(z.refine(isTimeZone, 'Is no time zone')),
        /** Path of an own public image; null removes the picture. */
        profileImageUrl: z.nullable(z.string().check(z.maxLength(500))),
      }),
    ),
  ),
  notifications: z.optional(z.partial(Settings.shape.notifications)),
  preferences: z.optional(z.partial(Settings.shape.preferences)),
});
export type SettingsChange = z.input<typeof SettingsChange>;

export const settingsChange = {
  update: put('/api/settings', {
    scope: 'user',
    summary: 'Change own settings; whatever is left out stays',
    body: SettingsChange,
    result: Settings,
  }),
};
