-- Comparisons ignore accents. The stored forms lose theirs here, as the server folds texts, so that everything is found at once. Words with two English spellings and names without joints are new in the index. The next clean-up rebuilds all entries; until then they are found by the old ones.
UPDATE "search_entries" SET "length" = -1,
  "folded_title" = normalize(replace(replace(replace(translate(regexp_replace(normalize("folded_title", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC),
  "folded" = normalize(replace(replace(replace(translate(regexp_replace(normalize("folded", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC);--> statement-breakpoint
-- The texts of servers also hold names without their joints: web01 for web-01.
UPDATE "servers" SET "folded" = concat_ws(E'\n', "plain"."folded", (
  SELECT string_agg(DISTINCT regexp_replace("match"[1], '(?<![0-9])[-_.]|[-_.](?![0-9])', '', 'g'), E'\n')
  FROM regexp_matches("plain"."folded", '[[:alnum:]]+(?:[-_.][[:alnum:]]+)+', 'g') AS "found" ("match")))
  FROM (SELECT "id", normalize(replace(replace(replace(translate(regexp_replace(normalize("folded", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC) AS "folded" FROM "servers") AS "plain" WHERE "plain"."id" = "servers"."id";
