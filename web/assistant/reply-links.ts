import { itemAt } from '../../contract/shared/item-address.ts';
import type { ChatMessage } from './conversation.ts';

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
  const item = itemAt(address);
  if (!item) return 'followed';
  if (isStreaming) return 'unread';
  if (outcome !== 'model' && outcome !== 'model_failed') return 'followed';
  // If the model failed before its first word, the built-in engine replied, which lists no sources.
  if (outcome === 'model_failed' && sources.length === 0) return 'followed';
  return sources.some(({ url }) => isSame(itemAt(url), item)) ? 'followed' : 'notFound';
}

const isSame = (one: ReturnType<typeof itemAt>, other: NonNullable<ReturnType<typeof itemAt>>): boolean =>
  one?.kind === other.kind && one.id === other.id;

export const isNotFromRecords = ({ outcome, sources = [] }: Pick<ChatMessage, 'outcome' | 'sources'>) =>
  outcome === 'model' && !sources.some(({ verified }) => verified);
