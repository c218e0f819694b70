CREATE TABLE "restricted_counts" (
	"share" bigint NOT NULL,
	"readers" text[] NOT NULL,
	"unless" text[] NOT NULL,
	"kind" varchar(20) NOT NULL,
	"type" varchar(50) NOT NULL,
	"category" varchar(100) NOT NULL,
	"tag" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "restricted_counts_readers" ON "restricted_counts" USING gin ("readers") WHERE readers <> '{}';--> statement-breakpoint
CREATE INDEX "restricted_counts_group" ON "restricted_counts" USING btree ("share","kind","tag","category","type","count");--> statement-breakpoint
CREATE INDEX "restricted_counts_tags" ON "restricted_counts" USING btree ("share","kind","type","category","tag","count");--> statement-breakpoint
ALTER INDEX "restricted_counts_readers" SET (gin_pending_list_limit = 256);--> statement-breakpoint
-- By hand: writers wait until the trigger is replaced and the entries that are there are counted.
LOCK TABLE search_entries IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- Beside long words and texts, PostgreSQL stored readers elsewhere. Each comparison read four more pages.
ALTER TABLE search_entries ALTER COLUMN readers SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE search_entries DISABLE TRIGGER search_entries_changed;--> statement-breakpoint
UPDATE search_entries SET readers = readers || '{}'::text[] WHERE readers IS NOT NULL;--> statement-breakpoint
ALTER TABLE search_entries ENABLE TRIGGER search_entries_changed;--> statement-breakpoint
-- Nearly every document names one person, its owner. Counted as a whole, each owner and group would be a share of their own.
-- So the groups are one share, and the owner has another one that is unless in such a group. Each reader counts an entry once.
CREATE FUNCTION shares_of_readers(text[]) RETURNS TABLE (share bigint, readers text[], unless text[]) LANGUAGE sql IMMUTABLE AS $$
  SELECT hash_array_extended(readers || ''::text || unless, 0), readers, unless
  FROM (
    SELECT coalesce(array_agg(one ORDER BY one) FILTER (WHERE one LIKE 'person:%'), '{}') AS people,
      coalesce(array_agg(one ORDER BY one) FILTER (WHERE one NOT LIKE 'person:%'), '{}') AS others
    FROM unnest($1) AS one
  ) AS named CROSS JOIN LATERAL (VALUES
    (people || others, '{}'::text[], cardinality(people) <> 1),
    (others, '{}', cardinality(people) = 1 AND others <> '{}'),
    (people, others, cardinality(people) = 1)) AS shares (readers, unless, is_one)
  WHERE is_one
$$;--> statement-breakpoint
-- The rows of an entry in the table of counts of restricted entries. Only the one of all types, categories and tags names the readers.
CREATE FUNCTION restricted_counts_of(readers text[], type text, category text, tags text[])
RETURNS TABLE (share bigint, readers text[], unless text[], type text, category text, tag text) LANGUAGE sql IMMUTABLE AS $$
  SELECT share, CASE WHEN is_all THEN shares.readers ELSE '{}' END, CASE WHEN is_all THEN unless ELSE '{}' END, of.type, of.category, tag
  FROM shares_of_readers($1) AS shares CROSS JOIN groups_of_entry($2, $3) AS of CROSS JOIN unnest(array_append($4, '')) AS tag
    CROSS JOIN LATERAL (SELECT of.type = '*' AND of.category = '' AND tag = '' AS is_all) AS row
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_search_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_counts (kind, type, category, tag, count, length)
      SELECT kind, of.type, of.category, tag, count(*), sum(length_counted(of.type, of.category, tag, length))
      FROM added CROSS JOIN LATERAL groups_of_entry(added.type, added.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      WHERE readers IS NULL
      GROUP BY 1, 2, 3, 4;
    INSERT INTO restricted_counts (share, readers, unless, kind, type, category, tag, count)
      SELECT of.share, of.readers, of.unless, kind, of.type, of.category, of.tag, count(*)
      FROM added CROSS JOIN LATERAL restricted_counts_of(added.readers, added.type, added.category, added.tags) AS of
      WHERE added.readers IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5, 6, 7;
    INSERT INTO search_unread (kind, id, gained)
      SELECT kind, id, CASE WHEN readers IS NULL THEN strip(words) END FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search_counts (kind, type, category, tag, count, length)
      SELECT kind, of.type, of.category, tag, -count(*), -sum(length_counted(of.type, of.category, tag, length))
      FROM gone CROSS JOIN LATERAL groups_of_entry(gone.type, gone.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      WHERE readers IS NULL
      GROUP BY 1, 2, 3, 4;
    INSERT INTO restricted_counts (share, readers, unless, kind, type, category, tag, count)
      SELECT of.share, of.readers, of.unless, kind, of.type, of.category, of.tag, -count(*)
      FROM gone CROSS JOIN LATERAL restricted_counts_of(gone.readers, gone.type, gone.category, gone.tags) AS of
      WHERE gone.readers IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5, 6, 7;
    INSERT INTO search_unread (kind, id, lost)
      SELECT kind, id, CASE WHEN readers IS NULL THEN strip(words) END FROM gone;
  ELSE
    INSERT INTO search_counts (kind, type, category, tag, count, length)
      SELECT kind, of.type, of.category, tag, sum(change), sum(change * length_counted(of.type, of.category, tag, length))
      FROM (
        SELECT kind, type, category, tags, length, 1 AS change FROM added WHERE readers IS NULL
        UNION ALL SELECT kind, type, category, tags, length, -1 FROM gone WHERE readers IS NULL
      ) AS changes CROSS JOIN LATERAL groups_of_entry(changes.type, changes.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4
      HAVING sum(change) <> 0 OR sum(change * length_counted(of.type, of.category, tag, length)) <> 0;
    INSERT INTO restricted_counts (share, readers, unless, kind, type, category, tag, count)
      SELECT of.share, of.readers, of.unless, kind, of.type, of.category, of.tag, sum(change)
      FROM (
        SELECT kind, type, category, tags, readers, 1 AS change FROM added WHERE readers IS NOT NULL
        UNION ALL SELECT kind, type, category, tags, readers, -1 FROM gone WHERE readers IS NOT NULL
      ) AS changes CROSS JOIN LATERAL restricted_counts_of(changes.readers, changes.type, changes.category, changes.tags) AS of
      GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(change) <> 0;
    INSERT INTO search_unread (kind, id, gained, lost)
      SELECT kind, id, ts_delete(now_open, tsvector_to_array(was_open)), ts_delete(was_open, tsvector_to_array(now_open))
      FROM (
        SELECT kind, id,
          CASE WHEN added.readers IS NULL THEN strip(added.words) ELSE '' END AS now_open,
          CASE WHEN gone.readers IS NULL THEN strip(gone.words) ELSE '' END AS was_open
        FROM added JOIN gone USING (kind, id)
        WHERE added.words IS DISTINCT FROM gone.words OR added.pieces IS DISTINCT FROM gone.pieces
          OR (added.readers IS NULL) <> (gone.readers IS NULL)
      ) AS changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO restricted_counts (share, readers, unless, kind, type, category, tag, count)
  SELECT of.share, of.readers, of.unless, kind, of.type, of.category, of.tag, count(*)
  FROM search_entries AS entries
    CROSS JOIN LATERAL restricted_counts_of(entries.readers, entries.type, entries.category, entries.tags) AS of
  WHERE entries.readers IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7;
