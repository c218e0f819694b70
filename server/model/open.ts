import type { LanguageModel } from 'ai';
import type { Config } from '../config.ts';
import { boundedFetch } from './bounded-fetch.ts';

type Settings = Pick<Config, 'AI_PROVIDER' | 'AI_BASE_URL' | 'AI_API_KEY' | 'AI_MODEL'>;

/** Where an endpoint of that kind listens on the same machine. */
const LOCAL = 'http://127.0.0.1:11434/v1';

/** The language model that the settings name; undefined where the product does without one. Nothing is asked yet. */
export async function openModel(settings: Settings): Promise<LanguageModel | undefined> {
  const { AI_PROVIDER: provider, AI_MODEL: model = '' } = settings;
  const own = {
    ...(settings.AI_API_KEY && { apiKey: settings.AI_API_KEY }),
    ...(settings.AI_BASE_URL && { baseURL: settings.AI_BASE_URL }),
    fetch: boundedFetch,
  };
  switch (provider) {
    case 'builtin':
      return undefined;
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const settled = { name: 'model', baseURL: LOCAL, supportsStructuredOutputs: true, ...own };
      // Models of one's own machine think aloud in their answer.
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

/** Azure shows its addresses without the path that calls go to. */
function azureAddress(shown: string): string {
  const { hostname, pathname, origin } = new URL(shown);
  return hostname.endsWith('.azure.com') && pathname === '/' ? `${origin}/openai` : shown;
}
