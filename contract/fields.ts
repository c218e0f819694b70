import * as z from 'zod/mini';

/** Shapes that several features share. */

export const Id = z.object({ id: z.uuid() });

/** An instant as ISO 8601 text in UTC. */
export const Instant = z.iso.datetime();
/** Number of a version, as a client sends it: up to the largest that the database stores. */
export const versionNumber = z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1));

// NUL cannot be stored by PostgreSQL, the other control characters only hide in one-line texts.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f]/;
// oxlint-disable-next-line no-control-regex
const nul = /\u0000/;

/**
 * A line without what nobody sees, so that two names that look alike are one: no soft hyphens, zero width characters or marks of
 * direction, hyphens and blanks that do not break as plain ones, full-width letters and digits as others. Joiners stay
 * behind emoji and in the scripts that need them.
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

/** Half a character, which no database can hold, becomes the sign for one that is lost: no draft is refused for it. */
const wellFormed = z.overwrite<string>((value) => value.toWellFormed());

/** Text with its own message for a missing field; other values that are not text get another message. */
const textOr = (missing: string) =>
  z.string({ error: ({ input }) => (input === undefined ? missing : undefined) });

/** One line of at most `max` characters, outer blanks taken off. */
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

/** Text that must not be empty, kept as it was typed. */
export const requiredText = (missing: string) => textOr(missing).check(z.minLength(1, missing));

/** The words by which forms and callers say that a choice is none. */
export const noneBy = (...words: string[]) =>
  z.pipe(
    z.enum(words),
    z.transform(() => null),
  );

/** Text of several lines, kept as it was typed. */
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

/** A whole number as it stands in an address. */
export const addressNumber = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** `limit` and `cursor` of every list; a cursor is opaque and comes from the X-Next-Cursor header of the page before. */
export const Paging = {
  limit: z.optional(addressNumber(1, 200)),
  cursor: z.optional(z.string().check(z.maxLength(500))),
};

/** Documents these headers of a paged answer in the OpenAPI document. */
export const pagingHeaders = {
  'X-Total-Count': 'How many there are in all with these filters',
  'X-Next-Cursor': 'Give it as `cursor` for the next page; absent on the last page',
};
