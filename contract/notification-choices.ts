import * as z from 'zod/mini';
import { get, put } from './endpoint.ts';

/** Where a kind of notice goes; mail only as long as e-mail notifications are on at all. */
const Ways = z.object({ inProduct: z.boolean(), byMail: z.boolean() });
export type NotificationChannels = z.infer<typeof Ways>;

/** What the product tells people of, each with `ways`; the first three are for administrators. */
const each = <T extends z.ZodMiniType>(ways: T) =>
  z.object({
    approval: ways,
    disk: ways,
    backup: ways,
    'document.changed': ways,
    'server.status': ways,
    share: ways,
    mention: ways,
  });

export const NotificationChoices = each(Ways);
export type NotificationChoices = z.infer<typeof NotificationChoices>;
export type NotificationKind = keyof NotificationChoices;
export const NOTIFICATION_KINDS = Object.keys(NotificationChoices.shape) as NotificationKind[];

/** Apart from the settings, whose fields are those of the seed: this is finer than its switches. */
export const noticeChoices = {
  show: get('/api/notifications/choices', {
    scope: 'user',
    summary: 'Which kinds of notices reach me in the product and by mail',
    result: NotificationChoices,
  }),
  update: put('/api/notifications/choices', {
    scope: 'user',
    summary: 'Choose which kinds of notices reach me and how; whatever is left out stays',
    body: z.partial(each(z.partial(Ways))),
    result: NotificationChoices,
  }),
};
