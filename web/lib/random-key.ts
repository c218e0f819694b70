/** 32 hexadecimal digits that nobody else has. Not randomUUID: browsers keep that from pages that came without TLS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
