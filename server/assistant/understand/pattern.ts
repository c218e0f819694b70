import type {
  Ask,
  Condition,
  InventoryQuery,
  QuerySource,
  ReadableField,
} from '../../../contract/shared/inventory-query.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import type { Vocabulary } from './entities.ts';
import { partsOf, type Found } from './matcher.ts';
import type { Meaning, Span } from './meaning.ts';

/** What is known about the whole question before its phrases are read. */
export type Context = {
  at: At;
  vocabulary: Vocabulary;
  spans: readonly Span[];
  /** It names a server, or refers to the one that the question before named. */
  isOfHost: boolean;
  previous: InventoryQuery | undefined;
};

/** What a phrase says. A query is put together from these. */
export type Piece = {
  /** Conditions that must all hold; with `isEither` one suffices. */
  where?: Condition[];
  isEither?: true;
  ask?: Ask;
  from?: QuerySource;
  /** Fields that are shown. */
  fields?: ReadableField[];
  /** Other effects on the query. */
  says?: Saying[];
};
/** It asks for instructions, for documents, or for a comparison. */
export type Saying = 'manual' | 'documents' | 'versus';

/** The phrases of a match, by their kind. */
export class Matched {
  readonly found: readonly Found[];
  readonly context: Context;
  constructor(found: readonly Found[], context: Context) {
    this.found = found;
    this.context = context;
  }
  all(...kinds: string[]): Meaning[] {
    return this.found.flatMap(({ meaning }) => (kinds.includes(meaning.is) ? [meaning] : []));
  }
  one(...kinds: string[]): Meaning | undefined {
    return this.all(...kinds)[0];
  }
  has(...kinds: string[]): boolean {
    return this.one(...kinds) !== undefined;
  }
  /** The text of the first phrase of a kind, in lower case. */
  text(kind: string): string {
    return this.found.find(({ meaning }) => meaning.is === kind)?.span.text.toLowerCase() ?? '';
  }
  number(place = 0) {
    return this.all('number')[place]?.number;
  }
}

/**
 * A row of the table: what a phrase looks like, an example, and what it says. Undefined if the parts do not fit each other. A
 * cost above 1 lets other readings win.
 */
export type Pattern = [
  shape: string,
  example: string,
  gives: (match: Matched) => Piece | undefined,
  cost?: number,
];
export type Row = {
  shape: string;
  example: string;
  gives: Pattern[2];
  cost: number;
  parts: ReturnType<typeof partsOf>;
};

export const rowsOf = (patterns: readonly Pattern[]): Row[] =>
  patterns.map(([shape, example, gives, cost = 1]) => ({
    shape,
    example,
    gives,
    cost,
    parts: partsOf(shape),
  }));
