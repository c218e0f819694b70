import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { ALERT_LIMITS, ChannelKind } from '../shared/alert-words.ts';
import { Id, Instant, line, requiredLine } from '../shared/fields.ts';

/**
 * Where a channel sends, and with what. Secrets are only written: an answer has `hasSecret` in their place. A field that is left
 * out of an update keeps its value.
 */
export const ChannelSettings = z.object({
  /** Address of webhook, slack, mattermost, teams and ntfy. */
  url: z.optional(z.nullable(line(2_000))),
  /** Signs a webhook; token of ntfy. */
  secret: z.optional(z.nullable(line(500))),
  /** The secret before, valid while receivers change to the new one. */
  previousSecret: z.optional(z.nullable(line(500))),
  /** Topic of ntfy. */
  topic: z.optional(z.nullable(line(100))),
  /** Addresses of mail, separated by commas. */
  to: z.optional(z.nullable(line(1_000))),
  /** Teams: send the Adaptive Card alone, as some flows expect it. */
  bareCard: z.optional(z.boolean()),
});
export type ChannelSettings = z.infer<typeof ChannelSettings>;

const name = requiredLine(ALERT_LIMITS.name, 'Name');

export const NewChannel = z.object({
  name,
  kind: ChannelKind,
  settings: z._default(ChannelSettings, {}),
  active: z._default(z.boolean(), true),
});
export type NewChannel = z.infer<typeof NewChannel>;

/** A default would replace the stored value of a field that is left out. */
export const ChannelChange = z.partial(z.object({ name, settings: ChannelSettings, active: z.boolean() }));
export type ChannelChange = z.infer<typeof ChannelChange>;

export const Channel = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: ChannelKind,
  settings: z.extend(z.omit(ChannelSettings, { secret: true, previousSecret: true }), {
    hasSecret: z.boolean(),
  }),
  active: z.boolean(),
  /** Comes with the product and cannot be deleted. */
  isBuiltIn: z.boolean(),
  lastSuccessAt: z.nullable(Instant),
  lastErrorAt: z.nullable(Instant),
  /** Words of the receiver, or of the network. */
  lastError: z.nullable(z.string()),
});
export type Channel = z.infer<typeof Channel>;

export const channels = {
  list: get('/api/channels', {
    scope: 'admin',
    summary: 'All channels by name',
    result: z.array(Channel),
  }),
  create: post('/api/channels', {
    scope: 'admin',
    summary: 'Create a channel',
    body: NewChannel,
    result: Channel,
    status: 201,
  }),
  update: put('/api/channels/:id', {
    scope: 'admin',
    summary: 'Change a channel',
    params: Id,
    body: ChannelChange,
    result: Channel,
  }),
  remove: del('/api/channels/:id', { scope: 'admin', summary: 'Delete a channel', params: Id }),
  test: post('/api/channels/:id/test', {
    scope: 'admin',
    summary: 'Send a test message now, and return what the receiver answered',
    params: Id,
    result: z.object({ status: z.nullable(z.int()), body: z.string() }),
  }),
};
