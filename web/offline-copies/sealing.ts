/** An encrypted value: AES-256-GCM with a random IV. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

const IV_BYTES = 12;

/** A key that scripts can use and cannot read. */
export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** `bound` is authenticated with the value: a record that was moved or renamed does not open. */
export async function seal(key: CryptoKey, value: Uint8Array<ArrayBuffer>, bound: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const additionalData = new TextEncoder().encode(bound);
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, value) };
}

export async function unseal(
  key: CryptoKey,
  { iv, bytes }: Sealed,
  bound: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const additionalData = new TextEncoder().encode(bound);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes));
}
