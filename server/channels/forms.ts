import type { ChannelSettings } from '../../contract/calls/channels.ts';
import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import { signedHeaders, webhookKey } from '../standard-webhook.ts';

/** A request to the receiver of a channel. */
export type Outgoing = { url: string; headers: Record<string, string>; body: string };

/** What a form needs beside the message. A repetition keeps its `id`, so that a receiver recognises it. */
type Sent = { id: string; at: Date; settings: ChannelSettings; publicUrl: string };

type Form = (message: AlertMessage, sent: Sent) => Outgoing;

const JSON_TYPE = { 'content-type': 'application/json' };

/** The kinds that send one HTTP request. */
export const FORMS = { webhook, slack, mattermost, teams, ntfy } satisfies Record<string, Form>;

const isOver = ({ event }: AlertMessage) => event === 'resolved' || event === 'withdrawn';

/** Alertmanager writes this while an alert is firing. */
const NOT_OVER = '0001-01-01T00:00:00Z';

/** The webhook of Alertmanager (version 4), signed as Standard Webhooks say. */
function webhook(message: AlertMessage, { id, at, settings, publicUrl }: Sent): Outgoing {
  const status = isOver(message) ? 'resolved' : 'firing';
  const alerts = message.alerts.map(({ endsAt, ...alert }) => ({
    status,
    ...alert,
    endsAt: endsAt ?? NOT_OVER,
  }));
  const body = JSON.stringify({
    version: '4',
    groupKey: message.group,
    truncatedAlerts: 0,
    status,
    receiver: 'ops-hub',
    groupLabels: common(alerts, ({ labels }) => ({ alertname: labels['alertname'] ?? '' })),
    commonLabels: common(alerts, ({ labels }) => labels),
    commonAnnotations: common(alerts, ({ annotations }) => annotations),
    externalURL: publicUrl,
    alerts,
  });
  return { url: settings.url ?? '', headers: signaturesOf(settings, { id, at, body }), body };
}

/** Values that all alerts share. */
function common<T>(alerts: T[], textsOf: (alert: T) => Record<string, string>): Record<string, string> {
  const [first = {}, ...others] = alerts.map(textsOf);
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => others.every((texts) => texts[name] === value)),
  );
}

/** While a secret is being replaced, a message is signed with both. */
function signaturesOf(
  { secret, previousSecret }: ChannelSettings,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const keys = [secret, previousSecret].flatMap((text) => (text ? (webhookKey(text) ?? []) : []));
  const signed = keys.map((key) => signedHeaders(key, id, at, body));
  const signatures = signed.map((headers) => headers['webhook-signature']).join(' ');
  return { ...JSON_TYPE, ...signed[0], ...(signatures && { 'webhook-signature': signatures }) };
}

/** Below the summary: what the check said, whose server it is, and what to read. */
const linesOf = ({ text, owner, behind }: AlertMessage): string[] => [
  ...(text ? [text] : []),
  ...(owner ? [`Owner: ${owner}`] : []),
  ...(behind.count > 0
    ? [`Behind it: ${behind.names.join(', ')}${behind.count > behind.names.length ? ', …' : ''}`]
    : []),
];

type WebLink = { label: string; url: string };

const linksOf = ({ url, acknowledgeUrl, runbooks }: AlertMessage): WebLink[] => [
  ...runbooks.map((runbook) => ({ label: runbook.title, url: runbook.url })),
  { label: 'Alert', url },
  ...(acknowledgeUrl ? [{ label: 'Acknowledge', url: acknowledgeUrl }] : []),
];

const COLOURS = { critical: '#c0362c', warning: '#b7791f', info: '#0b6e75' };
const GREEN = '#2f855a';
const colourOf = (message: AlertMessage) => (isOver(message) ? GREEN : COLOURS[message.severity]);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** The separator of a link is not allowed in its text. */
const slackLink = ({ label, url }: WebLink) => `<${escaped(url)}|${escaped(label).replaceAll('|', '/')}>`;

/** Slack refuses a text block of more characters. */
const MOST_OF_BLOCK = 2_900;
const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.slice(0, MOST_OF_BLOCK) },
});

function slack(message: AlertMessage, { settings }: Sent): Outgoing {
  const summary = escaped(message.summary);
  const lines = linesOf(message).map(escaped).join('\n');
  const body = JSON.stringify({
    text: summary,
    blocks: [
      section(`*${summary}*`),
      ...(lines ? [section(lines)] : []),
      section(linksOf(message).map(slackLink).join(' · ')),
    ],
  });
  return { url: settings.url ?? '', headers: JSON_TYPE, body };
}

/** Text that a check or a person wrote is no markup. */
const plain = (text: string) => text.replace(/[\\`*_[\]()<>#|~!@]/g, String.raw`\$&`);

function mattermost(message: AlertMessage, { settings }: Sent): Outgoing {
  const links = linksOf(message).map(({ label, url }) => `[${plain(label)}](${encodeURI(url)})`);
  const attachment = {
    fallback: message.summary,
    color: colourOf(message),
    title: message.summary,
    title_link: message.url,
    text: [...linesOf(message).map(plain), links.join(' · ')].join('\n'),
  };
  const body = JSON.stringify({ text: plain(message.summary), attachments: [attachment] });
  return { url: settings.url ?? '', headers: JSON_TYPE, body };
}

const cardText = (text: string, more: object = {}) => ({
  type: 'TextBlock',
  text: plain(text),
  wrap: true,
  ...more,
});
const CARD_COLOURS = { critical: 'Attention', warning: 'Warning', info: 'Accent' };

/** A workflow of Teams takes a message with the card; some flows expect the card alone. */
function teams(message: AlertMessage, { settings }: Sent): Outgoing {
  const color = isOver(message) ? 'Good' : CARD_COLOURS[message.severity];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      cardText(message.summary, { weight: 'Bolder', color }),
      ...linesOf(message).map((line) => cardText(line)),
    ],
    actions: linksOf(message).map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
  };
  const whole = {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  };
  const body = JSON.stringify(settings.bareCard ? card : whole);
  return { url: settings.url ?? '', headers: JSON_TYPE, body };
}

const PRIORITIES = { critical: 5, warning: 4, info: 3 };
const TAGS = { critical: 'rotating_light', warning: 'warning', info: 'information_source' };
/** ntfy shows at most three buttons. */
const MOST_ACTIONS = 3;

/** ntfy takes JSON at the root of its address only. */
function ntfy(message: AlertMessage, { settings }: Sent): Outgoing {
  const links = linksOf(message).toReversed().slice(0, MOST_ACTIONS);
  const body = JSON.stringify({
    topic: settings.topic,
    title: message.summary,
    message: linesOf(message).join('\n') || message.summary,
    priority: isOver(message) ? PRIORITIES.info : PRIORITIES[message.severity],
    tags: [isOver(message) ? 'white_check_mark' : TAGS[message.severity]],
    click: message.url,
    actions: links.map(({ label, url }) => ({ action: 'view', label, url })),
  });
  const token = settings.secret ? { authorization: `Bearer ${settings.secret}` } : undefined;
  return { url: new URL('/', settings.url ?? '').href, headers: { ...JSON_TYPE, ...token }, body };
}
