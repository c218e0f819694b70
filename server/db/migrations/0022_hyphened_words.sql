-- "Wi-Fi" is looked up as "wifi" too, "on call" as "on-call", "telephone" as "phone", "2026-08-14" as a day of August: texts that hold such words are read anew by the next sweep, and found by the old ones until then.
UPDATE "search_entries" SET "length" = -1 WHERE "folded" ~ '[[:alpha:]]-[[:alpha:]]' OR "folded" ~ '(19|20)[[:digit:]]{2}-[[:digit:]]{2}' OR "words" @@ 'call | telephon'::tsquery;
