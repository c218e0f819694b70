import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

type Person = { firstName: AnyColumn; lastName: AnyColumn; email: AnyColumn };

/** Full name, else the e-mail address. */
export const nameOf = ({ firstName, lastName, email }: Person): SQL<string> =>
  sql`coalesce(nullif(trim(concat(${firstName}, ' ', ${lastName})), ''), ${email})`;

/** The same where an outer join may find nobody. */
export const nameIfAny = (person: Person): SQL<string | null> => sql`${nameOf(person)}`;

/** Of a text `Name <e-mail>` the name; where it is empty, `here`. */
export const nameElsewhereOr = (elsewhere: AnyColumn, here: SQL<string | null>): SQL<string | null> =>
  sql`coalesce(regexp_replace(${elsewhere}, '(?<=.) <[^<>]*>$', ''), ${here})`;
