import { CALLS, NUMBER_WORD, WHOM_TO_ASK } from './words.ts';

export const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?|${NUMBER_WORD})`;
export const UNITS =
  '(?:milliseconds?|ms|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|nights?|weeks?|months?|quarters?|years?)';
const WHEN_DONE =
  'until|till|while|for ?ever|for good|never|indefinitely|permanently|at once|immediately|overnight';
const BEGINS = String.raw`^\W*(?:(?:and|but|so|ok|tell me|do you know) )*`;

/** What some questions ask for by their first words, and how any text tells it: what does not is no answer to them. `isAmount`: many texts hold one, of anything. */
const KINDS: { asks: RegExp; tells: RegExp; isAmount?: true }[] = [
  {
    // "how long must a password be" asks for letters.
    asks: new RegExp(
      String.raw`${BEGINS}how (?:long|fast|quick|quickly|soon)\b(?!.* be\b(?! \S+(?:ed|pt|en)\b))|\bhow long\W*$`,
      'i',
    ),
    isAmount: true,
    // "Sixty in an hour" is how many, and not how long.
    tells: new RegExp(
      String.raw`\b${NUMBER}(?:th|st|nd|rd)?[ -]?(?:working |calendar |business |whole |full )?${UNITS}\b|(?<!\b(?:in|per|once|twice|times) )\b(?:an?|one|half an?|the (?:same|next|first|last)) (?:working |whole |full )?${UNITS}\b|\b(?:${WHEN_DONE})\b`,
      'i',
    ),
  },
  {
    asks: new RegExp(
      String.raw`${BEGINS}how much (?:is|are|for) (?:an?|one|another|new)\b|\b(?:costs?|price|prices)\b`,
      'i',
    ),
    isAmount: true,
    tells:
      /[€$£¥]|\b(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|francs?|cents?|free of charge|for free|costs?|prices?)\b/i,
  },
  {
    asks: /\b(?:(?:tele)?phone|mobile|extension)\b(?: (?:numbers?|nr|no))?\W*$|\b(?:(?:tele)?phone|mobile|extension)(?: (?:numbers?|nr|no))? (?:of|for)\b/i,
    tells:
      // "At risk, or the room is above 32 degrees" is no number to call.
      /\+?\d(?:[ ()/.-]?\d){4,}|\b(?:extension|ext|phone|telephone|mobile|tel)\b[^.]{0,40}?\d{2,}|\b(?:on|under|at|reach|ring|call)\b[^.]{0,40}?\d{3,}|:\s*\d{3,}/i,
  },
  {
    asks: /\b(?:min|minimum|max|maximum) (?:length|size|age|height|weight)\b/i,
    isAmount: true,
    tells:
      /\b(?:(?:at|the) (?:least|most)|min|minimum|max|maximum|(?:more|less|fewer|longer|shorter|smaller|larger) than|up to|limit\p{L}*|characters?|letters?)\b/iu,
  },
  {
    asks: /\b(?:numbers?|nr)\W*$|^\W*(?:what|whats|what is|which)(?: the)? number (?:of|for|has|does)\b/i,
    tells: /\d{2}/,
  },
  {
    asks: new RegExp(String.raw`\b${WHOM_TO_ASK}\b(?! about\b)`, 'i'),
    tells: new RegExp(
      String.raw`${CALLS.source}|@|\b(?:extension|ext|tele(?:phone)?|mobile|contacts?|responsible|deput(?:y|ies)|on-?call|desk|teams?|leads?|managers?|owners?|owned|approv\w+|by)\b`,
      'i',
    ),
  },
];

/** `tells`: whether a text tells of each kind; `isAny`: any was asked for. */
export type Kinds = { isAny: boolean; isAmount: boolean; tells: (text: string) => boolean };

/** The kinds of things that a question asks for. */
export function kindsAskedFor(question: string): Kinds {
  const kinds = KINDS.filter(({ asks }) => asks.test(question));
  return {
    isAny: kinds.length > 0,
    isAmount: kinds.some(({ isAmount }) => isAmount),
    tells: (text) => kinds.every(({ tells }) => tells.test(text)),
  };
}

/** The same, of texts that tell something besides. */
export const alsoTelling = (kinds: Kinds, besides?: Kinds['tells']): Kinds =>
  besides === undefined
    ? kinds
    : { ...kinds, isAny: true, tells: (text) => kinds.tells(text) && besides(text) };
