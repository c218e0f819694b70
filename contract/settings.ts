import * as z from 'zod';
import { DEFAULT_TIME_ZONE } from './dates.ts';
import { get, put } from './endpoint.ts';
import { clearable, line } from './fields.ts';

export const DEPARTMENTS = ['IT Operations', 'IT Infrastructure', 'Development', 'IT Security', 'Management'];

export const TIME_ZONES = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Perth',
  'UTC',
];

export const Theme = z.enum(['light', 'dark', 'system']);
export type Theme = z.infer<typeof Theme>;

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Names of zones come from a list that browsers and servers know.
    return false;
  }
};

/** What an account sets for itself. */
export const Settings = z.object({
  profile: z.object({
    firstName: z.string(),
    lastName: z.string(),
    department: z.string(),
    /** IANA name; every exact time is shown in it. */
    timezone: z.string(),
    profileImageUrl: z.string().nullable(),
  }),
  notifications: z.object({ email: z.boolean(), push: z.boolean(), securityAlerts: z.boolean() }),
  preferences: z.object({ theme: Theme, autoSave: z.boolean(), compactView: z.boolean() }),
});
export type Settings = z.infer<typeof Settings>;

/** The part that stands in a row of its own; names and picture belong to the account. */
export type StoredSettings = Pick<Settings, 'notifications' | 'preferences'> & {
  department: string;
  timezone: string;
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
  profile: z
    .object({
      firstName: line(100),
      lastName: line(100),
      department: clearable(line(100)),
      timezone: line(100).refine(isTimeZone, 'Is no time zone'),
      /** Only null, which takes the picture away; one is set by its upload. */
      profileImageUrl: z.null(),
    })
    .partial()
    .optional(),
  notifications: Settings.shape.notifications.partial().optional(),
  preferences: Settings.shape.preferences.partial().optional(),
});
export type SettingsChange = z.input<typeof SettingsChange>;

export const settings = {
  show: get('/api/settings', { scope: 'user', summary: 'Own settings', result: Settings }),
  update: put('/api/settings', {
    scope: 'user',
    summary: 'Change own settings; whatever is left out stays',
    body: SettingsChange,
    result: Settings,
  }),
};
