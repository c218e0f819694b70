import { not, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { saneFigure } from '../db/sane-figure.ts';
import { incidents, servers } from '../db/schema.ts';
import { lastedIn } from './outage-times.ts';
import { takeTimeSpan, within } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';
import { Sentence } from './words.ts';

/** What was, or was not, so of a server in a time that the question names. */
export type InTime = {
  happened: 'check' | 'outage' | 'reboot';
  isNot: boolean;
  span: TimeSpan;
  mark: number;
};

const WAS = '(?:(?:that|which|have|has|had|were|was|are|is|did|do|does) )*';
const NOT = '(?:never|not|havent|hasnt|hadnt|werent|wasnt|arent|isnt|didnt|dont|doesnt)';
const NONE = '(?:without|with no|no|missing|lacking|(?:have|has|had|having) no)(?: (?:an?|any))?';
const CHECK = '(?:last )?(?:health )?checks?';
const THINGS = String.raw`(?<=(?:servers|hosts|machines|vms|boxes|·\d+) (?:(?:that|which|have|has) )*)`;
/** An outage is started too, and much comes up. */
const BOOTED = `(?:(?:last )?(?:(?:re-?)?booted|re-?started)(?: last)?|${THINGS}(?:came|come) up(?= (?:in|since|this|today|yesterday|within) ))`;
const DOWN =
  '(?:down|offline|unreachable|crash(?:ed)?|fail(?:ed)?|(?:fall|fell|fallen)(?: over)?|an? outage|any outages?)';
const NEVER_DOWN = `${WAS}never (?:(?:been|be|gone|go|went|had|have) )*${DOWN}(?: before| yet| at all)?`;

/** Each is told as it is read: "no check today", "no outage this week", "rebooted since Monday". */
const WAYS: { way: RegExp; happened: InTime['happened']; isNot: boolean }[] = [
  { way: new RegExp(`${WAS}${NOT} (?:been )?checked|${NONE} ${CHECK}`), happened: 'check', isNot: true },
  { way: new RegExp(`${WAS}(?:been )?(?:last )?(?<!${NOT} (?:been )?)checked|(?:(?:with|have|had|has)(?: an?)?|a) ${CHECK}`), happened: 'check', isNot: false },
  { way: new RegExp(`${NEVER_DOWN}|${WAS}${NOT} (?:(?:been|be|gone|go|went|had|have) )*${DOWN}|${NONE} (?:outages?|downtimes?|incidents?)`), happened: 'outage', isNot: true },
  { way: new RegExp(`${WAS}${NOT} (?:been )?${BOOTED}|${NONE} (?:reboots?|restarts?)`), happened: 'reboot', isNot: true },
  { way: new RegExp(`${WAS}(?:been )?(?<!${NOT} (?:been )?)${BOOTED}|(?:with|have|had|has)(?: an?)?(?: last)? (?:reboots?|restarts?)|a last reboot`), happened: 'reboot', isNot: false },
]; // prettier-ignore
const NEVER = new RegExp(NEVER_DOWN);
/** "for a day", "for more than two hours" up to now. */
const FOR =
  / (?:for|in)(?: (?:more than|over|at least|longer than))? (?:an? (?=(?:couple|few|minute|hour|day|week|month|year) )|(?=(?:one|two|three|\d{1,4}) (?:minute|hour|day|week|month|year)s? ))/;

/** Asks for servers that nothing happened to, which is no question for what happened. */
export const isOfNotDown = (sentence: Sentence): boolean =>
  sentence.has(NEVER) || WAYS.some(({ way, happened }) => happened === 'outage' && sentence.has(way));

/** Asks for servers by when they were booted, however they are now. */
export const isOfReboots = (sentence: Sentence): boolean =>
  WAYS.some(({ way, happened }) => happened === 'reboot' && sentence.has(way));

/** Takes "not checked today" and "no outage this week" out of the question; without a time only what never happened. */
export function takeInTime(sentence: Sentence, timeZone: string): InTime[] {
  for (const { way, happened, isNot } of WAYS) {
    const own = Sentence.of(sentence.text);
    own.mark = sentence.mark;
    if (!own.take(way)) continue;
    const { mark } = own;
    own.text = own.text.replace(FOR, ' in the last ');
    const span = takeTimeSpan(own, timeZone);
    // Of a server the last check is known: whether one before it was in a time that is over, is not.
    if (!span || 'lack' in span || (happened === 'check' && isNot && span.until)) return [];
    [sentence.text, sentence.mark] = [own.text, own.mark];
    return [{ happened, isNot, span, mark }];
  }
  return [];
}

export const takeNeverDown = (sentence: Sentence): boolean => sentence.take(NEVER) !== undefined;

/** By the uptime at the last check; of one that is offline it tells nothing. */
const BOOT = sql`(coalesce(${servers.lastHealthCheck}, now()) - ${saneFigure('uptime')} * interval '1 second')`;

export function inTimeCondition({ happened, isNot, span }: InTime): SQL {
  if (happened === 'reboot') {
    const isIn = sql`coalesce(${within(BOOT, span)}, false)`;
    return sql`(${servers.status} <> 'offline' and ${saneFigure('uptime')} is not null and ${isNot ? not(isIn) : isIn})`;
  }
  const holds =
    happened === 'check'
      ? sql`coalesce(${within(sql`${servers.lastHealthCheck}`, span)}, false)`
      : sql`(exists (select 1 from ${incidents} where ${incidents.serverId} = ${servers.id} and ${lastedIn(span)})${span.until ? sql`` : sql` or ${servers.status} = 'offline'`})`;
  return isNot ? not(holds) : holds;
}

/** In words that are read as those of a question. */
export const describeInTime = ({ happened, isNot, span }: InTime): string =>
  `${isNot ? `no ${happened}` : `a last ${happened}`} ${span.said}`;
