/** "howto patch the relay" */
const HOWTO =
  /(?<=^\W*|[,:;.!?]\s+|\band\s+)how-?to(?= (?!(?:guides?|documents?|docs?|articles?|about|on|for|by|with|without|that|which|in)\b)\p{L})/giu;
/** "restart web-1 how?" */
const HOW_LAST =
  /^(?=(?:restart|reboot|stop|start|patch|update|upgrade|reset|replace|install|shut down|fail over)\b)(.{3,100}?),? how\W*$/giu;
/** "tell me who the manager is" */
const ASKED_LAST = /\b(who|where|when|what) ((?:the|our) [^,.?!;]{1,60}?) (is|are)(?=\s*(?:[,.?!;]|$))/giu;
/** "who is to be called" */
const TO_BE_CALLED =
  /\bwho(?:m)? (?:(?:is|has|needs|ought) to|should|must|can|may|shall) be (?:called|contacted|asked|phoned|informed|notified|alerted|told)\b/giu;
/** "when may we work on the core network" */
const MAY_WORK =
  /\bwhen (?:may|can|could|must|should|shall|are|am) (?:i|we|you)(?: allowed to)? (?:touch|(?:work|(?:do|make|have) (?:changes|maintenance|work)|change (?:something|anything|things)) (?:on|in|at|to|with))(?= (?:the|our|all) )/giu;
/** "and what about documents on backups?" */
const AND_DOCUMENTS =
  /(?<=^\W*|[,.;?!]\s+|\b(?:and|so|ok|also|then)\W+)(?:what|how) about (?=(?:the |our |some )?(?:documents?|documentation|docs|runbooks?|guides?|articles?)\b)/giu;

const WHO = '(?:who|(?:does|do) (?:anybody|anyone|somebody|someone)|is there (?:anybody|anyone|somebody|someone)(?: who)?)'; // prettier-ignore
const HELPS = '(?:(?:can|could|would|may|might) (?:help|assist)|helps?(?= (?:out )?with))(?: me| us)?(?: out)?(?: with| on| about| in)?'; // prettier-ignore
const KNOWS = 'knows?(?: (?:something|anything|more|most|best|a lot|a bit|well))?(?: about| of)';
const IS_EXPERT = '(?:is|are) (?:the |an? |our )?(?:experts?|specialists?) (?:for|on|in|about|with)';
const TROUBLE = '(?:problems?|issues?|trouble|questions?)';
/** "who can help me with a SCADA problem", "who knows about SCADA": whom to ask about it, and not what is in trouble. */
const WHO_HELPS = new RegExp(
  `\\b${WHO} (?:${HELPS}|${KNOWS}|${IS_EXPERT})(?: (?:an?y?|some))?(?: ${TROUBLE} (?:with|on|in|about|at))?(?= \\S)(?<what>[^,.?!;]*?)(?: ${TROUBLE})?(?=\\s*(?:[,.?!;]|$))`,
  'giu',
);

/** "with neither an owner nor a location" */
const HAVE_NEITHER =
  /(?<=\b(?:have|has|having|with) )neither (?:an? |the )?([^,.;?!]{1,40}?),? nor (?:an? |the )?/giu;

/** "which system do they run?" */
const SYSTEM = /\b(which|what) systems?(?= (?:do|does|are|is) (?:they|those|these|it)\b)/giu;

/** "where do the Leeds servers go?": where they are to be, and not where they are. */
const GO_WHERE =
  /\b(where (?:do|does|did|will|are|is|should|shall|must) [^,.?!;]{2,60}?) (?:go|goes|going|gone)(?: to)?(?=\s*(?:[,.?!;]|$|and\b))/giu;

/** "are the gateways both up?", and not "both print servers and file servers" */
const ARE_BOTH = /\b((?:are|do|have|were)\b[^,.?!;]{0,60}?) both\b(?! of\b)(?![^,.?!;]{2,60} and )/giu;
/** "whom do I tell?" */
const WHO_DO_I =
  /\b(who(?:m)? (?:do|should|can|could|must|shall|would) (?:i|we|you|one)) (?:tell|ring|alert|warn|page|let know|get hold of)\b/giu;

/** "what do the gateways run?" */
const WHAT_OF = /\bwhat do ((?:the|our|all) [^,.?!;]{2,60}?) run(?=\s*(?:[,.?!;]|$|and\b))/giu;
/** "who owns the gateways and what do they run?": behind what is asked of servers no team is meant. */
const WHAT_RUN = /(?<=\S,? and )what do (?:they|these|those) run(?=\s*(?:[,.?!;]|$))/giu;

/** "when were they last checked?" */
const CHECKED =
  /\bwhen (?:were|was|are|is) (?:they|those|these)(?: all)? (?:last )?checked(?: last)?(?=\W*$)/giu;

/** "which of them is fuller", "which has the higher cpu", of however many. */
const FULLER =
  /\b(which\b[^,.?!;]{0,60}? (?:full|busi|empti|high|low))er(?![^,.?!;]{0,60} than\b)(?=\W|$)/giu;

const WORDS: [said: RegExp, meant: string][] = [
  [HOWTO, 'how to'],
  [HOW_LAST, 'how to $1'],
  [ASKED_LAST, '$1 $3 $2'],
  [TO_BE_CALLED, 'who should I contact'],
  [WHO_HELPS, 'who do I ask about$<what>'],
  [MAY_WORK, 'when is the maintenance window for'],
  [AND_DOCUMENTS, ''],
  [HAVE_NEITHER, 'no $1 and no '],
  [SYSTEM, '$1 operating system'],
  [GO_WHERE, '$1 move'],
  [CHECKED, 'what are their last checks'],
  [ARE_BOTH, '$1 all'],
  [WHO_DO_I, '$1 call'],
  [FULLER, '$1est'],
  [/\bdbs\b/giu, 'databases'],
  [/\bppl\b/giu, 'people'],
  [/(?<=\b(?:where|what|who|how|when|why|these|those|they|you) )r\b/giu, 'are'],
  [/(?<=\b(?:can|could|do|did|would|should|if|when) )u\b/giu, 'you'],
  [WHAT_OF, 'what operating system do $1 run'],
  [WHAT_RUN, 'what are their functions and operating systems'],
];

/** A message in the words that questions are read in, where people ask the same in others. */
export const inOtherWords = (message: string): string =>
  WORDS.reduce((text, [said, meant]) => text.replaceAll(said, meant), message);
