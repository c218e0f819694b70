import type { Answerer } from './answerer.ts';
import { closestPassages } from './documents/passages.ts';

/** Replies without a model: what the parser understands is run as a query, everything else shows the closest passages. */
export const builtIn: Answerer = async function* ({ db, query }) {
  const passages = await closestPassages(db, query);
  yield { chunk: passages.text ?? 'I found nothing.' };
  yield {
    end: {
      outcome: passages.text ? 'passages' : 'nothing',
      understood: null,
      suggestedActions: [],
      sources: [],
    },
  };
};
