import type { Question } from '../../contract/assistant.ts';
import type { Db } from '../db/open.ts';

export type Inquiry = Question & {
  /** For reading only. */
  db: Db;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
};

/** A piece of the answer as markdown, or what can be asked or opened after it. */
export type Piece = { chunk: string } | { suggestedActions: string[] };

/** Whatever answers questions: an engine of our own or a model. It reads, and never changes anything. */
export type Answerer = (inquiry: Inquiry) => AsyncIterable<Piece>;
