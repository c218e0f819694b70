import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** The key of a secret as Standard Webhooks writes it: base64 with an optional prefix. Undefined for any other text. */
export function webhookKey(secret: string): Buffer | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** Headers that prove sender, content and time of a message (Standard Webhooks, signature v1). A repetition keeps its `id`. */
export function signedHeaders(key: Buffer, id: string, sentAt: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
