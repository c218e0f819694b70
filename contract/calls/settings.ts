import * as z from 'zod/mini';
import { get } from './endpoint.ts';

export const Theme = z.enum(['light', 'dark', 'system']);
export type Theme = z.infer<typeof Theme>;

/** What lists and the search open. */
export const OpenDocuments = z.enum(['editing', 'reading']);
export type OpenDocuments = z.infer<typeof OpenDocuments>;

/** Settings of an account. */
export const Settings = z.object({
  profile: z.object({
    firstName: z.string(),
    lastName: z.string(),
    department: z.string(),
    /** IANA name of the time zone for all displayed times. */
    timezone: z.string(),
    profileImageUrl: z.nullable(z.string()),
  }),
  notifications: z.object({ email: z.boolean(), push: z.boolean(), securityAlerts: z.boolean() }),
  preferences: z.object({
    theme: Theme,
    autoSave: z.boolean(),
    compactView: z.boolean(),
    /** Times of 24 hours instead of am and pm; missing until it is chosen. */
    hour24: z.optional(z.boolean()),
    /** What lists and the search open documents for; missing until it is chosen, which means editing. */
    openDocuments: z.optional(OpenDocuments),
  }),
});
export type Settings = z.infer<typeof Settings>;

export const settings = {
  show: get('/api/settings', { scope: 'viewer', inOutage: true, summary: 'Own settings', result: Settings }),
};
