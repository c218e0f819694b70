import type { Question } from '../../contract/assistant.ts';
import type { Db } from '../db/open.ts';

export type Inquiry = Question & {
  /** For reading only. */
  db: Db;
  /** Who asks. */
  userId: string;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
};

/**
 * A piece of the answer as markdown, the answer that stands in the place of all pieces so far, what can be asked or opened after
 * it, or who answered where it was not the product.
 */
export type Piece =
  | { chunk: string }
  | { instead: string }
  | { suggestedActions: string[] }
  | { engine: 'model' };

/** Whatever answers questions: an engine of our own or a model. It reads, and never changes anything. */
export type Answerer = (inquiry: Inquiry) => AsyncIterable<Piece>;
