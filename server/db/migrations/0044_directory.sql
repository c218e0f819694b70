CREATE TABLE "audit_forwards" (
	"receiver" varchar(10) PRIMARY KEY NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"problem" varchar(200),
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"hash" varchar(64) NOT NULL,
	CONSTRAINT "audit_seals_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"entry_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation_settings" (
	"name" varchar(20) PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scim_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"user_name" varchar(255) NOT NULL,
	"external_id" varchar(255),
	"attributes" jsonb NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "scim_users_name" ON "scim_users" USING btree (lower("user_name"));--> statement-breakpoint
CREATE INDEX "scim_users_external" ON "scim_users" USING btree ("external_id");--> statement-breakpoint
-- By hand: the queue of entries to seal, and what is there already.
CREATE FUNCTION queue_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed (entry_id) SELECT id FROM added;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entries_queued AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_audit_entries();--> statement-breakpoint
INSERT INTO audit_unsealed (entry_id) SELECT id FROM audit_entries ORDER BY id;--> statement-breakpoint
-- By hand: retention removes the beginning of the log. Nothing else does.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('ops_hub.audit_retention', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit entries are only ever added';
END $$;--> statement-breakpoint
CREATE FUNCTION uncount_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_counts (kind, action, actor_id, count)
    SELECT kind, action, coalesce(actor_id, '00000000-0000-0000-0000-000000000000'), -count(*) FROM gone GROUP BY 1, 2, 3;
  INSERT INTO audit_hours (hour, kind, action, count)
    SELECT date_trunc('hour', at, 'UTC'), kind, action, -count(*) FROM gone GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entries_uncounted AFTER DELETE ON audit_entries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_audit_entries();
