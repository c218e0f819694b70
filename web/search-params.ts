import * as z from 'zod/mini';

/**
 * Search parameters are plain text in both directions. The router's own parser would turn `q=10` into a number and
 * change input such as `q=0010`.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value) params.set(name, value);
  }
  const text = params.toString();
  return text && `?${text}`;
}

/** A parameter of an address may be missing; an invalid one counts as missing. */
export const ifValid = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);
