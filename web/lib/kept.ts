import type * as z from 'zod/mini';

/**
 * Access to localStorage. A browser may forbid it, it may be full, or contain data of another version or program. None
 * of that may break a screen, so errors are ignored.
 */
const quietly = <T>(access: () => T): T | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};

export const readKept = <T>(key: string, schema: z.ZodMiniType<T>): T | undefined =>
  quietly(() => schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data);

export const readKeptText = (key: string): string | null | undefined =>
  quietly(() => localStorage.getItem(key));

export const keepText = (key: string, text: string): void => quietly(() => localStorage.setItem(key, text));

export const keep = (key: string, value: unknown): void => keepText(key, JSON.stringify(value));

export const forget = (key: string): void => quietly(() => localStorage.removeItem(key));
