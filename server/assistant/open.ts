import type { LanguageModel } from 'ai';
import type { FastifyBaseLogger } from 'fastify';
import type { Answerer } from './answerer.ts';
import { builtIn } from './built-in.ts';

/** Opens the configured model, or the built-in engine. */
export async function openAnswerer(
  model: LanguageModel | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
  scale: number,
): Promise<Answerer> {
  if (!model) return builtIn;
  // Loaded only when needed: it takes as long as the rest of the start.
  const { withModel } = await import('./model/stream.ts');
  const onFailure = (reason: string) => log.warn(`The model did not answer (${reason})`);
  return withModel(model, builtIn, { onFailure, scale });
}
