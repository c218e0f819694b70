import type { LanguageModel } from 'ai';
import type { FastifyBaseLogger } from 'fastify';
import { builtInWriter } from './built-in-writer.ts';
import type { Writer } from './writer.ts';

/** Who helps with writing: the model, or where there is none the product itself. */
export async function openWriter(
  model: LanguageModel | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Writer> {
  if (!model) return builtInWriter;
  // Not loaded where it is not used: it takes as long as the rest of the start.
  const { modelWriter } = await import('./model-writer.ts');
  const onFailure = (reason: string) => log.warn(`The model did not help with writing (${reason})`);
  return modelWriter(model, { otherwise: builtInWriter, onFailure });
}
