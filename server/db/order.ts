import { sql, type SQLWrapper, type AnyColumn, type SQL } from 'drizzle-orm';

/**
 * Order of names as people expect it ('srv2' before 'srv10', 'b' after 'A'), the same on every server whatever the
 * default of its database is. Every order by a text column goes through here.
 */
export const byName = (column: SQLWrapper) => sql`${column} collate ops_natural`;

type Person = { firstName: AnyColumn; lastName: AnyColumn; email: AnyColumn };

/** Full name, else the e-mail address. */
export const nameOf = ({ firstName, lastName, email }: Person): SQL<string> =>
  sql`coalesce(nullif(trim(concat(${firstName}, ' ', ${lastName})), ''), ${email})`;

/** The same where an outer join may find nobody. */
export const nameIfAny = (person: Person): SQL<string | null> => sql`${nameOf(person)}`;

/** Of a text `Name <e-mail>` the name; where it is empty, `here`. */
export const nameElsewhereOr = (elsewhere: AnyColumn, here: SQL<string | null>): SQL<string | null> =>
  sql`coalesce(regexp_replace(${elsewhere}, '(?<=.) <[^<>]*>$', ''), ${here})`;
