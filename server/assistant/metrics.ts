import { Counter, Histogram, Registry } from 'prom-client';
import type { Outcome } from '../../contract/assistant.ts';

/** How a question ended: with a reply, without one, or the reader left before it. */
export type Ending = Outcome | 'failed' | 'left';

/** What /metrics tells about questions; one registry an app, so that tests do not share it. */
export function questionMetrics() {
  const registry = new Registry();
  const questions = new Counter({
    name: 'ops_hub_assistant_questions_total',
    help: 'Questions to the assistant, by how they ended',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const firstChunk = new Histogram({
    name: 'ops_hub_assistant_first_chunk_seconds',
    help: 'Time from a question to the first words of its reply, by what replied',
    labelNames: ['engine'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
    registers: [registry],
  });
  return {
    registry,
    /** `firstMs` is undefined where no words came. A failed model counts as the model: its time was waited for. */
    record(outcome: Ending, firstMs: number | undefined) {
      questions.inc({ outcome });
      if (firstMs === undefined) return;
      const engine = outcome === 'model' || outcome === 'model_failed' ? 'model' : 'builtin';
      firstChunk.observe({ engine }, firstMs / 1_000);
    },
  };
}

export type QuestionMetrics = ReturnType<typeof questionMetrics>;
