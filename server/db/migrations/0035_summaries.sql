ALTER TABLE "documents" ADD COLUMN "summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- By hand: the summaries of stored documents. The search entry begins with the excerpt on one line, else with the text, both
-- without markup. Documents in the bin have none and begin with their content as it is.
UPDATE "documents" SET "summary" = CASE WHEN length(cards.body) > 240 THEN rtrim(left(cards.body, 240)) || '…' ELSE cards.body END
FROM (
  SELECT id, CASE WHEN starts_with(lower(line), lower(title)) THEN ltrim(substr(line, length(title) + 1)) ELSE line END AS body
  FROM (
    SELECT d.id, d.title, trim(regexp_replace(
      CASE WHEN coalesce(d.excerpt, '') <> '' AND e.body IS NOT NULL THEN split_part(e.body, E'\n', 1) ELSE left(coalesce(e.body, d.content), 600) END,
      '\s+', ' ', 'g')) AS line
    FROM "documents" d LEFT JOIN "search_entries" e ON e.kind = 'document' AND e.id = d.id
  ) AS lines
) AS cards
WHERE cards.id = "documents".id;
