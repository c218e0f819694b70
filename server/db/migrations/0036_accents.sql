-- Comparisons ignore accents. The stored forms lose theirs here, as the server folds texts, so that everything is found at once. The next clean-up rebuilds the words and pieces of the entries.
UPDATE "search_entries" SET "length" = -1,
  "folded_title" = normalize(replace(replace(replace(translate(regexp_replace(normalize("folded_title", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC),
  "folded" = normalize(replace(replace(replace(translate(regexp_replace(normalize("folded", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC)
  WHERE octet_length("folded") <> char_length("folded");--> statement-breakpoint
UPDATE "servers" SET "folded" = normalize(replace(replace(replace(translate(regexp_replace(normalize("folded", NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħŧ', 'olddht'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), NFC)
  WHERE octet_length("folded") <> char_length("folded");
