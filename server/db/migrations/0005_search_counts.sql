CREATE TABLE "search_counts" (
	"kind" varchar(20) NOT NULL,
	"type" varchar(50) NOT NULL,
	"category" varchar(100) NOT NULL,
	"tag" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_counts_group" ON "search_counts" USING btree ("kind","tag","type","category");--> statement-breakpoint
CREATE INDEX "search_entries_newest" ON "search_entries" USING btree ("kind","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_entries_newest_of_type" ON "search_entries" USING btree ("kind","type","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_entries_newest_of_category" ON "search_entries" USING btree ("kind",coalesce(category, 'Uncategorized'),"updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_entries_tags" ON "search_entries" USING gin ("tags");--> statement-breakpoint
-- By hand: the trigger that counts, and what is there already.
CREATE FUNCTION count_search_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_counts (kind, type, category, tag, count)
      SELECT kind, coalesce(type, ''), coalesce(category, 'Uncategorized'), tag, count(*)
      FROM added CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search_counts (kind, type, category, tag, count)
      SELECT kind, coalesce(type, ''), coalesce(category, 'Uncategorized'), tag, -count(*)
      FROM gone CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO search_counts (kind, type, category, tag, count)
      SELECT kind, coalesce(type, ''), coalesce(category, 'Uncategorized'), tag, sum(change)
      FROM (
        SELECT kind, type, category, tags, 1 AS change FROM added
        UNION ALL SELECT kind, type, category, tags, -1 FROM gone
      ) AS changes CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER search_entries_added AFTER INSERT ON search_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_entries();--> statement-breakpoint
CREATE TRIGGER search_entries_changed AFTER UPDATE ON search_entries REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_entries();--> statement-breakpoint
CREATE TRIGGER search_entries_gone AFTER DELETE ON search_entries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_entries();--> statement-breakpoint
INSERT INTO search_counts (kind, type, category, tag, count)
  SELECT kind, coalesce(type, ''), coalesce(category, 'Uncategorized'), tag, count(*)
  FROM search_entries CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
  GROUP BY 1, 2, 3, 4;
