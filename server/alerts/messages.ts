import type { Time } from '../observations/observation.ts';
import type { AlertKind, AlertSeverity, MessageEvent } from '../../contract/shared/alert-words.ts';
import type { Alert, Message, Rule, RuleProgress, Told } from './state.ts';
import { isWithin } from './weekly-range.ts';

type Sent = { alert: Alert; messages: Message[] };

const SEVERITIES: AlertSeverity[] = ['info', 'warning', 'critical'];

/** The end goes to exactly those channels that were told the beginning, whatever has changed since. */
export const messagesAtEnd = (alert: Alert): Message[] =>
  alert.told.map(({ ruleId, channelId }) => ({
    alert,
    event: alert.isRevoked ? 'withdrawn' : 'resolved',
    ruleId,
    channelId,
    step: 0,
  }));

/** What is due about an alert and those that it covers, its `members`. */
export function messagesAbout(
  alert: Alert,
  members: readonly Alert[],
  rules: readonly Rule[],
  now: Time,
): Sent {
  if (alert.state !== 'firing' || alert.acknowledgedAt !== null) return { alert, messages: [] };
  const applying = rulesFor(members, rules, now);
  if (alert.flapping !== 'no') return tellFlapping(alert, applying);
  let sent: Sent = { alert, messages: [] };
  if (alert.isBad)
    for (const rule of applying) {
      const next = applyRule(sent.alert, rule, now);
      sent = { alert: next.alert, messages: [...sent.messages, ...next.messages] };
    }
  return sent;
}

/** A rule speaks for an alert as soon as it matches one of its members: the cause may belong to another team. */
function rulesFor(members: readonly Alert[], rules: readonly Rule[], now: Time): Rule[] {
  const applying = rules.filter(
    (rule) =>
      (rule.hours === null || rule.hours.some((range) => isWithin(range, now))) &&
      members.some((member) => isFor(rule, member)),
  );
  const last = applying.findIndex(({ stop }) => stop);
  return last === -1 ? applying : applying.slice(0, last + 1);
}

const isFor = ({ events, leastSeverity, servers }: Rule, { kind, severity, serverId }: Alert): boolean =>
  events.includes(kind) &&
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(leastSeverity) &&
  (servers === 'all' || (serverId !== null && servers.has(serverId)));

/** One message takes the place of many: to those who know of the alert, or else to those whom its rules name. */
function tellFlapping(alert: Alert, rules: readonly Rule[]): Sent {
  if (alert.flapping === 'told') return { alert, messages: [] };
  const unknown = rules.flatMap(({ id, channels }) =>
    channels.map((channelId): Told => ({ ruleId: id, channelId, event: 'flapping' })),
  );
  const told = alert.told.length > 0 ? alert.told : oncePerChannel(unknown);
  if (told.length === 0) return { alert, messages: [] };
  const next: Alert = { ...alert, flapping: 'told', told };
  const messages = told.map(({ ruleId, channelId }) =>
    messageOf(next, ruleId, { channelId, event: 'flapping', step: alert.flappings }),
  );
  return { alert: next, messages };
}

const oncePerChannel = (told: Told[]): Told[] => [
  ...new Map(told.toReversed().map((one) => [one.channelId, one])).values(),
];

const messageOf = (
  alert: Alert,
  ruleId: string,
  { channelId, event, step }: { channelId: string; event: MessageEvent; step: number },
): Message => ({ alert, ruleId, channelId, event, step });

function applyRule(alert: Alert, rule: Rule, now: Time): Sent {
  const { ms, runningSince } = alert.clock;
  const clock = ms + (runningSince === null ? 0 : now - runningSince);
  const progress = alert.rules[rule.id];
  if (!progress)
    return clock >= rule.delaySeconds * 1000 ? fire(alert, rule, clock) : { alert, messages: [] };
  const repeated = repeat(alert, rule, { progress, clock });
  const escalated = escalate(repeated.alert, rule, { progress, clock });
  return { alert: escalated.alert, messages: [...repeated.messages, ...escalated.messages] };
}

/** A channel hears of an alert once, even if several rules name it. */
function fire(alert: Alert, rule: Rule, clock: number): Sent {
  const isTold = (channelId: string) =>
    alert.told.some((one) => one.channelId === channelId && one.event === 'firing');
  const channels = [...new Set(rule.channels)].filter((channelId) => !isTold(channelId));
  const next = withProgress(tellAll(alert, rule.id, channels), rule.id, {
    firedAt: clock,
    lastAt: clock,
    repeats: 0,
    escalations: 0,
  });
  const messages = channels.map((channelId) =>
    messageOf(next, rule.id, { channelId, event: 'firing', step: 0 }),
  );
  return { alert: next, messages };
}

type Due = { progress: RuleProgress; clock: number };

/** A day that comes closer is told once a week, whatever the rule says about outages. */
const DATES: AlertKind[] = ['certificate', 'expiry'];
const WEEK_SECONDS = 7 * 86_400;

/** Not to channels that another rule told first: that rule repeats for itself. */
function repeat(alert: Alert, rule: Rule, { progress, clock }: Due): Sent {
  const pause = DATES.includes(alert.kind) ? WEEK_SECONDS : rule.repeatSeconds;
  if (pause === null || clock < progress.lastAt + pause * 1000) return { alert, messages: [] };
  const step = progress.repeats + 1;
  const next = withProgress(alert, rule.id, { ...progress, lastAt: clock, repeats: step });
  const messages = alert.told
    .filter(({ ruleId }) => ruleId === rule.id)
    .map(({ channelId }) => messageOf(next, rule.id, { channelId, event: 'repeat', step }));
  return { alert: next, messages };
}

function escalate(alert: Alert, rule: Rule, { progress, clock }: Due): Sent {
  const step = progress.escalations;
  const due = rule.escalate[step];
  if (!due || clock < progress.firedAt + due.afterSeconds * 1000) return { alert, messages: [] };
  const channels = [...new Set(due.channels)];
  const current = alert.rules[rule.id] ?? progress;
  const next = withProgress(tellAll(alert, rule.id, channels), rule.id, {
    ...current,
    escalations: step + 1,
  });
  const messages = channels.map((channelId) =>
    messageOf(next, rule.id, { channelId, event: 'escalated', step: step + 1 }),
  );
  return { alert: next, messages };
}

/** Notes that these channels know of the alert. */
function tellAll(alert: Alert, ruleId: string, channels: readonly string[]): Alert {
  const known = new Map(alert.told.map((one) => [one.channelId, one]));
  for (const channelId of channels)
    known.set(channelId, { ruleId: known.get(channelId)?.ruleId ?? ruleId, channelId, event: 'firing' });
  return { ...alert, told: [...known.values()] };
}

const withProgress = (alert: Alert, ruleId: string, progress: RuleProgress): Alert => ({
  ...alert,
  rules: { ...alert.rules, [ruleId]: progress },
});
