import type { LanguageModel } from 'ai';
import { boundedFetch } from '../bounded-fetch.ts';
import type { Config } from '../config.ts';

/** Maximum bytes of a response; ours need less than a tenth. */
const MOST_BYTES = 2 * 1024 * 1024;

type Settings = Pick<Config, 'AI_PROVIDER' | 'AI_BASE_URL' | 'AI_API_KEY' | 'AI_MODEL'>;

/** Default address of such an endpoint on the same machine. */
const LOCAL = 'http://127.0.0.1:11434/v1';

/** The configured language model; undefined without one. Sends nothing yet. */
export async function openModel(settings: Settings): Promise<LanguageModel | undefined> {
  const { AI_PROVIDER: provider, AI_MODEL: model = '' } = settings;
  const own = {
    ...(settings.AI_API_KEY && { apiKey: settings.AI_API_KEY }),
    ...(settings.AI_BASE_URL && { baseURL: settings.AI_BASE_URL }),
    fetch: boundedFetch(MOST_BYTES),
  };
  switch (provider) {
    case 'builtin':
      return undefined;
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const settled = { name: 'model', baseURL: LOCAL, supportsStructuredOutputs: true, ...own };
      // Local models include their reasoning in the reply.
      const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai');
      const middleware = extractReasoningMiddleware({ tagName: 'think' });
      return wrapLanguageModel({ model: createOpenAICompatible(settled)(model), middleware });
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(own)(model);
    }
    case 'azure': {
      const { createAzure } = await import('@ai-sdk/azure');
      const baseURL = settings.AI_BASE_URL && azureAddress(settings.AI_BASE_URL);
      return createAzure({ ...own, ...(baseURL && { baseURL }) })(model);
    }
  }
}

/** Azure displays its addresses without the path of the calls. */
function azureAddress(shown: string): string {
  const { hostname, pathname, origin } = new URL(shown);
  return hostname.endsWith('.azure.com') && pathname === '/' ? `${origin}/openai` : shown;
}
