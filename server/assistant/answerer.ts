import type { Reader } from '../actor.ts';
import type { Outcome, Question, Source, Understood } from '../../contract/calls/assistant.ts';
import type { At } from '../../contract/shared/time-zone.ts';
import type { Db } from '../db/open.ts';

/** When, where and for whom a question is answered. */
export type Asked = At & Reader;

/** The account that asks is the reader. */
export type Inquiry = Question &
  Reader & {
    /** Read-only. */
    db: Db;
    /** The account that asks. */
    userId: string;
    /** Time of the question; "today" and "last week" are relative to it. */
    now: Date;
    /** Aborted when nobody waits for the reply any more. */
    signal: AbortSignal;
  };

/** The end of a reply, with everything beside its text. */
export type End = {
  outcome: Outcome;
  understood: Understood | null;
  earlierUnderstood?: Understood[];
  suggestedActions: string[];
  sources: Source[];
  /** The whole reply with a mark at each quotation that is not in its source, if that differs from the pieces. */
  text?: string;
};

/** A piece of the reply as markdown, or its end, which comes once and last. */
export type Piece = { chunk: string } | { end: End };

/** Answers questions: the built-in engine or a model. It only reads. */
export type Answerer = (inquiry: Inquiry) => AsyncIterable<Piece>;
