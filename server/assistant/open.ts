import type { LanguageModel } from 'ai';
import type { FastifyBaseLogger } from 'fastify';
import type { Answerer } from './answerer.ts';
import { answersWithoutModel } from './built-in.ts';

/** Who answers questions: the model, or where there is none the product itself. */
export async function openAnswerer(
  model: LanguageModel | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
  scale: number,
): Promise<Answerer> {
  if (!model) return answersWithoutModel;
  // Not loaded where it is not used: it takes as long as the rest of the start.
  const { answersWithModel } = await import('./with-model.ts');
  const onFailure = (reason: string) => log.warn(`The model did not answer (${reason})`);
  return answersWithModel(model, { onFailure, scale });
}
