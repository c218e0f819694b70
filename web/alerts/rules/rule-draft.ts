import type { AlertRule, NewAlertRule } from '../../../contract/calls/alert-rules.ts';
import { minutesOf, secondsOf } from '../../lib/minutes.ts';

/** A rule as the form holds it: numbers of minutes are text while they are typed. */
export type RuleDraft = Pick<
  Required<NewAlertRule>,
  'name' | 'filter' | 'events' | 'leastSeverity' | 'hours' | 'channels' | 'stop' | 'active'
> & {
  delayMinutes: string;
  /** Empty: no repetition. */
  repeatMinutes: string;
  escalate: { afterMinutes: string; channels: string[] }[];
};

/** What each part of the form gets. */
export type RulePart = {
  draft: RuleDraft;
  onChange: (part: Partial<RuleDraft>) => void;
  errorOf: (field: string) => string | undefined;
};

const NEW: RuleDraft = {
  name: '',
  filter: '',
  events: ['down'],
  leastSeverity: 'info',
  hours: null,
  channels: [],
  stop: false,
  active: true,
  delayMinutes: '0',
  repeatMinutes: '',
  escalate: [],
};

export function draftOf(rule: AlertRule | undefined): RuleDraft {
  if (!rule) return NEW;
  const { delaySeconds, repeatSeconds, escalate, ...rest } = rule;
  return {
    ...rest,
    delayMinutes: minutesOf(delaySeconds),
    repeatMinutes: repeatSeconds === null ? '' : minutesOf(repeatSeconds),
    escalate: escalate.map(({ afterSeconds, channels }) => ({
      afterMinutes: minutesOf(afterSeconds),
      channels,
    })),
  };
}

export function ruleOf(draft: RuleDraft): NewAlertRule {
  const { name, filter, events, leastSeverity, hours, channels, stop, active } = draft;
  return {
    name,
    filter,
    events,
    leastSeverity,
    hours,
    channels,
    stop,
    active,
    delaySeconds: secondsOf(draft.delayMinutes),
    repeatSeconds: draft.repeatMinutes.trim() === '' ? null : secondsOf(draft.repeatMinutes),
    escalate: draft.escalate.map(({ afterMinutes, channels: receivers }) => ({
      afterSeconds: secondsOf(afterMinutes),
      channels: receivers,
    })),
  };
}
