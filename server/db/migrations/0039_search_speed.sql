-- By hand: a search reads the words of every entry that it ranks, and compares its text. Both stay in the row now, and the text that only
-- snippets show goes to another table instead. Rows get their new form when they are written, so all are written here.
-- Writers wait for the end, so that the counts below miss no change. The statements that also stop readers are the last.
LOCK TABLE search_entries IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE search_entries ALTER COLUMN words SET STORAGE MAIN, ALTER COLUMN folded SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE search_entries DISABLE TRIGGER search_entries_changed;--> statement-breakpoint
UPDATE search_entries SET words = words || ''::tsvector, folded = folded || '' WHERE length(folded) > 500;--> statement-breakpoint
ALTER TABLE search_entries ENABLE TRIGGER search_entries_changed;--> statement-breakpoint
ALTER TABLE "search_counts" ADD COLUMN "length" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "search_unread" ADD COLUMN "gained" tsvector;--> statement-breakpoint
ALTER TABLE "search_unread" ADD COLUMN "lost" tsvector;--> statement-breakpoint
ALTER TABLE "search_vocabulary" ADD COLUMN "entries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX "search_vocabulary_near";--> statement-breakpoint
CREATE INDEX "search_vocabulary_near" ON "search_vocabulary" USING gin ("word" gin_trgm_ops) WHERE word ~ '^[[:alpha:]]{4,40}$';--> statement-breakpoint
ALTER INDEX "search_vocabulary_near" SET (gin_pending_list_limit = 256);--> statement-breakpoint
-- By hand: what is there already. Words of titles begin with "=".
INSERT INTO search_vocabulary (word, entries)
  SELECT word, ndoc FROM ts_stat('SELECT words FROM search_entries') WHERE left(word, 1) <> '='
  ON CONFLICT (word) DO UPDATE SET entries = excluded.entries;--> statement-breakpoint
INSERT INTO search_counts (kind, type, category, tag, count, length)
  SELECT kind, '*', '', '', 0, sum(length) FROM search_entries WHERE length > 0 GROUP BY 1;--> statement-breakpoint
-- The length of an entry counts for all entries of its kind. A negative one marks an entry that is to be rebuilt.
CREATE FUNCTION length_counted(type text, category text, tag text, length integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN type = '*' AND category = '' AND tag = '' THEN greatest(length, 0) ELSE 0 END
$$;--> statement-breakpoint
-- By hand: the trigger also adds up lengths, and keeps the words that an entry has gained and lost.
CREATE OR REPLACE FUNCTION count_search_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_counts (kind, type, category, tag, count, length)
      SELECT kind, of.type, of.category, tag, count(*), sum(length_counted(of.type, of.category, tag, length))
      FROM added CROSS JOIN LATERAL groups_of_entry(added.type, added.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4;
    INSERT INTO search_unread (kind, id, gained) SELECT kind, id, strip(words) FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search_counts (kind, type, category, tag, count, length)
      SELECT kind, of.type, of.category, tag, -count(*), -sum(length_counted(of.type, of.category, tag, length))
      FROM gone CROSS JOIN LATERAL groups_of_entry(gone.type, gone.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4;
    INSERT INTO search_unread (kind, id, lost) SELECT kind, id, strip(words) FROM gone;
  ELSE
    INSERT INTO search_counts (kind, type, category, tag, count, length)
      SELECT kind, of.type, of.category, tag, sum(change), sum(change * length_counted(of.type, of.category, tag, length))
      FROM (
        SELECT kind, type, category, tags, length, 1 AS change FROM added
        UNION ALL SELECT kind, type, category, tags, length, -1 FROM gone
      ) AS changes CROSS JOIN LATERAL groups_of_entry(changes.type, changes.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4
      HAVING sum(change) <> 0 OR sum(change * length_counted(of.type, of.category, tag, length)) <> 0;
    INSERT INTO search_unread (kind, id, gained, lost)
      SELECT kind, id, ts_delete(strip(added.words), tsvector_to_array(gone.words)),
        ts_delete(strip(gone.words), tsvector_to_array(added.words))
      FROM added JOIN gone USING (kind, id)
      WHERE added.words IS DISTINCT FROM gone.words OR added.pieces IS DISTINCT FROM gone.pieces;
  END IF;
  RETURN NULL;
END $$;
