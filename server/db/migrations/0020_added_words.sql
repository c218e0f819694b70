-- Their "added" and "adding" stand under "ad", their "erred" under "er": made anew by the next sweep.
UPDATE "search_entries" SET "words" = NULL, "length" = 0 WHERE "words" @@ 'ad | er | eb | eg'::tsquery;
