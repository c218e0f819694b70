-- Which account status may follow which, for whoever writes: the same table as in server/accounts/lifecycle.ts. A deleted
-- account stays as it is. Only the very first administrator may come out of an account that was merely asked for.
CREATE FUNCTION refuse_account_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT OLD.is_deleted AND (OLD.account_status, NEW.account_status) IN (
    ('pending_verification', 'pending_approval'),
    ('pending_approval', 'active'),
    ('pending_approval', 'rejected'),
    ('active', 'deactivated'),
    ('rejected', 'active'),
    ('deactivated', 'active')
  ) THEN
    RETURN NEW;
  END IF;
  IF NOT OLD.is_deleted AND NEW.role = 'admin' AND NEW.account_status = 'active'
    AND NOT EXISTS (SELECT 1 FROM users WHERE role = 'admin')
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an account does not go from % to %', OLD.account_status, NEW.account_status
    USING ERRCODE = 'check_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER users_account_transitions BEFORE UPDATE ON users FOR EACH ROW
  WHEN (OLD.account_status IS DISTINCT FROM NEW.account_status) EXECUTE FUNCTION refuse_account_transition();
