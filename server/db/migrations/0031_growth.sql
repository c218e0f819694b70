CREATE TABLE "audit_counts" (
	"kind" varchar(50) NOT NULL,
	"action" varchar(50) NOT NULL,
	"actor_id" uuid NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_counts" (
	"kind" varchar(20) NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_values" (
	"field" varchar(50) NOT NULL,
	"value" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_entries_subject";--> statement-breakpoint
DROP INDEX "documents_updated";--> statement-breakpoint
DROP INDEX "incidents_server";--> statement-breakpoint
DROP INDEX "notifications_user";--> statement-breakpoint
DROP INDEX "search_counts_group";--> statement-breakpoint
CREATE INDEX "audit_counts_group" ON "audit_counts" USING btree ("action","kind","actor_id","count");--> statement-breakpoint
CREATE INDEX "event_counts_hour" ON "event_counts" USING btree ("kind","hour","count");--> statement-breakpoint
CREATE INDEX "server_values_group" ON "server_values" USING btree ("field","value","count");--> statement-breakpoint
CREATE INDEX "ai_interactions_user" ON "ai_interactions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "documents_created" ON "documents" USING btree ("created_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "incidents_server" ON "incidents" USING btree ("server_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "incidents_ended" ON "incidents" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "servers_called" ON "servers" USING gin ((array[lower(name), lower(hostname), split_part(lower(hostname), '.', 1), lower(ip_address)]));--> statement-breakpoint
CREATE INDEX "servers_deleted" ON "servers" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "servers_created" ON "servers" USING btree ("created_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "documents_updated" ON "documents" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "search_counts_group" ON "search_counts" USING btree ("kind","tag","category","type","count");--> statement-breakpoint
CREATE INDEX "search_counts_tags" ON "search_counts" USING btree ("kind","type","category","tag","count");--> statement-breakpoint
-- By hand: the triggers that count, and what is there already. Each adds rows for a whole statement, so that no writer waits for
-- another; the clean-up adds the rows up.
CREATE FUNCTION count_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_counts (kind, action, actor_id, count)
    SELECT kind, action, coalesce(actor_id, '00000000-0000-0000-0000-000000000000'), count(*) FROM added GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entries_counted AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries();--> statement-breakpoint
INSERT INTO audit_counts (kind, action, actor_id, count)
  SELECT kind, action, coalesce(actor_id, '00000000-0000-0000-0000-000000000000'), count(*) FROM audit_entries GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION count_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO event_counts (kind, hour, count)
      SELECT 'answer', date_trunc('hour', created_at, 'UTC'), count(*) FROM added GROUP BY 2;
  ELSE
    INSERT INTO event_counts (kind, hour, count)
      SELECT 'answer', date_trunc('hour', created_at, 'UTC'), -count(*) FROM gone GROUP BY 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ai_interactions_added AFTER INSERT ON ai_interactions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_answers();--> statement-breakpoint
CREATE TRIGGER ai_interactions_gone AFTER DELETE ON ai_interactions REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_answers();--> statement-breakpoint
INSERT INTO event_counts (kind, hour, count)
  SELECT 'answer', date_trunc('hour', created_at, 'UTC'), count(*) FROM ai_interactions GROUP BY 2;
--> statement-breakpoint
-- Results one by one and their hours count alike, so that making hours of results changes nothing.
CREATE FUNCTION kind_of_check(outcome text, simulated boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN simulated THEN NULL WHEN outcome IN ('good', 'warning') THEN 'good check' WHEN outcome = 'bad' THEN 'bad check' END
$$;--> statement-breakpoint
CREATE FUNCTION count_check_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO event_counts (kind, hour, count)
      SELECT kind_of_check(outcome, simulated), date_trunc('hour', at, 'UTC'), count(*) FROM added
      WHERE kind_of_check(outcome, simulated) IS NOT NULL GROUP BY 1, 2;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO event_counts (kind, hour, count)
      SELECT kind_of_check(outcome, simulated), date_trunc('hour', at, 'UTC'), -count(*) FROM gone
      WHERE kind_of_check(outcome, simulated) IS NOT NULL GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER check_results_added AFTER INSERT ON check_results REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_check_results();--> statement-breakpoint
CREATE TRIGGER check_results_changed AFTER UPDATE ON check_results REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_check_results();--> statement-breakpoint
CREATE TRIGGER check_results_gone AFTER DELETE ON check_results REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_check_results();--> statement-breakpoint
CREATE FUNCTION count_check_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO event_counts (kind, hour, count)
      SELECT kind, hour, sum(count) FROM added CROSS JOIN LATERAL (VALUES ('good check', good), ('bad check', bad)) AS of (kind, count)
      GROUP BY 1, 2;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO event_counts (kind, hour, count)
      SELECT kind, hour, -sum(count) FROM gone CROSS JOIN LATERAL (VALUES ('good check', good), ('bad check', bad)) AS of (kind, count)
      GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER check_hours_added AFTER INSERT ON check_hours REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_check_hours();--> statement-breakpoint
CREATE TRIGGER check_hours_changed AFTER UPDATE ON check_hours REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_check_hours();--> statement-breakpoint
CREATE TRIGGER check_hours_gone AFTER DELETE ON check_hours REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_check_hours();--> statement-breakpoint
INSERT INTO event_counts (kind, hour, count)
  SELECT kind_of_check(outcome, simulated), date_trunc('hour', at, 'UTC'), count(*) FROM check_results
  WHERE kind_of_check(outcome, simulated) IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO event_counts (kind, hour, count)
  SELECT kind, hour, sum(count) FROM check_hours CROSS JOIN LATERAL (VALUES ('good check', good), ('bad check', bad)) AS of (kind, count)
  GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION values_of_server(server servers) RETURNS TABLE (field text, value text) LANGUAGE sql IMMUTABLE AS $$
  SELECT field, value FROM (VALUES
    ('domain', server.domain), ('network', server.network), ('operatingSystem', server.operating_system),
    ('hardwareModel', server.hardware_model), ('serverLocation', server.server_location),
    ('primaryFunction', server.primary_function), ('secondaryFunction', server.secondary_function),
    ('tertiaryFunction', server.tertiary_function), ('teamOwner', server.team_owner), ('managedBy', server.managed_by::text)
  ) AS of (field, value) WHERE server.deleted_at IS NULL AND trim(value) <> ''
$$;--> statement-breakpoint
CREATE FUNCTION count_server_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO server_values (field, value, count) SELECT field, value, 1 FROM values_of_server(NEW);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO server_values (field, value, count) SELECT field, value, -1 FROM values_of_server(OLD);
  ELSE
    INSERT INTO server_values (field, value, count)
      SELECT field, value, sum(change) FROM (
        SELECT field, value, 1 AS change FROM values_of_server(NEW) UNION ALL SELECT field, value, -1 FROM values_of_server(OLD)
      ) AS changes GROUP BY 1, 2 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER servers_counted AFTER INSERT OR DELETE ON servers FOR EACH ROW EXECUTE FUNCTION count_server_values();--> statement-breakpoint
-- Not with each check, which changes figures alone.
CREATE TRIGGER servers_change_counted AFTER UPDATE ON servers FOR EACH ROW
  WHEN ((OLD.domain, OLD.network, OLD.operating_system, OLD.hardware_model, OLD.server_location, OLD.primary_function,
      OLD.secondary_function, OLD.tertiary_function, OLD.team_owner, OLD.managed_by, OLD.deleted_at)
    IS DISTINCT FROM (NEW.domain, NEW.network, NEW.operating_system, NEW.hardware_model, NEW.server_location, NEW.primary_function,
      NEW.secondary_function, NEW.tertiary_function, NEW.team_owner, NEW.managed_by, NEW.deleted_at))
  EXECUTE FUNCTION count_server_values();--> statement-breakpoint
INSERT INTO server_values (field, value, count)
  SELECT field, value, count(*) FROM servers CROSS JOIN LATERAL values_of_server(servers) GROUP BY 1, 2;
--> statement-breakpoint
-- Counts of any type ('*') and of any category ('') are kept as well, so that no reader adds up thousands of groups.
CREATE FUNCTION groups_of_entry(text, text) RETURNS TABLE (type text, category text) LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES
    (coalesce($1, ''), coalesce($2, 'Uncategorized')), (coalesce($1, ''), ''), ('*', coalesce($2, 'Uncategorized')), ('*', '')) AS groups
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_search_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_counts (kind, type, category, tag, count)
      SELECT kind, of.type, of.category, tag, count(*)
      FROM added CROSS JOIN LATERAL groups_of_entry(added.type, added.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search_counts (kind, type, category, tag, count)
      SELECT kind, of.type, of.category, tag, -count(*)
      FROM gone CROSS JOIN LATERAL groups_of_entry(gone.type, gone.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO search_counts (kind, type, category, tag, count)
      SELECT kind, of.type, of.category, tag, sum(change)
      FROM (
        SELECT kind, type, category, tags, 1 AS change FROM added
        UNION ALL SELECT kind, type, category, tags, -1 FROM gone
      ) AS changes CROSS JOIN LATERAL groups_of_entry(changes.type, changes.category) AS of
        CROSS JOIN LATERAL unnest(array_append(tags, '')) AS tag
      GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO search_counts (kind, type, category, tag, count)
  SELECT kind, type, '', tag, sum(count) FROM search_counts GROUP BY 1, 2, 4
  UNION ALL SELECT kind, '*', category, tag, sum(count) FROM search_counts GROUP BY 1, 3, 4
  UNION ALL SELECT kind, '*', '', tag, sum(count) FROM search_counts GROUP BY 1, 4;
