CREATE TABLE "group_members" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"source" varchar(10) DEFAULT 'local' NOT NULL,
	"external_id" varchar(255),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "readers" text[];--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "readers" text[];--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name" ON "groups" USING btree (lower("name" collate ops_natural));--> statement-breakpoint
CREATE UNIQUE INDEX "groups_external" ON "groups" USING btree ("source","external_id");--> statement-breakpoint
CREATE INDEX "documents_readers" ON "documents" USING gin ("readers");--> statement-breakpoint
CREATE INDEX "search_entries_readers" ON "search_entries" USING gin ("readers");--> statement-breakpoint
-- By hand: short lists of new rows, as of the other indexes of this kind.
ALTER INDEX "documents_readers" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_entries_readers" SET (gin_pending_list_limit = 256);--> statement-breakpoint
-- By hand: principals are cached with the session, so a changed group clears those caches as a changed account does.
CREATE TRIGGER group_members_told AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH STATEMENT EXECUTE FUNCTION tell_session_change();--> statement-breakpoint
-- By hand: entries with readers are not counted, and their words are not in the vocabulary. A reader's own ones are added on reading.
CREATE OR REPLACE FUNCTION count_search_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_counts (kind, type, category, tag, count, length)
      SELECT kind, of.type, of.category, tag, count(*), sum(length_counted(of.type, of.category, tag, length))
      FROM added CROSS JOIN LATERAL groups_of_entry(added.type, added.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      WHERE readers IS NULL
      GROUP BY 1, 2, 3, 4;
    INSERT INTO search_unread (kind, id, gained)
      SELECT kind, id, CASE WHEN readers IS NULL THEN strip(words) END FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search_counts (kind, type, category, tag, count, length)
      SELECT kind, of.type, of.category, tag, -count(*), -sum(length_counted(of.type, of.category, tag, length))
      FROM gone CROSS JOIN LATERAL groups_of_entry(gone.type, gone.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      WHERE readers IS NULL
      GROUP BY 1, 2, 3, 4;
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
END $$;
