import type { ChannelSettings } from '../../../contract/calls/channels.ts';
import type { ChannelKind } from '../../../contract/shared/alert-words.ts';

type TextSetting = 'url' | 'topic' | 'to' | 'secret' | 'previousSecret';

export type ChannelField = {
  name: TextSetting;
  label: string;
  hint: string;
  /** Only written: the server never returns it. */
  isSecret?: true;
};

const URL = (hint: string): ChannelField => ({ name: 'url', label: 'Address', hint });

/** The kinds of channels with the fields of each. The order is that of the choice. */
export const CHANNEL_KINDS: Record<ChannelKind, { label: string; fields: ChannelField[] }> = {
  slack: { label: 'Slack', fields: [URL('The address of an incoming webhook')] },
  mattermost: { label: 'Mattermost', fields: [URL('The address of an incoming webhook')] },
  teams: { label: 'Microsoft Teams', fields: [URL('The address of a workflow that posts to a channel')] },
  ntfy: {
    label: 'ntfy',
    fields: [
      URL('The address of the ntfy server, such as https://ntfy.sh'),
      { name: 'topic', label: 'Topic', hint: 'Phones subscribe to it' },
      { name: 'secret', label: 'Access token', hint: 'If the topic needs one', isSecret: true },
    ],
  },
  mail: {
    label: 'Mail',
    fields: [{ name: 'to', label: 'E-mail addresses', hint: 'Separated by commas' }],
  },
  webhook: {
    label: 'Webhook',
    fields: [
      URL('Receives the format of Alertmanager, version 4'),
      {
        name: 'secret',
        label: 'Secret',
        hint: 'Signs each message. Base64, such as whsec_…',
        isSecret: true,
      },
      {
        name: 'previousSecret',
        label: 'Previous secret',
        hint: 'Still valid while receivers change to the new one',
        isSecret: true,
      },
    ],
  },
  duty: { label: 'On duty', fields: [] },
  'in-product': { label: 'In Ops Hub', fields: [] },
};

/** Kinds that administrators create. The others come with the product, or have nothing to set. */
export const NEW_KINDS = (Object.keys(CHANNEL_KINDS) as ChannelKind[]).filter(
  (kind) => kind !== 'in-product',
);

/** Where a channel sends, in one line. */
export const targetOf = ({ url, topic, to }: ChannelSettings): string =>
  [to ?? url, topic].filter(Boolean).join(', topic ');
