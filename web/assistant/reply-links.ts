import { paths } from '../paths.ts';
import type { ChatMessage } from './conversation.ts';

const THINGS: Record<string, string> = {
  [paths.knowledgeBase]: 'doc',
  [paths.infrastructure]: 'server',
  [paths.team]: 'member',
};

/** The address of the document, server or person that a link opens; undefined for other links. */
function thingIn(address: string): string | undefined {
  const { pathname = '', searchParams } = URL.parse(address, 'http://own.invalid') ?? {};
  const [, path = pathname, own] = /^(\/[^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  const name = Object.hasOwn(THINGS, path) ? THINGS[path] : undefined;
  const id = name === undefined ? undefined : (own ?? searchParams?.get(name));
  return id === null || id === undefined ? undefined : `${path}?${name}=${id}`;
}

/** States of a link in a reply: `unread` while its target is not known yet, `notFound` if there is none. */
export type LinkState = 'followed' | 'unread' | 'notFound';

/**
 * A model may invent a link to a document, server or person, so a link is followed only once its target was found.
 * The built-in engine links only what it read from the database.
 */
export function linkState(
  { isStreaming, outcome, sources = [] }: Pick<ChatMessage, 'isStreaming' | 'outcome' | 'sources'>,
  address: string,
): LinkState {
  const thing = thingIn(address);
  if (thing === undefined) return 'followed';
  if (isStreaming) return 'unread';
  if (outcome !== 'model' && outcome !== 'model_failed') return 'followed';
  // If the model failed before its first word, the built-in engine replied, which lists no sources.
  if (outcome === 'model_failed' && sources.length === 0) return 'followed';
  return sources.some(({ url }) => url === thing) ? 'followed' : 'notFound';
}

export const isNotFromRecords = ({ outcome, sources = [] }: Pick<ChatMessage, 'outcome' | 'sources'>) =>
  outcome === 'model' && !sources.some(({ verified }) => verified);
