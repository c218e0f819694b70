import type { Observation, Time } from '../observations/observation.ts';
import { findCauses, type Causes } from './causes.ts';
import { messagesAbout, messagesAtEnd } from './messages.ts';
import type { Alert, Alerts, Clock, Event, Facts, Message, Step } from './state.ts';
import { fingerprintOf } from './state.ts';

/** An alert waits at most this long for the state of what its server needs. */
const MOST_PENDING_MS = 60_000;
/** This many changes within this many checks are flapping. It ends when fewer than two changes remain. */
const FLAPPING_CHANGES = 4;
const FLAPPING_CHECKS = 10;

/**
 * The whole engine of alerts. Observations change what is known; a tick decides what it means and what is sent. Everything
 * that the decision depends on is an argument.
 */
export function step(alerts: Alerts, event: Event, now: Time): Step {
  if (event.type === 'tick') return tick(alerts, event.facts, now);
  return { alerts: observe(alerts, event.observations), messages: [], checkNow: new Set() };
}

function observe(alerts: Alerts, observations: readonly Observation[]): Alerts {
  const after = new Map(alerts);
  for (const observation of observations) {
    const fingerprint = fingerprintOf(observation);
    const before = after.get(fingerprint);
    const isOpen = before?.resolvedAt === null;
    if (isOpen) after.set(fingerprint, changed(before, observation));
    else if (observation.isBad) after.set(fingerprint, begun(before, observation));
  }
  return after;
}

/** The changes of an alert just before count as well, or a server that recovers each time would never flap. */
function begun(before: Alert | undefined, { at, ...observation }: Observation): Alert {
  return {
    ...observation,
    state: 'pending',
    causeId: null,
    startedAt: at,
    pendingSince: at,
    pendingLimit: MOST_PENDING_MS,
    firedAt: null,
    resolvedAt: null,
    changedAt: at,
    changes: [...(before ? recentChanges(before, at) : []), at],
    flapping: 'no',
    flappings: 0,
    clock: { ms: 0, runningSince: at },
    told: [],
    rules: {},
    acknowledgedAt: null,
    acknowledgedUntil: null,
    silencedUntil: null,
  };
}

function changed(alert: Alert, { at, isBad, isRevoked, text, severity }: Observation): Alert {
  if (isBad === alert.isBad) return isBad ? { ...alert, text, severity } : alert;
  const changes = isRevoked ? alert.changes.slice(0, -1) : [...recentChanges(alert, at), at];
  // The text of the failure stays, for the message that it is over.
  return { ...alert, isBad, isRevoked, ...(isBad ? { text, severity } : {}), changedAt: at, changes };
}

const recentChanges = ({ changes, checkSeconds }: Alert, now: Time): Time[] =>
  changes.filter((at) => at > now - FLAPPING_CHECKS * checkSeconds * 1000);

function tick(alerts: Alerts, facts: Facts, now: Time): Step {
  const causes = findCauses(alerts, facts);
  const isCutOff = [...alerts.values()].some(isCheckerCutOff);
  const checkNow = new Set<string>();
  const decided = new Map<string, Alert>();
  const messages: Message[] = [];
  for (const [fingerprint, alert] of alerts) {
    if (alert.resolvedAt !== null) continue;
    const next = decide(alert, { causes, facts, isCutOff, now, checkNow });
    decided.set(fingerprint, next);
    if (next.resolvedAt !== null) messages.push(...messagesAtEnd(next));
  }
  // All states are decided before the first message, because it depends on the alerts that the cause covers.
  const covered = Map.groupBy(
    [...decided.values()].filter(({ state, isBad }) => state === 'covered' && isBad),
    ({ causeId }) => causeId,
  );
  for (const [fingerprint, alert] of decided) {
    const members = [alert, ...(alert.kind === 'down' ? (covered.get(alert.serverId) ?? []) : [])];
    const sent = messagesAbout(alert, members, facts.rules, now);
    decided.set(fingerprint, sent.alert);
    messages.push(...sent.messages);
  }
  return { alerts: new Map([...alerts, ...decided]), messages, checkNow };
}

const isCheckerCutOff = ({ subject, isBad, resolvedAt }: Alert): boolean =>
  subject.kind === 'checker' && isBad && resolvedAt === null;

type Situation = { causes: Causes; facts: Facts; isCutOff: boolean; now: Time; checkNow: Set<string> };

/** Returns the same object when nothing changes, so that the caller writes only changes. */
function decide(before: Alert, situation: Situation): Alert {
  const { now } = situation;
  const alert = noticeFlapping(reopen(before, now), now);
  if (isOver(alert, now))
    return { ...alert, state: 'resolved', resolvedAt: now, clock: stopped(alert.clock, now) };
  const next = alert.isBad || alert.flapping !== 'no' ? withState(alert, situation) : alert;
  return runClock(next, now);
}

/** When the shift of the person ends who took it, an alert is open again. */
const reopen = (alert: Alert, now: Time): Alert =>
  alert.acknowledgedUntil !== null && now >= alert.acknowledgedUntil
    ? { ...alert, acknowledgedAt: null, acknowledgedUntil: null }
    : alert;

function noticeFlapping(alert: Alert, now: Time): Alert {
  const { length } = recentChanges(alert, now);
  if (alert.flapping === 'no' && length >= FLAPPING_CHANGES)
    return { ...alert, flapping: 'noticed', flappings: alert.flappings + 1 };
  return alert.flapping !== 'no' && length < 2 ? { ...alert, flapping: 'no' } : alert;
}

/** Recovery needs as many checks as failure, unless nobody was told or the failure never happened. */
function isOver({ isBad, flapping, told, isRevoked, changedAt, ...alert }: Alert, now: Time): boolean {
  if (isBad || (flapping !== 'no' && !isRevoked)) return false;
  const confirmedAt = changedAt + Math.max(0, alert.confirmations - 1) * alert.checkSeconds * 1000;
  return told.length === 0 || isRevoked || now >= confirmedAt;
}

function withState(alert: Alert, situation: Situation): Alert {
  const { now, causes } = situation;
  if (isSilenced(alert, situation)) return inState(alert, 'silenced', null);
  const causeId = causes.causeOf(alert);
  if (causeId !== null) return inState(alert, 'covered', causeId);
  // What covered it is over: its own state may have changed meanwhile, so it is checked again.
  const isReleased = alert.state === 'covered' || alert.state === 'silenced';
  const waiting = isReleased
    ? { ...alert, pendingSince: now, pendingLimit: MOST_PENDING_MS + alert.checkSeconds * 1000 }
    : alert;
  const isUndecided = alert.state !== 'firing' || situation.isCutOff;
  if (isUndecided && mustWait(waiting, situation)) return inState(waiting, 'pending', null);
  return inState({ ...waiting, firedAt: alert.firedAt ?? now }, 'firing', null);
}

function inState(alert: Alert, state: Alert['state'], causeId: string | null): Alert {
  const isSame = alert.state === state && alert.causeId === causeId;
  return isSame ? alert : { ...alert, state, causeId };
}

const isSilenced = ({ silencedUntil, serverId }: Alert, { facts, now }: Situation): boolean =>
  (silencedUntil !== null && now < silencedUntil) ||
  (serverId !== null && facts.server(serverId)?.isInMaintenance === true);

/** Waits while the checker is cut off, and until it is known whether something else explains the alert. */
function mustWait(alert: Alert, { facts, causes, isCutOff, now, checkNow }: Situation): boolean {
  const { pendingSince, pendingLimit, serverId, isBad } = alert;
  if (!isBad || now >= pendingSince + pendingLimit) return false;
  const isChecked = (id: string, isFine: boolean) => {
    const server = facts.server(id);
    if (!server?.isChecked) return true;
    return (server.checkedAt ?? 0) >= pendingSince && !(isFine && server.isSuspect);
  };
  const unclear = serverId === null || isChecked(serverId, false) ? [] : [serverId];
  for (const group of (serverId !== null && facts.server(serverId)?.needs) || []) {
    const open = group.filter((id) => !causes.isDown(id));
    if (open.every((id) => !isChecked(id, true))) unclear.push(...open);
  }
  for (const id of unclear) checkNow.add(id);
  return isCutOff || unclear.length > 0;
}

/** Delay, repetition and escalation count only the time in which a message may be sent. */
function runClock(alert: Alert, now: Time): Alert {
  const { isBad, state, flapping, acknowledgedAt, clock } = alert;
  const isOpen = state === 'pending' || state === 'firing';
  const runs = isBad && isOpen && flapping === 'no' && acknowledgedAt === null;
  if (runs === (clock.runningSince !== null)) return alert;
  return { ...alert, clock: runs ? { ...clock, runningSince: now } : stopped(clock, now) };
}

const stopped = ({ ms, runningSince }: Clock, now: Time): Clock => ({
  ms: ms + (runningSince === null ? 0 : Math.max(0, now - runningSince)),
  runningSince: null,
});
