-- "switched over" is looked up as "switchover": texts that hold such words are read anew by the next sweep, and found by the old ones until then.
UPDATE "search_entries" SET "length" = -1 WHERE "words" @@ 'switch'::tsquery;
