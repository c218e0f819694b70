-- "Wi-Fi" is looked up as "wifi" too, and "on call" as "on-call": texts that hold such words are read anew by the next sweep, and found by the old ones until then.
UPDATE "search_entries" SET "length" = -1 WHERE "folded" ~ '[[:alpha:]]-[[:alpha:]]' OR "words" @@ 'call'::tsquery;
