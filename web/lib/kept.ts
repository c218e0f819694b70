import type * as z from 'zod/mini';

/** Of the browser, or of the tab alone. */
type Place = 'browser' | 'tab';
const storageOf = (place: Place): Storage => (place === 'tab' ? sessionStorage : localStorage);

/**
 * Access to the storage of the browser. It may be forbidden, may be full, or contain data of another version or program. None of
 * that may break a screen, so errors are ignored.
 */
const quietly = <T>(access: () => T): T | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};

export const readKept = <T>(key: string, schema: z.ZodMiniType<T>, place: Place = 'browser'): T | undefined =>
  quietly(() => schema.safeParse(JSON.parse(storageOf(place).getItem(key) ?? 'null')).data);

export const readKeptText = (key: string): string | null | undefined =>
  quietly(() => localStorage.getItem(key));

export const keepText = (key: string, text: string, place: Place = 'browser'): void =>
  quietly(() => storageOf(place).setItem(key, text));

export const keep = (key: string, value: unknown, place?: Place): void =>
  keepText(key, JSON.stringify(value), place);

export const forget = (key: string): void => quietly(() => localStorage.removeItem(key));
