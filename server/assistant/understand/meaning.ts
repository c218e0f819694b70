import type { Condition } from '../../../contract/shared/inventory-query.ts';
import type { TimeSpan } from '../../text/times-in-words.ts';

export type Host = { id: string; name: string };
/** A time is in seconds; `seconds` are those of one unit. */
type Quantity = { value: number; seconds?: number };
export type Time = Pick<TimeSpan, 'from' | 'to' | 'isDuration' | 'since'>;

/**
 * What a phrase may mean: a group of the lexicon, or something that the inventory or the text holds. Patterns name `is` and
 * `of`: `[compare]`, `[value:status]`.
 */
export type Meaning = {
  is: string;
  of?: string | undefined;
  by?: string;
  /** Values of the field `of`. */
  values?: string[];
  exact?: true;
  hosts?: Host[];
  time?: Time;
  cidrs?: string[];
  number?: Quantity;
  condition?: Condition;
  /** As it is searched for: a word of servers, a name of a person, or a name that no server has. */
  text?: string;
};

/** A phrase of the question with its possible meanings, in order. It has none when nothing knows the word. */
export type Span = {
  /** As typed. */
  text: string;
  start: number;
  end: number;
  meanings: readonly Meaning[];
  /** Nothing has to read it. */
  isFiller: boolean;
  /** The known word that a misspelt one is read as. */
  readAs?: string;
};

export const means = (span: Span | undefined, ...kinds: string[]): boolean =>
  span?.meanings.some(({ is }) => kinds.includes(is)) ?? false;
