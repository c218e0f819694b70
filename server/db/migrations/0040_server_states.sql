CREATE TABLE "server_states" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "server_states_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"server_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" varchar(20) NOT NULL,
	"simulated" boolean NOT NULL,
	"before" varchar(20),
	"was_simulated" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_hours" ADD COLUMN "warnings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "status_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "measured_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "server_states" ADD CONSTRAINT "server_states_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "server_states_at" ON "server_states" USING btree ("at");--> statement-breakpoint
CREATE INDEX "server_states_server" ON "server_states" USING btree ("server_id","at");--> statement-breakpoint
-- What is known about the time before: outages, statuses that people set, and when figures were measured.
INSERT INTO "server_states" ("server_id", "at", "status", "simulated", "before", "was_simulated")
  SELECT "server_id", "started_at", 'offline', false, 'online', false FROM "incidents" WHERE "started_at" > now() - interval '1 day'
  UNION ALL SELECT "server_id", "ended_at", 'online', false, 'offline', false FROM "incidents" WHERE "ended_at" > now() - interval '1 day';--> statement-breakpoint
UPDATE "servers" SET "status_since" = "incidents"."started_at" FROM "incidents"
  WHERE "incidents"."server_id" = "servers"."id" AND "incidents"."ended_at" IS NULL AND "servers"."status" = 'offline';--> statement-breakpoint
UPDATE "servers" SET "status_since" = (
    SELECT max("at") FROM "audit_entries"
    WHERE "kind" = 'server' AND "subject_id" = "servers"."id" AND "after" ->> 'status' = "servers"."status")
  WHERE "status_since" IS NULL AND "check" IS NULL AND NOT "simulated";--> statement-breakpoint
UPDATE "servers" SET "measured_at" = "last_health_check"
  WHERE NOT "simulated" AND coalesce("cpu_usage", "memory_usage", "disk_usage", "uptime") IS NOT NULL;--> statement-breakpoint
-- Stored notices lead to the page of the server, as new ones do.
UPDATE "notifications" SET "link" = replace("link", '/infrastructure?server=', '/infrastructure/')
  WHERE "link" LIKE '/infrastructure?server=%';--> statement-breakpoint
-- Ids in links to pages of servers are no words of a document. The next clean-up rebuilds these entries.
UPDATE "search_entries" SET "length" = -1 WHERE "kind" = 'document' AND "id" IN (
  SELECT "id" FROM "documents" WHERE "content" LIKE '%](/infrastructure/%');--> statement-breakpoint
CREATE FUNCTION note_status_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NEW.status_since IS NULL THEN
    NEW.status_since := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER servers_status_since_of_new BEFORE INSERT ON servers
  FOR EACH ROW EXECUTE FUNCTION note_status_since();--> statement-breakpoint
CREATE TRIGGER servers_status_since BEFORE UPDATE ON servers
  FOR EACH ROW WHEN ((OLD.status, OLD.simulated) IS DISTINCT FROM (NEW.status, NEW.simulated))
  EXECUTE FUNCTION note_status_since();--> statement-breakpoint
-- A new server has no row before it, so what is read of that is null.
CREATE FUNCTION note_server_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO server_states (server_id, at, status, simulated, before, was_simulated)
    VALUES (NEW.id, NEW.status_since, NEW.status, NEW.simulated, OLD.status, coalesce(OLD.simulated, false));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER servers_state_of_new AFTER INSERT ON servers
  FOR EACH ROW EXECUTE FUNCTION note_server_state();--> statement-breakpoint
CREATE TRIGGER servers_state AFTER UPDATE ON servers
  FOR EACH ROW WHEN ((OLD.status, OLD.simulated) IS DISTINCT FROM (NEW.status, NEW.simulated))
  EXECUTE FUNCTION note_server_state();
