import { WHOM_TO_ASK } from './words.ts';

/** What people call by other words than their documents do, where these have none of theirs. */
const SAME: [said: RegExp, others: string[]][] = [
  [/\b(?:boxes|machines|hosts|vms)\b/gi, ['servers']],
  [/\b(?:box|machine|host|vm)\b/gi, ['server']],
  [/\bvms?\b/gi, ['virtual machine']],
  [
    /\bleavers?\b|\b(?:who|that|(?:some|an?y)(?:body|one)|people|staff|colleagues?|employees?|persons?)(?: who| that)?(?: (?:has|have|had))? (?:left|leaves?|quit|quits|resigns?|resigned)\b/gi,
    ['leaving'],
  ],
  [/\bstart(?:s|ed)?\b/gi, ['begin']],
  [/\bdb\b/gi, ['database']],
  [/\breboot(?:s|ed|ing)?\b/gi, ['restart']],
  // "pasword" is a password of some, and so no slip.
  [/\b(?:pw|pwd|passwd|pasword|passcode)s?\b/gi, ['password']],
  [/\b(?:wlan|wireless(?: (?:lan|network))?)\b/gi, ['wifi', 'wireless', 'wlan']],
  [/\bwi-?fi\b/gi, ['wireless', 'wlan']],
  [/\b(?:mfa|2fa|otp)\b/gi, ['two-factor', 'second factor', 'authenticator']],
  [/\bsso\b/gi, ['single sign-on', 'login']],
  [/\b(?:undelete|get back|bring back|recover(?:ing|ed)?)\b/gi, ['restore']],
  // Swap that is full is memory.
  [/\bswap(?:ped|ping)?(?: out)?(?= (?:the|an?|my|our|it)\b)/gi, ['replace', 'exchange']],
  [/\b(?:copier|photocopier|mfp)s?\b/gi, ['printer', 'multifunction printer']],
  [/\boff-?site\b/gi, ['off site', 'second site', 'other site']],
  [/\b(?:name ?servers?|resolvers?)\b/gi, ['DNS']],
  [/\b(?:certs?|tls|ssl)\b/gi, ['certificate']],
  // "if a gateway goes down": what is done then is written under many words for it.
  [
    /(?<=\b(?:if|when|once)\b.{1,80}?)\b(?:(?:is|are|goes|go|went|gone|has|have|gets?|becomes?|been) )*(?:down|offline|dead|unreachable|not (?:reachable|responding|answering|working|up|online))\b/gi,
    ['down', 'offline', 'stops', 'fails', 'restart', 'outage'],
  ],
  [
    /(?<=\b(?:why|how come)\b.{1,80})\b(?:fail|fails|failed|failing|crash|crashes|crashed|broke|broken|break)\b/gi,
    ['stopped', 'outage', 'incident'],
  ],
  [new RegExp(String.raw`\b${WHOM_TO_ASK}\b`, 'gi'), ['']],
  [/\b(?:tele)?phone numbers?\b/gi, ['phone']],
  // "At least 14" and "+31 10 555 0142" have no word for it.
  [
    /\b(?:min|minimum|max|maximum|length|(?:tele)?phone|extension|mobile|numbers?|nr|prices?|costs?)\b/gi,
    [''],
  ],
  // A time tells how fast somebody is, and how long it takes.
  [/(?<=^\W*(?:(?:and|so|but) )*how )(?:fast|quick|quickly|soon)\b/gi, ['long']],
  [/(?<=\bhow long\b.*)\b(?:takes?|took|lasts?|lasted|needs?)\b/gi, ['']],
  [
    /\b(?:switch|switched|turn|turned|shut)(?: (?:it|them))? (?:off|down)\b|\b(?:decommission|retir|phas)(?:e|es|ed|ing)?(?: out)?\b/gi,
    ['retired', 'decommissioned', 'end of life', 'end of support'],
  ],
];

/** That something does not do what it should, in a question and in what is written of it. */
const FAILS =
  /\b(?:(?:is|are|does|do|did|has|have|was|were|can|will) ?not?(?: \p{L}+)?|(?:isn|aren|doesn|don|didn|hasn|won|can|wasn)['’]?t(?: \p{L}+)?|not \p{L}+ing|(?:is |are |has |have |went )?(?:down|offline|dead|gone|frozen|freez(?:es|ing)|hang(?:s|ing)?|hung|stuck|silent|broken|failed|failing|fails|missing|lost|crash(?:ed|es|ing)))\b/giu;
const TELLS_OF_TROUBLE =
  /\b(?:not|no|none|never|nothing|cannot|\p{L}+n['’]t|hang(?:s|ing)?|hung|fr[eo]ez\p{L}*|stuck|stops?|stopped|stands?|stood|silent|dead|blank|empty|missing|los[et]s?|gone|fail\p{L}*|br[eo]k\p{L}*|breaks?|down|offline|outages?|out of order|unreachable|stale|old|slow|faults?|errors?|wrong|troubles?|crash\p{L}*)\b/iu;
/** Of that nothing goes any more, where one word of the rest is all that was said of what. */
const TELLS_OF_OUTAGE =
  /\b(?:hang(?:s|ing)?|hung|frozen|stuck|stops?|stopped|stood still|silent|dead|fail\p{L}*|broken|breaks|down|offline|outages?|out of order|unreachable|do(?:es)? not (?:arrive|work|start|answer|respond))\b/iu;
export const tellsOfOutage = (text: string): boolean => TELLS_OF_OUTAGE.test(text);
export const tellsOfTrouble = (text: string): boolean => TELLS_OF_TROUBLE.test(text);

/** What it is that fails: every runbook has words of its own for how. Undefined where a question says of nothing that it does. */
export function whatFails(question: string): string | undefined {
  const rest = question.replaceAll(FAILS, ' ');
  return rest === question ? undefined : rest;
}

/** A question as it is asked, and then in the other words for the same things. */
export const wordingsOf = (question: string): string[] => [
  question,
  ...SAME.flatMap(([said, others]) =>
    question.search(said) < 0 ? [] : others.map((other) => question.replaceAll(said, other)),
  ),
];
