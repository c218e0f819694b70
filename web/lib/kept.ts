import type * as z from 'zod/mini';

/**
 * What this browser keeps for the next visit. A browser may forbid it or have no room, and may hold what
 * another version or somebody else wrote: nothing of that may stop a screen.
 */
export function readKept<T>(key: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export const keep = (key: string, value: unknown): void => keepText(key, JSON.stringify(value));

export function readKeptText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The choice holds until the page is left.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A store that is forbidden keeps nothing.
  }
}
