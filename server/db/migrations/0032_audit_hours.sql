CREATE TABLE "audit_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" varchar(50) NOT NULL,
	"action" varchar(50) NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "documents_created";--> statement-breakpoint
CREATE INDEX "audit_hours_hour" ON "audit_hours" USING btree ("hour","kind","action","count");--> statement-breakpoint
CREATE INDEX "document_machines_word" ON "document_machines" USING btree (reverse(word) text_pattern_ops) WHERE server_id is null;--> statement-breakpoint
CREATE INDEX "document_machines_server" ON "document_machines" USING btree ("server_id") WHERE server_id is not null;--> statement-breakpoint
CREATE INDEX "document_machines_private" ON "document_machines" USING btree ("word") WHERE (server_id is null and word ~ '^(10\.\d{1,3}|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}$' and word !~ '\.(0|255)$');--> statement-breakpoint
CREATE INDEX "documents_created" ON "documents" USING btree ("created_at","version") WHERE deleted_at is null;--> statement-breakpoint
-- By hand: the trigger counts by hour as well, and the hours of what is there already.
CREATE OR REPLACE FUNCTION count_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_counts (kind, action, actor_id, count)
    SELECT kind, action, coalesce(actor_id, '00000000-0000-0000-0000-000000000000'), count(*) FROM added GROUP BY 1, 2, 3;
  INSERT INTO audit_hours (hour, kind, action, count)
    SELECT date_trunc('hour', at, 'UTC'), kind, action, count(*) FROM added GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO audit_hours (hour, kind, action, count)
  SELECT date_trunc('hour', at, 'UTC'), kind, action, count(*) FROM audit_entries GROUP BY 1, 2, 3;
