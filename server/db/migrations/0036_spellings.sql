-- Comparisons ignore accents. The stored forms lose theirs here, as the server folds texts, so that everything is found at once.
UPDATE "search_entries" SET
  "folded_title" = normalize(replace(replace(replace(translate(regexp_replace(normalize("folded_title", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC),
  "folded" = normalize(replace(replace(replace(translate(regexp_replace(normalize("folded", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC)
  WHERE octet_length("folded") <> char_length("folded");--> statement-breakpoint
UPDATE "servers" SET "folded" = normalize(replace(replace(replace(translate(regexp_replace(normalize("folded", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC)
  WHERE octet_length("folded") <> char_length("folded");--> statement-breakpoint
-- The texts of servers also hold names without their joints: web01 for web-01.
UPDATE "servers" SET "folded" = concat_ws(E'\n', "folded", (
  SELECT string_agg(DISTINCT regexp_replace("match"[1], '(?<![0-9])[-_.]|[-_.](?![0-9])', '', 'g'), E'\n')
  FROM regexp_matches("folded", '[[:alnum:]]+(?:[-_.][[:alnum:]]+)+', 'g') AS found ("match")));--> statement-breakpoint
-- Words with two English spellings and names without joints are new in the index. The next clean-up rebuilds all entries; until then they are found by the old ones.
UPDATE "search_entries" SET "length" = -1;
