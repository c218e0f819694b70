/** 32 random hexadecimal digits. Not randomUUID: browsers offer it only on pages loaded over TLS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
