import { figureName } from './figures.ts';
import type { Before } from './follow-up.ts';
import { MORE, NUMBER_ALONE } from './goes-on.ts';
import { takeableFigure } from './ranking.ts';
import type { Sentence } from './words.ts';

/** "only the databases", "or Ubuntu?", "and over 80?", "80?", "and memory?": the words that go on, and what is still meant. */
export function continueFrom(before: Before, sentence: Sentence): Before {
  sentence.take(/only|just|instead|too|as well/);
  sentence.text = sentence.text.replace(/^ or /, ' ').replace(MORE, ' ');
  const limit = before.filter.others.find((part) => 'figure' in part);
  if (!limit) return before;
  const own = takeableFigure(sentence);
  const name = figureName(limit.figure).toLowerCase();
  const said = limit.label.slice(name.length);
  if (!own && NUMBER_ALONE.test(sentence.text) && /^\D*\d+(?:\.\d+)?\D*$/.test(said)) {
    const number = /\d+(?:\.\d+)?/.exec(sentence.text)?.[0] ?? '';
    sentence.text = LIMIT.test(sentence.text) ? ` ${name}${sentence.text}` : ` ${name}${said.replace(/\d+(?:\.\d+)?/, number)} `; // prettier-ignore
  } else if (own && own !== limit.figure && IS_FIGURE.test(sentence.text)) {
    sentence.text = ` ${figureName(own).toLowerCase()}${said} `;
    const others = before.filter.others.filter((part) => part !== limit);
    return { ...before, filter: { ...before.filter, others } };
  } else if (!own) sentence.text = sentence.text.replace(LIMIT, ` ${name}$&`);
  return before;
}

/** "the memory usage" */
const IS_FIGURE = /^ (?:the )?\S+(?: (?:usage|use|load))? $/;
const LIMIT = / (?:over|above|under|below|more than|less than|at least|at most|between) \d/;
