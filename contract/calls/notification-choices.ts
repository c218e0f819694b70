import * as z from 'zod/mini';
import { get, put } from './endpoint.ts';

/** Channels of a notification kind; mail also requires that e-mail notifications are on. */
const Ways = z.object({ inProduct: z.boolean(), byMail: z.boolean() });
export type NotificationChannels = z.infer<typeof Ways>;

/** Kinds of notifications with their `ways` (channels); the first four are for administrators. */
const each = <T extends z.ZodMiniType>(ways: T) =>
  z.object({
    approval: ways,
    disk: ways,
    backup: ways,
    channel: ways,
    'document.changed': ways,
    'server.status': ways,
    share: ways,
    mention: ways,
    access: ways,
  });

export const NotificationChoices = each(Ways);
export type NotificationChoices = z.infer<typeof NotificationChoices>;
export type NotificationKind = keyof NotificationChoices;
export const NOTIFICATION_KINDS = Object.keys(NotificationChoices.shape) as NotificationKind[];

/** Separate from the settings, whose fields the specification fixes: these choices are finer. */
export const noticeChoices = {
  show: get('/api/notifications/choices', {
    scope: 'viewer',
    summary: 'Which kinds of notices reach me in the product and by mail',
    result: NotificationChoices,
  }),
  update: put('/api/notifications/choices', {
    scope: 'viewer',
    summary: 'Choose which kinds of notices reach me and how; whatever is left out stays',
    body: z.partial(each(z.partial(Ways))),
    result: NotificationChoices,
  }),
};
