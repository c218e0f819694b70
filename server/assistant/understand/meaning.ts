import type {
  Comparison,
  Condition,
  Measure,
  QueryEvent,
  QuerySource,
  ReadableField,
} from '../../../contract/inventory-query.ts';
import type { Figure, ServerField } from '../../../contract/server-fields.ts';
import type { TimeSpan } from '../../text/times-in-words.ts';

/** The meaning of a phrase in a question. */
export type Meaning =
  | { is: 'source'; from: QuerySource }
  /** A whole condition, also in the text form of filters. */
  | { is: 'filter'; condition: Condition }
  | { is: 'value'; field: ServerField; values: string[]; exact?: true }
  | { is: 'field'; field: ReadableField | 'document' | 'outage'; isPlural?: boolean }
  | { is: 'figure'; figure: Figure }
  /** The rest of a figure: "20 % free" is a usage of 80 %. */
  | { is: 'free' }
  | { is: 'full' }
  | { is: 'low' }
  | { is: 'compare'; op: Comparison }
  | { is: 'between' }
  | { is: 'versus' }
  | { is: 'release'; order: 1 | -1; isIncluded?: true }
  | {
      is: 'extreme';
      direction: 'asc' | 'desc';
      by?: Figure | 'createdAt' | 'certificate' | 'duration' | 'responseTime';
      isSort?: true;
      /** It ranks by a figure only, not by number. */
      isOfFigure?: true;
    }
  | { is: 'event'; event: QueryEvent }
  | { is: 'time'; time: Pick<TimeSpan, 'from' | 'to' | 'isDuration' | 'since'> }
  /** A place in time, of outages only. */
  | { is: 'order'; direction: 'asc' | 'desc' }
  | { is: 'down' }
  | { is: 'began' }
  | { is: 'past' }
  | { is: 'reboot' }
  | { is: 'running' }
  | { is: 'howLong' }
  | { is: 'documents' }
  | { is: 'contact' }
  | { is: 'ask'; ask: 'count' | 'share' | 'all' | 'average' | 'why' | 'availability' | 'overview' }
  /** Without a place, the number beside it is the place. */
  | { is: 'percentile'; place?: number }
  | { is: 'measure'; of: Exclude<Measure, Figure> }
  | { is: 'each' }
  | { is: 'duplicate' }
  | { is: 'attention' }
  | { is: 'not' }
  | { is: 'or' }
  | { is: 'and' }
  | { is: 'none' }
  | { is: 'with' }
  | { is: 'nobody' }
  | { is: 'never' }
  | { is: 'refer' }
  | { is: 'only' }
  | { is: 'also' }
  | { is: 'owns' }
  | { is: 'where' }
  | { is: 'who' }
  | { is: 'when' }
  | { is: 'manual' }
  | { is: 'filler' };
