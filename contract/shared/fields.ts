import * as z from 'zod/mini';

/** Shapes that several features share. */

export const Id = z.object({ id: z.uuid() });

/** A thing and its name. */
export const Named = z.object({ id: z.uuid(), name: z.string() });

/** An instant as ISO 8601 text in UTC. */
export const Instant = z.iso.datetime();
/** Version number from a client, up to the largest that the database stores. */
export const versionNumber = z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1));

// NUL cannot be stored by PostgreSQL, the other control characters only hide in one-line texts.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f]/;
// oxlint-disable-next-line no-control-regex
const nul = /\u0000/;

/**
 * Normalises a line, so that names that look alike are equal: removes soft hyphens, zero-width characters and direction
 * marks, replaces non-breaking hyphens and spaces, and converts full-width characters. Keeps joiners after emoji and in
 * scripts that need them.
 */
export const plainLine = (text: string): string =>
  /[^\0-\x7f]/.test(text)
    ? text
        .normalize('NFC')
        .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
        .replace(/[\u2010\u2011]/g, '-')
        .replace(/\p{Zs}/gu, ' ')
        .replace(
          /([\p{Extended_Pictographic}\p{Emoji_Modifier}\u0600-\u1cff](?:\u200c|\u200d|\ufe0f)+)|\p{Default_Ignorable_Code_Point}/gu,
          '$1',
        )
    : text;

/** Replaces unpaired surrogates, which no database can store, so that drafts with them are not refused. */
const wellFormed = z.overwrite<string>((value) => value.toWellFormed());

/** Text with separate messages for a missing value and for values of other types. */
const textOr = (missing: string) =>
  z.string({ error: ({ input }) => (input === undefined ? missing : undefined) });

/** One line of at most `max` characters, trimmed. */
export const line = (max: number, string = z.string()) =>
  string.check(
    z.overwrite(plainLine),
    z.trim(),
    z.maxLength(max, `Use at most ${max} characters`),
    z.refine((text) => !controls.test(text), 'Control characters are not allowed'),
    wellFormed,
  );

/** One line that must not be blank. */
export const requiredLine = (max: number, what: string) => {
  const missing = `${what} is required`;
  return line(max, textOr(missing)).check(z.minLength(1, missing));
};

/** Text that must not be empty, stored as typed. */
export const requiredText = (missing: string) => textOr(missing).check(z.minLength(1, missing));

/** Values that forms and callers use for no choice. */
export const noneBy = (...words: string[]) =>
  z.pipe(
    z.enum(words),
    z.transform(() => null),
  );

/** Multi-line text, stored as typed. */
export const text = (max: number) =>
  z.string().check(
    z.maxLength(max, `Use at most ${max} characters`),
    z.refine((value) => !nul.test(value), 'NUL characters are not allowed'),
    wellFormed,
  );

/** A blank or null value clears the field. */
export const clearable = <S extends z.ZodMiniType<string>>(schema: S) =>
  z.pipe(
    z.nullable(schema),
    z.transform((value) => (value === '' ? null : value)),
  );

/** A whole number in an address. */
export const addressNumber = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** `limit` and `cursor` of every list. The cursor is opaque and comes from the previous page's X-Next-Cursor header. */
export const Paging = {
  limit: z.optional(addressNumber(1, 200)),
  cursor: z.optional(z.string().check(z.maxLength(500))),
};

/** Documents the headers of paged responses in OpenAPI. */
export const pagingHeaders = {
  'X-Total-Count': 'How many there are in all with these filters',
  'X-Next-Cursor': 'Give it as `cursor` for the next page; absent on the last page',
};
