import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

type Person = { firstName: AnyColumn; lastName: AnyColumn; email: AnyColumn };

/** Full name, else the e-mail address. */
export const nameOf = ({ firstName, lastName, email }: Person): SQL<string> =>
  sql`coalesce(nullif(trim(concat(${firstName}, ' ', ${lastName})), ''), ${email})`;

/** The same for outer joins, where the person may be missing. */
export const nameIfAny = (person: Person): SQL<string | null> => sql`${nameOf(person)}`;

/** The name part of `Name <e-mail>`, or `here` when the text is empty. */
export const nameElsewhereOr = (elsewhere: AnyColumn, here: SQL<string | null>): SQL<string | null> =>
  sql`coalesce(regexp_replace(${elsewhere}, '(?<=.) <[^<>]*>$', ''), ${here})`;
