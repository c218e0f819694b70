-- Nodes cache sessions for a few seconds. These triggers tell all nodes to clear their caches when a session ends or an account
-- changes, whatever caused it. PostgreSQL sends the message once for each transaction, on commit.
CREATE FUNCTION tell_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ops_hub_live', '{"accounts":"changed"}');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_end_told AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_session_change();--> statement-breakpoint
CREATE TRIGGER sessions_change_told AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (OLD.sid <> NEW.sid OR OLD.user_id <> NEW.user_id OR OLD.expire > NEW.expire) EXECUTE FUNCTION tell_session_change();--> statement-breakpoint
CREATE TRIGGER users_change_told AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.role, OLD.account_status, OLD.is_deleted, OLD.email, OLD.first_name, OLD.last_name)
    IS DISTINCT FROM (NEW.role, NEW.account_status, NEW.is_deleted, NEW.email, NEW.first_name, NEW.last_name))
  EXECUTE FUNCTION tell_session_change();
