import * as z from 'zod/mini';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../shared/dates.ts';
import { put } from './endpoint.ts';
import { clearable, line } from '../shared/fields.ts';
import type { NotificationChoices } from './notification-choices.ts';
import { Settings } from './settings.ts';

/** Separate from the settings, which every screen reads: only the settings screen changes them. */
export const DEPARTMENTS = ['IT Operations', 'IT Infrastructure', 'Development', 'IT Security', 'Management'];

export const TIME_ZONES = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Perth',
  'UTC',
];

/** The stored part; names and picture belong to the account. */
export type StoredSettings = Pick<Settings, 'notifications' | 'preferences'> & {
  department: string;
  timezone: string;
  /** Changed by separate calls. */
  notices?: NotificationChoices;
};

/** Defaults. */
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
        /** Path of the account's own public image; null removes the picture. */
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
    scope: 'viewer',
    summary: 'Change own settings; whatever is left out stays',
    body: SettingsChange,
    result: Settings,
  }),
};
