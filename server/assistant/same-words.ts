/** What people call by other words than their documents do, where these have none of theirs. */
const SAME: [said: RegExp, others: string[]][] = [
  [/\b(?:boxes|machines|hosts|vms)\b/gi, ['servers']],
  [/\b(?:box|machine|host|vm)\b/gi, ['server']],
  [
    /\bleavers?\b|\b(?:who|that|(?:some|an?y)(?:body|one)|people|staff|colleagues?|employees?|persons?)(?: who| that)?(?: (?:has|have|had))? (?:left|leaves?|quit|quits|resigns?|resigned)\b/gi,
    ['leaving'],
  ],
  [/\bstart(?:s|ed)?\b/gi, ['begin']],
  [/\bdbs?\b/gi, ['database']],
  [/\breboot(?:s|ed|ing)?\b/gi, ['restart']],
  // "if a gateway goes down": what is done then is written under many words for it.
  [
    /(?<=\b(?:if|when|once)\b.{1,80}?)\b(?:(?:is|are|goes|go|went|gone|has|have|gets?|becomes?|been) )*(?:down|offline|dead|unreachable|not (?:reachable|responding|answering|working|up|online))\b/gi,
    ['down', 'offline', 'stops', 'fails', 'restart', 'outage'],
  ],
  [
    /(?<=\b(?:why|how come)\b.{1,80})\b(?:fail|fails|failed|failing|crash|crashes|crashed|broke|broken|break)\b/gi,
    ['stopped', 'outage', 'incident'],
  ],
  [/\b(?:tele)?phone numbers?\b/gi, ['phone']],
  // "At least 14" and "+31 10 555 0142" have no word for it.
  [/\b(?:min|minimum|max|maximum|length|(?:tele)?phone|extension|mobile|numbers?|nr)\b/gi, ['']],
  [
    /\b(?:switch|switched|turn|turned|shut)(?: (?:it|them))? (?:off|down)\b|\b(?:decommission|retir|phas)(?:e|es|ed|ing)?(?: out)?\b/gi,
    ['retired', 'decommissioned', 'end of life', 'end of support'],
  ],
];

/** A question as it is asked, and then in the other words for the same things. */
export const wordingsOf = (question: string): string[] => [
  question,
  ...SAME.flatMap(([said, others]) =>
    question.search(said) < 0 ? [] : others.map((other) => question.replaceAll(said, other)),
  ),
];
