import { signedHeaders } from '../../standard-webhook.ts';
import type { ChainEntry } from '../seals.ts';
import type { Receiver } from './receiver.ts';

const TIMEOUT_MS = 10_000;

/** Sends each entry as a message of its own. The id is that of the position, so a receiver recognises a repetition. */
export const webhookReceiver = (url: string, key: Buffer): Receiver => ({
  name: 'webhook',
  portion: 20,
  async send(entries) {
    // oxlint-disable-next-line no-await-in-loop -- In the order of the chain.
    for (const entry of entries) await post(url, key, entry);
  },
});

async function post(url: string, key: Buffer, entry: ChainEntry): Promise<void> {
  const body = JSON.stringify(messageOf(entry));
  const answer = await fetch(url, {
    method: 'POST',
    headers: signedHeaders(key, `audit-${entry.position}`, new Date(), body),
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The receiver replied with status ${answer.status}`);
}

function messageOf({ position, hash, entry }: ChainEntry) {
  const { at, before, after, ...others } = entry;
  return {
    type: 'audit.entry',
    timestamp: at.toISOString(),
    data: { position, hash, at: at.toISOString(), ...others, before: parsed(before), after: parsed(after) },
  };
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
